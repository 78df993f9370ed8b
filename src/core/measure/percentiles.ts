import type { Interval, Percentiles } from '../protocol.ts';
import { type Durations, type SurvivalQuantile, survivalQuantiles } from './survival.ts';

/**
 * A median means something from the first sample on, given `n`; but where most were stopped before it, one
 * request of thirty is no median. Three are enough, and of fewer than twelve a quarter.
 */
const ENOUGH_FOR_P50 = 3;
const ENOUGH_SHARE_FOR_P50 = 1 / 4;
/** Three requests lie beyond it; a p90 of 20 is its second worst. */
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

/**
 * Percentiles of a duration, as far as the sample is large enough to say them. Requests that were stopped
 * before a percentile say nothing of the times around it: each asks for enough of those that had waited
 * so long (`effectiveN`), or one slow request after many quick stops would be all percentiles at once.
 */
export function percentiles(durations: Durations): Percentiles {
  const censored = durations.stoppedMs.filter(Number.isFinite).length;
  const told = durations.seenMs.filter(Number.isFinite).length + durations.never;
  const n = told + censored;
  const [p50, p90, p95, p99] = survivalQuantiles(durations, [0.5, 0.9, 0.95, 0.99]);
  const enoughForP50 = Math.min(ENOUGH_FOR_P50, n * ENOUGH_SHARE_FOR_P50);
  const hasInterval = told >= MIN_FOR_INTERVAL;
  return {
    p50Ms: msOf(p50, enoughForP50),
    p50Interval: hasInterval ? intervalOf(p50, enoughForP50) : null,
    p90Ms: n >= MIN_FOR_P90 ? msOf(p90, MIN_FOR_P90) : null,
    p90Interval: n >= MIN_FOR_P90 && hasInterval ? intervalOf(p90, MIN_FOR_P90) : null,
    p95Ms: msOf(p95, MIN_FOR_P95),
    p99Ms: msOf(p99, MIN_FOR_P99),
    n,
    censored,
  };
}

function msOf(quantile: SurvivalQuantile | undefined, fewest: number): number | null {
  // A quotient of sums of fractions: thirty requests may come out a billionth below thirty.
  return quantile !== undefined && quantile.effectiveN > fewest - 0.001 ? quantile.ms : null;
}

/** Also where the quantile itself is out of reach: "more than the lower bound" is worth knowing. */
function intervalOf(quantile: SurvivalQuantile | undefined, fewest: number): Interval | null {
  if (quantile === undefined || quantile.lowMs === null) return null;
  if (quantile.ms !== null && msOf(quantile, fewest) === null) return null;
  return { lowMs: quantile.lowMs, highMs: quantile.highMs };
}
