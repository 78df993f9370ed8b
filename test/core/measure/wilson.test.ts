import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wilson } from '../../../src/core/measure/wilson.ts';

test('without trials there is no share', () => {
  expect(wilson(0, 0)).toBeNull();
});

// Reference intervals: Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
test.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])('%i of %i lies between %f and %f', (hits, n, low, high) => {
  const share = wilson(hits, n);
  expect(share?.value).toBeCloseTo(hits / n, 12);
  expect(share?.low).toBeCloseTo(low, 4);
  expect(share?.high).toBeCloseTo(high, 4);
  expect(share?.n).toBe(n);
});

test('all hits of few do not claim certainty', () => {
  expect(wilson(5, 5)).toMatchObject({ value: 1, high: 1 });
  expect(wilson(5, 5)?.low).toBeCloseTo(0.5655, 4);
});

const trials = fc
  .integer({ min: 1, max: 100_000 })
  .chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)));

test('the interval holds the share and stays within 0 to 1', () => {
  fc.assert(
    fc.property(trials, ([hits, n]) => {
      const share = wilson(hits, n);
      if (share === null) throw new Error('trials were given');
      expect(share.low).toBeGreaterThanOrEqual(0);
      expect(share.low).toBeLessThanOrEqual(share.value);
      expect(share.high).toBeGreaterThanOrEqual(share.value);
      expect(share.high).toBeLessThanOrEqual(1);
    }),
  );
});

test('hits and misses mirror each other', () => {
  fc.assert(
    fc.property(trials, ([hits, n]) => {
      expect(wilson(hits, n)?.low).toBeCloseTo(1 - (wilson(n - hits, n)?.high ?? 0), 9);
    }),
  );
});

test('more trials of the same share narrow the interval', () => {
  const width = (n: number) => (wilson(n / 2, n)?.high ?? 0) - (wilson(n / 2, n)?.low ?? 0);
  expect(width(1000)).toBeLessThan(width(100));
  expect(width(100)).toBeLessThan(width(10));
});
