import type { Floor, QueueFigure } from '../protocol.ts';
import type { LaneRecord } from '../record.ts';
import { laneFloor } from './lane-floor.ts';
import { laneQueue, type QueueWait } from './lane-queue.ts';
import { median } from './median.ts';
import { percentiles } from './percentiles.ts';
import { PROVENANCES, weakestOf } from './weakest-of.ts';

/** With fewer, one odd request is the median. */
const ENOUGH = 3;

/**
 * The wait in the server's queue over the requests of which it is known best; null for none. Three whose
 * server told it say more than a hundred of which it is estimated, and a model of which more becomes
 * known must not become less sure. Requests that were stopped while they may still have waited count as "at
 * least", as with TTFT: a long queue is what the writer outruns first.
 */
export function queueFigure(lanes: readonly LaneRecord[], floor: Floor | null): QueueFigure | null {
  const all: QueueWait[] = [];
  const stoppedMs: number[] = [];
  for (const lane of lanes) {
    if (lane.outcome === 'failed') continue;
    if (lane.outcome === 'stopped' && lane.firstTokenMs === null && lane.processingMs === null) {
      const leastMs = leastWaitMs(lane, floor);
      // "At least nothing" is true of every request and says nothing of any.
      if (leastMs !== null && leastMs > 0) stoppedMs.push(leastMs);
      continue;
    }
    const queue = laneQueue(lane, floor);
    if (queue !== null) all.push(queue);
  }
  const seen = surest(all);
  const from = weakestOf(seen.map((queue) => queue.from));
  const { p50Ms, p90Ms, n } = percentiles({
    seenMs: seen.map((queue) => queue.ms),
    stoppedMs,
    never: 0,
  });
  if (from === null || p50Ms === null) return null;
  const spreads = seen
    .filter((queue) => queue.from === from)
    .map((queue) => queue.plusMinusMs)
    .filter((ms) => ms !== null);
  return { p50Ms, p90Ms, n, from, plusMinusMs: median(spreads) };
}

/** Those that are known at least as well as it takes to have enough. */
function surest(all: readonly QueueWait[]): readonly QueueWait[] {
  for (const weakest of PROVENANCES.keys()) {
    const sure = all.filter(({ from }) => PROVENANCES.indexOf(from) <= weakest);
    if (sure.length >= ENOUGH) return sure;
  }
  return all;
}

/** What a stopped request had waited for certain: to the last sign of waiting, else beyond the floor. */
function leastWaitMs(lane: LaneRecord, floor: Floor | null): number | null {
  const told = laneQueue(lane, null);
  if (told !== null) return told.ms;
  const unqueued = laneFloor(lane, floor);
  if (floor === null || unqueued === null || lane.connectedMs === null) return null;
  return Math.max(0, lane.endMs - lane.connectedMs - unqueued.ms - floor.plusMinusMs);
}
