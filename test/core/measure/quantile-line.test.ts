import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quantile, quantileLine } from '../../../src/core/measure/quantile-line.ts';

const points = (all: readonly (readonly [x: number, y: number])[]) => ({
  x: Float64Array.from(all, ([x]) => x),
  y: Float64Array.from(all, ([, y]) => y),
});

test('a quantile is the nearest rank below', () => {
  const sorted = Float64Array.from([10, 20, 30, 40, 50]);
  expect([0, 0.25, 0.3, 1].map((share) => quantile(sorted, share))).toEqual([10, 20, 20, 50]);
});

test('points on a line give that line', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 5, noNaN: true }), fc.nat(500), (slope, base) => {
      const line = quantileLine(
        points(Array.from({ length: 40 }, (_, i) => [i * 50, base + slope * i * 50])),
        0.25,
      );
      expect(line.slope).toBeCloseTo(slope, 4);
      expect(line.base).toBeCloseTo(base, 1);
    }),
  );
});

test('a point lifted far above does not turn the line, one far below a low quantile does', () => {
  const lifted = points([
    [0, 0],
    [10, 10],
    [20, 20],
    [30, 5000],
  ]);
  expect(quantileLine(lifted, 0.25).slope).toBeCloseTo(1, 3);
  expect(quantileLine(lifted, 0.75).slope).toBeGreaterThan(100);
});

test('prompts all of one size have no slope', () => {
  expect(
    quantileLine(
      points([
        [5, 1],
        [5, 2],
        [5, 3],
        [5, 4],
        [5, 5],
      ]),
      0.25,
    ),
  ).toEqual({ base: 2, slope: 0 });
});

test('the order of the points does not matter', () => {
  const pair = fc.tuple(fc.nat(2000), fc.nat(5000));
  fc.assert(
    fc.property(fc.array(pair, { minLength: 3, maxLength: 40 }), (all) => {
      expect(quantileLine(points(all.toReversed()), 0.25)).toEqual(quantileLine(points(all), 0.25));
    }),
  );
});
