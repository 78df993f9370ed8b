import fc from 'fast-check';
import { expect, test } from 'vitest';
import { survivalQuantiles } from '../../../src/core/measure/survival.ts';

const quantiles = (seenMs: number[], stoppedMs: number[] = [], never = 0, qs = [0.5, 0.9]) =>
  survivalQuantiles({ seenMs, stoppedMs, never }, qs).map(({ ms }) => ms);

test('without any duration no quantile is known', () => {
  expect(quantiles([])).toEqual([null, null]);
  expect(quantiles([], [100, 200], 3)).toEqual([null, null]);
});

test('a single duration is its own median and p90', () => {
  expect(quantiles([120])).toEqual([120, 120]);
});

test('without censoring the quantile is the nearest rank', () => {
  expect(quantiles([10, 20, 30, 40, 50, 60, 70, 80, 90, 100])).toEqual([50, 90]);
});

// Freireich et al. (1963), 6-mercaptopurine arm, remission in weeks: the textbook example.
// Published Kaplan-Meier steps: S(6)=0.857, S(7)=0.807, S(10)=0.753, S(13)=0.690, S(16)=0.627,
// S(22)=0.538, S(23)=0.448; the median is 23.
test('the textbook example has its published steps and median', () => {
  const seen = [6, 6, 6, 7, 10, 13, 16, 22, 23];
  const stopped = [6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35];
  const reached = [0.14, 0.15, 0.2, 0.24, 0.3, 0.36, 0.45, 0.5, 0.56];
  expect(quantiles(seen, stopped, 0, reached)).toEqual([6, 7, 10, 10, 13, 16, 22, 23, null]);
});

test('a request that was stopped early raises the median instead of vanishing', () => {
  expect(quantiles([100, 200, 300, 400], [150, 150, 150], 0, [0.5])).toEqual([300]);
  expect(quantiles([100, 200, 300, 400], [], 0, [0.5])).toEqual([200]);
});

test('failures hold the curve up for ever', () => {
  expect(quantiles([100, 110, 120], [], 3)).toEqual([120, null]);
  expect(quantiles([100, 110, 120], [], 4)).toEqual([null, null]);
});

test('a stop at the moment of an event was still at risk', () => {
  expect(quantiles([100, 200], [100], 0, [1 / 3, 1])).toEqual([100, 200]);
});

test('quantiles come back in the order in which they were asked', () => {
  expect(quantiles([1, 2, 3, 4], [], 0, [0.75, 0.25, 0.5])).toEqual([3, 1, 2]);
});

test('a median that only rounding would miss is found', () => {
  for (let n = 2; n <= 400; n += 2) {
    const seen = Array.from({ length: n }, (_, index) => index + 1);
    expect(quantiles(seen, [], 0, [0.5])).toEqual([n / 2]);
  }
});

const times = fc.array(fc.integer({ min: 1, max: 1000 }), { maxLength: 60 });

test('the order of the input does not matter', () => {
  fc.assert(
    fc.property(times, times, fc.nat(5), (seen, stopped, never) => {
      const reversed = quantiles(seen.toReversed(), stopped.toReversed(), never);
      expect(reversed).toEqual(quantiles(seen, stopped, never));
    }),
  );
});

test('letting a stopped request end later never makes a model look faster', () => {
  fc.assert(
    fc.property(times, times, fc.nat(3), (seen, stopped, never) => {
      const censored = quantiles(seen, stopped, never)[0] ?? Number.POSITIVE_INFINITY;
      const dropped = quantiles(seen, [], never)[0] ?? Number.POSITIVE_INFINITY;
      expect(censored).toBeGreaterThanOrEqual(dropped);
    }),
  );
});

test('a failure more never makes a model look faster', () => {
  fc.assert(
    fc.property(times, times, fc.nat(5), (seen, stopped, never) => {
      const [before, after] = [never, never + 1].map(
        (count) => quantiles(seen, stopped, count)[1] ?? Number.POSITIVE_INFINITY,
      );
      expect(after).toBeGreaterThanOrEqual(before ?? 0);
    }),
  );
});

const shares = fc.array(fc.double({ min: 0.01, max: 0.99, noNaN: true }), {
  minLength: 1,
  maxLength: 6,
});

test('without censoring the curve is the empirical distribution', () => {
  fc.assert(
    fc.property(times, fc.nat(5), shares, (seen, never, qs) => {
      const sorted = seen.toSorted((a, b) => a - b);
      const n = seen.length + never;
      const nearestRank = qs.map((q) => sorted[Math.ceil(q * n - 1e-7) - 1] ?? null);
      expect(quantiles(seen, [], never, qs)).toEqual(nearestRank);
    }),
  );
});

test('a higher quantile is never a shorter time, and its bounds enclose it', () => {
  fc.assert(
    fc.property(times, times, fc.nat(5), shares, (seenMs, stoppedMs, never, qs) => {
      const rising = qs.toSorted((a, b) => a - b);
      const found = survivalQuantiles({ seenMs, stoppedMs, never }, rising);
      for (const bound of ['ms', 'lowMs', 'highMs'] as const) {
        const values = found.map((one) => one[bound] ?? Number.POSITIVE_INFINITY);
        expect(values).toEqual(values.toSorted((a, b) => a - b));
      }
      for (const { ms, lowMs, highMs } of found) {
        if (ms === null) continue;
        expect(lowMs).toBeLessThanOrEqual(ms);
        if (highMs !== null) expect(highMs).toBeGreaterThanOrEqual(ms);
      }
    }),
  );
});

test('one more stopped request never lowers a quantile', () => {
  fc.assert(
    fc.property(
      times,
      times,
      fc.nat(5),
      fc.integer({ min: 1, max: 1000 }),
      shares,
      (seen, stopped, never, more, qs) => {
        const before = quantiles(seen, stopped, never, qs);
        for (const [index, ms] of quantiles(seen, [...stopped, more], never, qs).entries()) {
          expect(ms ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(
            before[index] ?? Number.POSITIVE_INFINITY,
          );
        }
      },
    ),
  );
});

test('a time that is no number is left out, and nothing waits for it for ever', () => {
  for (const odd of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
    expect(quantiles([1, odd], [odd, 5], 0, [0.5, 0.9])).toEqual([1, null]);
    expect(quantiles([odd], [odd])).toEqual([null, null]);
  }
});

test('what was stopped before a quantile is no part of the sample there', () => {
  const sizes = (seenMs: number[], stoppedMs: number[]) =>
    survivalQuantiles({ seenMs, stoppedMs, never: 0 }, [0.25, 0.9]).map((one) => one.effectiveN);
  expect(sizes([10, 20, 30, 40], [])).toEqual([4, 4].map((n) => expect.closeTo(n, 9)));
  // At 10 all eight are there; of the seven after it, four are stopped, and three of 7/8 are 24/7.
  expect(sizes([10, 20, 30, 40], [15, 15, 15, 15])).toEqual([
    expect.closeTo(24 / 7, 9),
    expect.closeTo(24 / 7, 9),
  ]);
  expect(sizes([5000], new Array(29).fill(100))).toEqual([1, 1]);
});
