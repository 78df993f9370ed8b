import { weightedMedian } from './weighted-median.ts';

export interface Estimate {
  readonly value: number;
  /** Its standard error, above 0. */
  readonly error: number;
}

/** Huber's: 95 % as good as the mean where nothing is odd. */
const BEND = 1.345;
/** Each round takes most of what is left; after these a thousandth is. */
const ROUNDS = 8;

/**
 * One value from several estimates of it, as Huber has it: a mean in which exact estimates weigh more, and
 * in which those that are far off for their error pull no harder than any other. Null for none. `times`:
 * how often each one counts.
 */
export function robustMean(
  estimates: readonly Estimate[],
  times: (index: number) => number,
): number | null {
  let mean = weightedMedian(
    estimates.map(({ value, error }, index) => ({ value, weight: times(index) / error })),
  );
  if (mean === null) return null;
  for (let round = 0; round < ROUNDS; round++) {
    let sum = 0;
    let total = 0;
    for (const [index, { value, error }] of estimates.entries()) {
      const off = Math.abs(value - mean) / error;
      const weight = (times(index) * Math.min(1, BEND / off)) / error ** 2;
      sum += weight * value;
      total += weight;
    }
    mean = sum / total;
  }
  return mean;
}
