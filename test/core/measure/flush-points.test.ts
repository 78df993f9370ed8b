import { expect, test } from 'vitest';
import { flushPoints } from '../../../src/core/measure/flush-points.ts';
import type { TokenPoint } from '../../../src/core/measure/token-curve.ts';

test('of a flush that arrived in pieces only its end is kept', () => {
  const points: TokenPoint[] = [
    [1, 100],
    [10, 100.4],
    [11, 200],
    [20, 200.3],
    [21, 300],
    [30, 300.2],
  ];
  expect(flushPoints(points)).toEqual([points[1], points[3], points[5]]);
});

test('an even answer keeps every point, also around one long stall', () => {
  const points = Array.from(
    { length: 20 },
    (_, i): TokenPoint => [i + 1, i * 10 + (i > 12 ? 60_000 : 0)],
  );
  expect(flushPoints(points)).toEqual(points);
});

test('an answer in two flushes is timed between them', () => {
  const points: TokenPoint[] = [
    [1, 100],
    [10, 100.1],
    [20, 100.2],
    [21, 300],
    [30, 300.1],
    [40, 300.2],
  ];
  expect(flushPoints(points)).toEqual([points[2], points[5]]);
});
