import type { Floor, Provenance } from '../protocol.ts';
import type { LaneRecord } from '../record.ts';
import { promptTokens } from './prompt-tokens.ts';
import { type ServerStay, serverStay } from './server-stay.ts';

/** How long a request waited in the server's scheduler. `plusMinusMs`: where it is not exact. */
export interface QueueWait {
  readonly ms: number;
  readonly from: Provenance;
  readonly plusMinusMs: number | null;
}

/**
 * The wait of one request in the server's queue; null where nothing tells. Rules in the order of what they
 * know: see `lane-phases.ts`. `floor` may be null: then nothing is estimated.
 */
export function laneQueue(lane: LaneRecord, floor: Floor | null): QueueWait | null {
  const stay = serverStay(lane);
  return stay === null ? null : queueOfStay(lane, stay, floor);
}

export function queueOfStay(
  lane: LaneRecord,
  stay: ServerStay,
  floor: Floor | null,
): QueueWait | null {
  const { server, connectedMs, untilMs, roundTripMs } = stay;
  const roomMs = untilMs - connectedMs;
  if (server.queueMs !== undefined) return wait('server', server.queueMs, roomMs);
  if (stay.processingMs !== null) {
    const leftMs = stay.processingMs - connectedMs - roundTripMs - (server.loadMs ?? 0);
    return wait('derived', leftMs, roomMs);
  }
  if (stay.waiting !== null) {
    const { lastMs, nextMs } = stay.waiting;
    const known = wait('derived', lastMs - connectedMs - roundTripMs, roomMs);
    return { ...known, plusMinusMs: nextMs - lastMs };
  }
  const residualMs = reportedResidual(lane, stay);
  if (residualMs !== null) {
    const spentMs = (server.loadMs ?? 0) + (server.prefillMs ?? 0);
    return wait('derived', residualMs, roomMs - spentMs);
  }
  // Without a first token the time at the server is only a lower bound: it says nothing of a queue.
  if (floor === null || lane.firstTokenMs === null) return null;
  const uncached = promptTokens(lane, floor.charsPerToken)?.uncached;
  if (!uncached) return null;
  const floorMs = floor.baseMs + floor.msPerUncachedToken * uncached.tokens;
  const overMs = roomMs - (server.loadMs ?? 0) - floorMs;
  const ms = overMs > floor.plusMinusMs ? overMs : 0;
  return { ms, from: 'estimated', plusMinusMs: floor.plusMinusMs };
}

function wait(from: Provenance, ms: number, mostMs: number): QueueWait {
  return { ms: Math.max(0, Math.min(ms, mostMs)), from, plusMinusMs: null };
}

/** What the server's own sums leave beside the phases that it reports; null where it reports no prefill. */
function reportedResidual(lane: LaneRecord, stay: ServerStay): number | null {
  const { loadMs = 0, prefillMs, decodeMs = 0, totalMs, ttftMs } = stay.server;
  // Ollama leaves out durations of zero, so beside a total an absent one is known.
  if (lane.provider === 'ollama' && totalMs !== undefined) {
    return totalMs - loadMs - (prefillMs ?? 0) - decodeMs;
  }
  if (prefillMs === undefined) return null;
  if (ttftMs !== undefined) return ttftMs - loadMs - prefillMs;
  if (lane.firstTokenMs === null) return null;
  return stay.untilMs - stay.connectedMs - stay.roundTripMs - loadMs - prefillMs;
}
