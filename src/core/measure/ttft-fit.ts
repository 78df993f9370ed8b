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
 * Fits the median TTFT over the prompt. The slope is the median of the slopes between all pairs of
 * requests that were answered, each weighted by how far apart their prompts are (Theil and Sen; a quarter
 * of outliers cannot bend it). The base is the median of what is left, by Kaplan and Meier with the stopped
 * requests as "at least so long", so that stopping slow ones does not make the model look fast.
 *
 * Pairs are sorted once, so that a resampled fit takes one walk over them. O(n² log n), then O(n²).
 */
export function createTtftFit(samples: readonly TtftSample[]) {
  const pairs = pairsOf(samples).sort((a, b) => a.slope - b.slope);
  const paysForPrompt = grows(pairs, samples.filter(({ seen }) => seen).length);

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
  readonly apart: number;
}

function pairsOf(samples: readonly TtftSample[]): Pair[] {
  const pairs: Pair[] = [];
  for (const [a, one] of samples.entries()) {
    for (let b = a + 1; b < samples.length; b++) {
      const other = samples[b] ?? one;
      const apart = other.promptTokens - one.promptTokens;
      if (!one.seen || !other.seen || apart === 0) continue;
      pairs.push({ a, b, slope: (other.ms - one.ms) / apart, apart: Math.abs(apart) });
    }
  }
  return pairs;
}

/**
 * Kendall's test. Prompts of much the same size have a slope too, made of jitter alone, and a job with a
 * prompt six times as long would multiply it. It takes four requests, all in order, to pass.
 */
function grows(pairs: readonly Pair[], n: number): boolean {
  const surplus = pairs.reduce((sum, { slope }) => sum + Math.sign(slope), 0);
  return surplus / Math.sqrt((n * (n - 1) * (2 * n + 5)) / 18) >= SIGNIFICANT;
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
