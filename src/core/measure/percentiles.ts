import type { Interval, Percentiles } from '../protocol.ts';
import { type Durations, type SurvivalQuantile, survivalQuantiles } from './survival.ts';

/** A median means something from the first sample on, given `n`; a p90 of 20 is its second worst. */
const MIN_FOR_P90 = 30;
/** Five requests lie beyond the percentile; the published tools print it from any number of them. */
const MIN_FOR_P95 = 100;
/** Ten lie beyond it. */
const MIN_FOR_P99 = 1000;
/**
 * The fewest of which any two order statistics enclose a median with 95 %: the smallest and the largest
 * of six do so in 1 − 2 × 2⁻⁶ = 97 % of samples, those of five in 94 %.
 */
const MIN_FOR_INTERVAL = 6;

/** Percentiles of a duration, as far as the sample is large enough to say them. */
export function percentiles(durations: Durations): Percentiles {
  const censored = durations.stoppedMs.length;
  const told = durations.seenMs.length + durations.never;
  const n = told + censored;
  const [p50, p90, p95, p99] = survivalQuantiles(durations, [0.5, 0.9, 0.95, 0.99]);
  const hasInterval = told >= MIN_FOR_INTERVAL;
  return {
    p50Ms: p50?.ms ?? null,
    p50Interval: hasInterval ? intervalOf(p50) : null,
    p90Ms: n >= MIN_FOR_P90 ? (p90?.ms ?? null) : null,
    p90Interval: n >= MIN_FOR_P90 && hasInterval ? intervalOf(p90) : null,
    p95Ms: n >= MIN_FOR_P95 ? (p95?.ms ?? null) : null,
    p99Ms: n >= MIN_FOR_P99 ? (p99?.ms ?? null) : null,
    n,
    censored,
  };
}

/** Also where the quantile itself is out of reach: "more than the lower bound" is worth knowing. */
function intervalOf(quantile: SurvivalQuantile | undefined): Interval | null {
  if (quantile === undefined || quantile.lowMs === null) return null;
  return { lowMs: quantile.lowMs, highMs: quantile.highMs };
}
