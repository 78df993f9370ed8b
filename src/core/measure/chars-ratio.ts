import { weightedMedian } from './weighted-median.ts';

/** A text whose characters we counted and whose tokens the server did. */
export interface CountedText {
  readonly chars: number;
  readonly tokens: number;
}

/**
 * Code and prose in any tokenizer of today lie between, from scripts of which a character is a token or
 * two thirds of one to long identifiers. What lies outside was not a count of this text: only what had
 * to be read of a prompt, a whole conversation, another unit.
 */
const LEAST_CHARS = 1.5;
const MOST_CHARS = 8;

/**
 * Characters per token: the median of the single texts', which one wrong count cannot move. A text weighs
 * as the root of its length, as its ratio is exact; the length is by our own count. Where every count is
 * implausible, the nearest plausible one; null without any.
 */
export function charsRatio(texts: readonly CountedText[]): number | null {
  const ratios = texts
    .filter(({ chars, tokens }) => chars > 0 && tokens > 0 && Number.isFinite(chars / tokens))
    .map(({ chars, tokens }) => ({ value: chars / tokens, weight: Math.sqrt(chars) }));
  const plausible = ratios.filter(({ value }) => value >= LEAST_CHARS && value <= MOST_CHARS);
  const ratio = weightedMedian(plausible.length > 0 ? plausible : ratios);
  return ratio === null ? null : Math.min(MOST_CHARS, Math.max(LEAST_CHARS, ratio));
}
