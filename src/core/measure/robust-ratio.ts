import { weightedMedian } from './weighted-median.ts';

/** An estimate of a rise beside the level that it starts from. */
export interface Rise {
  readonly rise: number;
  /** Above 0. */
  readonly level: number;
  /** Standard error of the rise, above 0. */
  readonly error: number;
}

/** Huber's: 95 % as good as the mean where nothing is odd. */
const BEND = 1.345;
/** Each round takes most of what is left; after these a thousandth is. */
const ROUNDS = 8;

/**
 * Rise ÷ level from several estimates of both, as Huber has it: exact ones weigh more, and those that are
 * far off for their error pull no harder than any other. Null for none. `times`: how often each one counts.
 *
 * The sum of the rises over the sum of the levels, not the mean of the ratios: an answer whose level comes
 * out too high has its rise come out too low, and in a mean of ratios such errors do not cancel.
 */
export function robustRatio(
  estimates: readonly Rise[],
  times: (index: number) => number,
): number | null {
  let ratio = weightedMedian(
    estimates.map(({ rise, level, error }, index) => ({
      value: rise / level,
      weight: times(index) / error,
    })),
  );
  if (ratio === null) return null;
  for (let round = 0; round < ROUNDS; round++) {
    let rises = 0;
    let levels = 0;
    for (const [index, { rise, level, error }] of estimates.entries()) {
      const off = Math.abs(rise - ratio * level) / error;
      const weight = (times(index) * Math.min(1, BEND / off)) / error ** 2;
      rises += weight * rise;
      levels += weight * level;
    }
    ratio = rises / levels;
  }
  return ratio;
}
