import { expect, test } from 'vitest';
import { createCurve } from '../../../src/core/race/curve.ts';

test('a short answer is kept piece by piece', () => {
  const curve = createCurve();
  for (const ms of [10, 20, 30]) curve.add(ms, 4, null);
  expect(curve.pieces).toBe(3);
  expect(curve.points()).toEqual([
    [10, 1, 4, null],
    [20, 2, 8, null],
    [30, 3, 12, null],
  ]);
});

test.each([31, 32, 33, 500, 20_000])(
  '%d pieces keep at most 32 points, evenly, first and last among them',
  (n) => {
    const curve = createCurve();
    for (let i = 1; i <= n; i += 1) curve.add(i, 2, i);
    const points = curve.points();
    expect(points.length).toBeLessThanOrEqual(32);
    expect(points.length).toBeGreaterThanOrEqual(16);
    expect(points[0]).toEqual([1, 1, 2, 1]);
    expect(points.at(-1)).toEqual([n, n, 2 * n, n]);
    const strides = new Set(
      points.slice(1, -1).map(([, pieces], i) => pieces - (points[i]?.[1] ?? 0)),
    );
    expect(strides.size).toBeLessThanOrEqual(1);
  },
);

test('nothing received is no curve', () => {
  expect(createCurve().points()).toEqual([]);
});
