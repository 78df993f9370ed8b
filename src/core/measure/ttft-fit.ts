import { survivalQuantiles } from './survival.ts';
import { weightedMedian } from './weighted-median.ts';

/** TTFT as `baseMs + msPerPromptToken × prompt tokens`; neither is negative. */
export interface TtftFit {
  readonly baseMs: number;
  readonly msPerPromptToken: number;
}

export interface TtftSample {
  /** That had to be read. */
  readonly promptTokens: number;
  readonly ms: number;
  /** False: stopped by us after `ms`, before the first token. */
  readonly seen: boolean;
}

/** One-sided 5 %: so often prompts that cost nothing would seem to cost something. */
const SIGNIFICANT = 1.645;
/**
 * One-sided 0.1 %, for what keystrokes leave to be read beside the cache: a few dozen tokens take less than
 * the jitter, and a job's thousands would multiply a chance slope to minutes.
 */
const SURELY_SIGNIFICANT = 3.09;
const SHORT_PROMPT_TOKENS = 256;

/**
 * Fits the median TTFT over the prompt. The slope is the median of the slopes between all pairs of
 * requests that were answered, each weighted by how far apart their prompts are (Theil and Sen; a quarter
 * of outliers cannot bend it), but not by more than the second longest prompt: the first request after a
 * start has a long prompt to read and much else to wait for, and must not draw the line alone. The base is the median of what is left, by Kaplan and Meier with the stopped
 * requests as "at least so long", so that stopping slow ones does not make the model look fast.
 *
 * Pairs are sorted once, so that a resampled fit takes one walk over them. O(n² log n), then O(n²).
 */
export function createTtftFit(samples: readonly TtftSample[]) {
  const pairs = pairsOf(samples).sort((a, b) => a.slope - b.slope);
  const paysForPrompt = grows(pairs, samples);

  const slopeOf = (times: (index: number) => number): number =>
    Math.max(0, weightedMedianOfSorted(pairs, times));

  const baseOf = (slope: number, times: (index: number) => number): number | null => {
    const seenMs: number[] = [];
    const stoppedMs: number[] = [];
    for (const [index, { promptTokens, ms, seen }] of samples.entries()) {
      for (let i = times(index); i > 0; i--) {
        (seen ? seenMs : stoppedMs).push(ms - slope * promptTokens);
      }
    }
    return survivalQuantiles({ seenMs, stoppedMs, never: 0 }, [0.5])[0]?.ms ?? null;
  };

  const fitWith = (slope: number, times: (index: number) => number): TtftFit | null => {
    const baseMs = baseOf(slope, times);
    if (baseMs === null || baseMs >= 0) {
      return baseMs === null ? null : { baseMs, msPerPromptToken: slope };
    }
    // Steeper than from nothing at no prompt is a fault of the sample: the line through zero then.
    const throughZero = samples.map(({ promptTokens, ms, seen }, index) => ({
      value: ms / promptTokens,
      weight: seen && promptTokens > 0 ? promptTokens * times(index) : 0,
    }));
    const msPerPromptToken = weightedMedian(throughZero);
    return msPerPromptToken === null ? null : { baseMs: 0, msPerPromptToken };
  };

  const once = () => 1;
  return {
    /** Null where half of the requests were stopped too early to say. */
    fit: (): TtftFit | null => fitWith(paysForPrompt ? slopeOf(once) : 0, once),
    /** The same where each sample counts so many times. */
    resampled: (times: (index: number) => number): TtftFit | null => fitWith(slopeOf(times), times),
  };
}

interface Pair {
  readonly a: number;
  readonly b: number;
  readonly slope: number;
  /** Prompt tokens, at most the second longest prompt. */
  readonly apart: number;
}

function pairsOf(samples: readonly TtftSample[]): Pair[] {
  const farthest = secondLongest(samples);
  const pairs: Pair[] = [];
  for (const [a, one] of samples.entries()) {
    for (let b = a + 1; b < samples.length; b++) {
      const other = samples[b] ?? one;
      const apart = other.promptTokens - one.promptTokens;
      if (!one.seen || !other.seen || apart === 0) continue;
      const slope = (other.ms - one.ms) / apart;
      pairs.push({ a, b, slope, apart: Math.min(Math.abs(apart), farthest) });
    }
  }
  return pairs;
}

function secondLongest(samples: readonly TtftSample[]): number {
  const seen = samples.filter((sample) => sample.seen);
  return seen.map(({ promptTokens }) => promptTokens).sort((a, b) => b - a)[1] ?? 0;
}

/**
 * Kendall's test with the weights of the pairs. Prompts of much the same size have a slope too, made of jitter
 * alone, and a job with a prompt six times as long would multiply it. It takes four requests, all in order,
 * to pass. Of any order of the times being equally likely: two pairs that share a request agree twice in
 * three, which makes the variance a third of the sum of squares over pairs and over requests.
 */
function grows(pairs: readonly Pair[], samples: readonly TtftSample[]): boolean {
  const reaches = samples.map(() => 0);
  let surplus = 0;
  let squares = 0;
  for (const { a, b, slope, apart } of pairs) {
    surplus += Math.sign(slope) * apart;
    squares += apart ** 2;
    const isRising = (samples[b]?.promptTokens ?? 0) > (samples[a]?.promptTokens ?? 0);
    const signed = isRising ? apart : -apart;
    reaches[a] = (reaches[a] ?? 0) + signed;
    reaches[b] = (reaches[b] ?? 0) - signed;
  }
  const variance = (squares + reaches.reduce((sum, one) => sum + one ** 2, 0)) / 3;
  const isShort = secondLongest(samples) < SHORT_PROMPT_TOKENS;
  return (
    surplus > 0 && surplus >= (isShort ? SURELY_SIGNIFICANT : SIGNIFICANT) * Math.sqrt(variance)
  );
}

/** In plain loops: with a hundred requests and forty draws it weighs 200 000 pairs for one model. */
function weightedMedianOfSorted(pairs: readonly Pair[], times: (index: number) => number): number {
  const weights: number[] = [];
  let total = 0;
  for (const { a, b, apart } of pairs) {
    const weight = times(a) * times(b) * apart;
    weights.push(weight);
    total += weight;
  }
  let below = 0;
  for (let i = 0; i < pairs.length; i++) {
    below += weights[i] ?? 0;
    if (below >= total / 2) return pairs[i]?.slope ?? 0;
  }
  return 0;
}
