/** Durations in ms, told apart by what is known of each. */
export interface Durations {
  /** Ended: the event was seen after exactly this long. */
  readonly seenMs: readonly number[];
  /** Stopped by us: the event would have come after more than this. */
  readonly stoppedMs: readonly number[];
  /** Attempts whose event can never come, such as a refused request. */
  readonly never: number;
}

/** A quantile with the bounds of its 95 % interval, each null where the data do not reach that far. */
export interface SurvivalQuantile {
  readonly ms: number | null;
  readonly lowMs: number | null;
  readonly highMs: number | null;
  /**
   * How many requests, none of them stopped, would leave as many waiting at this quantile as there were:
   * stopped ones count only as far as they had waited so long. 0 where the quantile is out of reach.
   */
  readonly effectiveN: number;
}

/** Two-sided 95 %: the 97.5 % quantile of the normal distribution. */
const Z = 1.959964;
/** The product of many fractions is inexact; a true median must not slip to the next event. */
const ROUNDING = 1e-9;

/**
 * Quantiles of the time to an event by the Kaplan-Meier estimator with right-censoring (Kaplan and
 * Meier, 1958): for each `q` the shortest time by which at least the share `q` has had its event, or
 * null where the data do not reach that far. Without censoring this is the inverse of the empirical
 * distribution (nearest rank, no interpolation). Requests that the writer outran count as "at least
 * this long"; dropping them would make slow models look fast. O(n log n).
 * Times that are no finite numbers are left out.
 *
 * The interval is Brookmeyer and Crowley's (1982): every time at which the curve is not significantly
 * off the quantile, with Greenwood's variance on the log-log scale, as `survfit` of R does it with
 * `conf.type = "log-log"`. It needs no random numbers and no second pass.
 */
export function survivalQuantiles(
  { seenMs, stoppedMs, never }: Durations,
  quantiles: readonly number[],
): SurvivalQuantile[] {
  const seen = finite(seenMs);
  const stopped = finite(stoppedMs);
  const found = quantiles.map(
    (q): Open => ({ q, ms: null, lowMs: null, highMs: null, effectiveN: 0 }),
  );
  // Each curve falls below the larger shares first, so that one cursor is enough for each.
  const order = found.toSorted((a, b) => a.q - b.q);
  const logShares = order.map(({ q }) => Math.log(1 - q + ROUNDING));
  const cursors = { ms: 0, lowMs: 0, highMs: 0 };
  let effectiveN = 0;
  const cross = (bound: keyof typeof cursors, timeMs: number, logShare: number): void => {
    let at = cursors[bound];
    for (; logShare <= (logShares[at] ?? Number.NEGATIVE_INFINITY); at += 1) {
      const next = order[at];
      if (next === undefined) break;
      next[bound] = timeMs;
      if (bound === 'ms') next.effectiveN = effectiveN;
    }
    cursors[bound] = at;
  };

  let atRisk = seen.length + stopped.length + never;
  let surviving = 1;
  /** Greenwood's sum: the variance of the curve, divided by its square. */
  let spread = 0;
  let nextStopped = 0;
  for (let i = 0; i < seen.length && cursors.highMs < order.length; ) {
    const timeMs = seen[i] ?? 0;
    // Whoever was stopped at this very moment was still at risk: by convention events come first.
    while (nextStopped < stopped.length && (stopped[nextStopped] ?? 0) < timeMs) {
      nextStopped += 1;
      atRisk -= 1;
    }
    // An event leaves it as it is, since both shrink alike; a stop lowers it.
    effectiveN = atRisk / surviving;
    let events = 0;
    while (i < seen.length && seen[i] === timeMs) {
      i += 1;
      events += 1;
    }
    surviving *= 1 - events / atRisk;
    const log = Math.log(surviving);
    cross('ms', timeMs, log);
    if (atRisk > events) {
      spread += events / (atRisk * (atRisk - events));
      const factor = Math.exp((Z * Math.sqrt(spread)) / -log);
      cross('lowMs', timeMs, log * factor);
      cross('highMs', timeMs, log / factor);
    } else {
      // The curve has come to its end: it is at zero, and nothing bounds it from above.
      cross('lowMs', timeMs, log);
    }
    atRisk -= events;
  }
  return found;
}

/** Sorted. What is not a number equals nothing, not even itself, and would never be passed. */
function finite(times: readonly number[]): Float64Array {
  const sorted = new Float64Array(times).sort();
  let [from, to] = [0, sorted.length];
  while (sorted[from] === Number.NEGATIVE_INFINITY) from += 1;
  while (to > from && !Number.isFinite(sorted[to - 1])) to -= 1;
  return sorted.subarray(from, to);
}

type Open = { -readonly [Field in keyof SurvivalQuantile]: SurvivalQuantile[Field] } & {
  readonly q: number;
};
