import type { LaneDecode } from './lane-decode.ts';
import { msPerTokenOf, STUDENT } from './lane-decode.ts';
import { robustRatio } from './robust-ratio.ts';
import { weightedMedian } from './weighted-median.ts';

/** How often an answer counts: once, or as often as it was drawn. */
export type Times = (index: number) => number;

/**
 * Standard errors: of a normal distribution a change that is not there would be seen once in 200 models. Of
 * one to twenty answers in simulations, with the errors themselves estimated, it is once in 40 or less.
 */
const SIGNIFICANT = 2.8;
/** Of a normal distribution, the standard deviation is this times the median deviation. */
const DEVIATION = 1.4826;
/** Of the long answers, so many must follow a line, or none is the typical one. */
const MIN_LINES_SHARE = 0.5;
/** A line that ends at a fifth of its first time per token was followed too far. */
const LEAST_LEFT = 0.2;
/** Fewer say nothing of how much answers differ. */
const MIN_FOR_SPREAD = 5;

const once: Times = () => 1;

/**
 * By how much the time per output token grows with each token, as a share of the time at position 0; 0
 * where no answer is long enough.
 *
 * Time per token as a line in the position: attention reads the whole KV cache for every token, so each
 * takes longer than the one before by about the same, and llama.cpp's own figures lie on such a line
 * (14.6 ms + 0.57 ms per 1000 tokens). TPS as a line would reach zero at some length and go on below it.
 * Where a server's TPS is a line nevertheless, this one ends within a point of it over a fall by 35 %.
 *
 * The growth comes from within answers and never from comparing short with long ones: those are asked at
 * other times, of a server under another load, and a constant rate would seem to decline.
 */
export function decodeGrowth(answers: readonly LaneDecode[], times: Times = once): number {
  const long = answers.flatMap(({ growth }, index) => (growth === null ? [] : { growth, index }));
  return (
    robustRatio(
      long.map(({ growth }) => growth),
      (index) => times(long[index]?.index ?? index),
    ) ?? 0
  );
}

/**
 * The same, and 0 where it cannot be told from none, where most long answers follow no line, such as those
 * during which a server's load changed, and where the line would come near zero before the longest ends.
 */
export function soundGrowth(answers: readonly LaneDecode[]): number {
  const long = answers.filter(({ isLong }) => isLong);
  const lines = long.filter((answer) => answer.growth !== null);
  if (lines.length < long.length * MIN_LINES_SHARE) return 0;
  const growth = decodeGrowth(answers);
  const longest = Math.max(0, ...answers.map(({ toToken }) => toToken));
  if (1 + growth * longest < LEAST_LEFT) return 0;
  return Math.abs(growth) >= SIGNIFICANT * growthError(answers, growth) ? growth : 0;
}

/** The time per token at position 0 in ms, of answers whose time grows like this; long ones weigh more. */
export function typicalMsPerToken(
  answers: readonly LaneDecode[],
  growth: number,
  times: Times = once,
): number | null {
  return weightedMedian(
    answers.map((answer, index) => ({
      value: msPerTokenOf(answer, growth),
      weight: answer.tokens * times(index),
    })),
  );
}

/** The larger of what each answer's own jitter explains and of what the answers differ by. */
function growthError(answers: readonly LaneDecode[], growth: number): number {
  const own = answers.map((answer) => answer.growth).filter((one) => one !== null);
  const within = own.reduce((sum, { level, error }) => sum + (level / error) ** 2, 0) ** -0.5;
  if (own.length < MIN_FOR_SPREAD) return within;
  const weights = own.map(({ error }) => 1 / error);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const effective = total ** 2 / weights.reduce((sum, weight) => sum + weight ** 2, 0);
  const spread = weightedMedian(
    own.map(({ rise, level, error }) => ({
      value: Math.abs(rise / level - growth),
      weight: 1 / error,
    })),
  );
  const between = (DEVIATION * (spread ?? 0)) / Math.sqrt(effective);
  return Math.max(within, between * (1 + STUDENT / (own.length - 1)));
}
