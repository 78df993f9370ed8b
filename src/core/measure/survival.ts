/** Durations in ms, told apart by what is known of each. */
export interface Durations {
  /** Ended: the event was seen after exactly this long. */
  readonly seenMs: readonly number[];
  /** Stopped by us: the event would have come after more than this. */
  readonly stoppedMs: readonly number[];
  /** Attempts whose event can never come, such as a refused request. */
  readonly never: number;
}

/**
 * Quantiles of the time to an event by the Kaplan-Meier estimator with right-censoring (Kaplan and
 * Meier, 1958): for each `q` the shortest time by which at least the share `q` has had its event, or
 * null where the data do not reach that far. Without censoring this is the inverse of the empirical
 * distribution (nearest rank, no interpolation). Requests that the writer outran count as "at least
 * this long"; dropping them would make slow models look fast. O(n log n).
 */
export function survivalQuantiles(
  { seenMs, stoppedMs, never }: Durations,
  quantiles: readonly number[],
): (number | null)[] {
  const seen = Float64Array.from(seenMs).sort();
  const stopped = Float64Array.from(stoppedMs).sort();
  const order = quantiles.map((q, index) => ({ q, index })).sort((a, b) => a.q - b.q);
  const found: (number | null)[] = quantiles.map(() => null);

  let atRisk = seen.length + stopped.length + never;
  let surviving = 1;
  let nextStopped = 0;
  let next = 0;
  for (let i = 0; i < seen.length && next < order.length; ) {
    const time = seen[i] ?? 0;
    // Whoever was stopped at this very moment was still at risk: by convention events come first.
    while (nextStopped < stopped.length && (stopped[nextStopped] ?? 0) < time) {
      nextStopped += 1;
      atRisk -= 1;
    }
    let events = 0;
    while (i < seen.length && seen[i] === time) {
      i += 1;
      events += 1;
    }
    surviving *= 1 - events / atRisk;
    atRisk -= events;
    // The product of many fractions is inexact; a true median must not slip to the next event.
    while (next < order.length && surviving <= 1 - (order[next]?.q ?? 1) + 1e-9) {
      found[order[next]?.index ?? 0] = time;
      next += 1;
    }
  }
  return found;
}
