import type { ModelSummary, Percentiles } from '../protocol.ts';
import type { LaneRecord } from '../record.ts';
import { cachedPrompt } from './cache-figure.ts';
import { durationsOf } from './durations.ts';
import { firstTokenOf } from './lane-timing.ts';
import { percentiles } from './percentiles.ts';

/** Half of the prompt from the cache is where a request is closer to a cached one than to a new one. */
const WARM_SHARE = 0.5;

/** TTFT on a new and on a kept connection; requests of which it is not known are in neither. */
export function byConnection(lanes: readonly LaneRecord[]): ModelSummary['byConnection'] {
  const transportTells = lanes.some((lane) => lane.reusedConnection !== null);
  const isCold = (lane: LaneRecord) =>
    lane.reusedConnection === false || (transportTells && endedConnecting(lane));
  return {
    cold: ttft(lanes.filter(isCold)),
    warm: ttft(lanes.filter((lane) => lane.reusedConnection === true)),
  };
}

/**
 * A kept connection is there at once, so a request that ended without one was waiting for a new one.
 * Left out, connecting would look the faster the more often it takes too long.
 */
function endedConnecting({ connectedMs, outcome, error }: LaneRecord): boolean {
  if (connectedMs !== null) return false;
  return outcome === 'stopped' || error?.code === 'unreachable' || error?.code === 'timeout';
}

/** TTFT with little and with much of the prompt from the cache; null where no request tells. */
export function byCache(lanes: readonly LaneRecord[]): ModelSummary['byCache'] {
  const cold: LaneRecord[] = [];
  const warm: LaneRecord[] = [];
  for (const lane of lanes) {
    const prompt = cachedPrompt(lane);
    if (prompt === null) continue;
    (prompt.cachedTokens >= prompt.promptTokens * WARM_SHARE ? warm : cold).push(lane);
  }
  return cold.length + warm.length === 0 ? null : { cold: ttft(cold), warm: ttft(warm) };
}

function ttft(lanes: readonly LaneRecord[]): Percentiles {
  return percentiles(durationsOf(lanes, firstTokenOf, 'dispatch'));
}
