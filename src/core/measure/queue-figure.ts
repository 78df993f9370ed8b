import type { Floor, QueueFigure } from '../protocol.ts';
import type { LaneRecord } from '../record.ts';
import { laneFloor } from './lane-floor.ts';
import { laneQueue, type QueueWait } from './lane-queue.ts';
import { median } from './median.ts';
import { percentiles } from './percentiles.ts';
import { weakestOf } from './segments.ts';

/**
 * The wait in the server's queue over the requests of which it is known; null for none. Requests that
 * were stopped while they may still have waited count as "at least", as with TTFT: a long queue is what
 * the writer outruns first.
 */
export function queueFigure(lanes: readonly LaneRecord[], floor: Floor | null): QueueFigure | null {
  const seen: QueueWait[] = [];
  const stoppedMs: number[] = [];
  for (const lane of lanes) {
    if (lane.outcome === 'failed') continue;
    if (lane.outcome === 'stopped' && lane.firstTokenMs === null && lane.processingMs === null) {
      const leastMs = leastWaitMs(lane, floor);
      if (leastMs !== null) stoppedMs.push(leastMs);
      continue;
    }
    const queue = laneQueue(lane, floor);
    if (queue !== null) seen.push(queue);
  }
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

/** What a stopped request had waited for certain: to the last sign of waiting, else beyond the floor. */
function leastWaitMs(lane: LaneRecord, floor: Floor | null): number | null {
  const told = laneQueue(lane, null);
  if (told !== null) return told.ms;
  const unqueued = laneFloor(lane, floor);
  if (floor === null || unqueued === null || lane.connectedMs === null) return null;
  return Math.max(0, lane.endMs - lane.connectedMs - unqueued.ms - floor.plusMinusMs);
}
