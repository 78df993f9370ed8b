import type { Floor, Provenance } from '../protocol.ts';
import type { LaneRecord } from '../record.ts';
import { laneFloor } from './lane-floor.ts';
import { type ServerStay, serverStay } from './server-stay.ts';
import { unseenDecodeMs } from './unseen-decode.ts';

/** How long a request waited in the server's scheduler. `plusMinusMs`: where it is not exact. */
export interface QueueWait {
  readonly ms: number;
  readonly from: Provenance;
  readonly plusMinusMs: number | null;
}

/** The wait of one request in the server's queue; null where nothing tells. Without a floor nothing is estimated. */
export function laneQueue(lane: LaneRecord, floor: Floor | null): QueueWait | null {
  const stay = serverStay(lane);
  return stay === null ? null : queueOfStay(lane, stay, floor);
}

/**
 * The first rule that has what it needs decides:
 *
 * 1. The server reports it (vLLM, Groq, Cerebras, Fireworks' own deployments).
 * 2. The protocol shows when prefill began (llama-server's progress events): what had passed since the
 *    connection, without the round trip that brought the event. Tokenising is in it, a millisecond or two.
 * 3. The protocol shows that the request still waited (keep-alive comments): at least until the last of them.
 *    It may have begun any time before the next event, which is the uncertainty.
 * 4. The server reports its prefill but no queue: the rest of the wait, beside the load where it is reported.
 *    Ollama's rest is taken from its own total (`load_duration` holds its scheduler's wait and the load, and
 *    stays `load`), another's from the server's own time to first token, and failing that from ours. The
 *    last holds the server's front end too.
 * 5. A floor says what this model takes for such a prompt when nothing queues: the excess over it. Within the
 *    floor's uncertainty nothing shows a queue, and it is 0.
 *
 * Of what is left over (the last of 4, and 5) the time that the server was writing before we saw a first token
 * is no queue: it is taken off, or where it is not known, neither is the queue.
 */
export function queueOfStay(
  lane: LaneRecord,
  stay: ServerStay,
  floor: Floor | null,
): QueueWait | null {
  const { server, connectedMs, untilMs } = stay;
  const roomMs = untilMs - connectedMs;
  const tripMs = stay.roundTripMs ?? 0;
  if (server.queueMs !== undefined) return known('server', server.queueMs, roomMs);
  if (stay.processingMs !== null) {
    return known(
      'derived',
      stay.processingMs - connectedMs - tripMs - (server.loadMs ?? 0),
      roomMs,
    );
  }
  if (stay.waiting !== null) {
    const { lastMs, nextMs } = stay.waiting;
    const atLeast = known('derived', lastMs - connectedMs - tripMs, roomMs);
    return { ...atLeast, plusMinusMs: nextMs - lastMs };
  }
  return residual(lane, stay) ?? estimated(lane, stay, floor);
}

/** Never negative, and never more than there was: clocks and handshakes are not exact. */
function known(from: Provenance, ms: number, mostMs: number): QueueWait {
  return { ms: Math.max(0, Math.min(ms, mostMs)), from, plusMinusMs: null };
}

function residual(lane: LaneRecord, stay: ServerStay): QueueWait | null {
  const { loadMs = 0, prefillMs, decodeMs = 0, totalMs, ttftMs } = stay.server;
  const spentMs = loadMs + (prefillMs ?? 0);
  const leftMs = stay.untilMs - stay.connectedMs - spentMs;
  // Ollama leaves out durations of zero, so that beside its total an absent one is known.
  if (lane.provider === 'ollama' && totalMs !== undefined) {
    return known('derived', totalMs - spentMs - decodeMs, leftMs);
  }
  if (prefillMs === undefined) return null;
  if (ttftMs !== undefined) return known('derived', ttftMs - spentMs, leftMs);
  // Without a first token of ours, decoding is in what is left.
  if (lane.firstTokenMs === null) return null;
  const unseenMs = unseenDecodeMs(lane);
  if (unseenMs === null) return null;
  return known('derived', leftMs - (stay.roundTripMs ?? 0) - unseenMs, leftMs);
}

function estimated(lane: LaneRecord, stay: ServerStay, floor: Floor | null): QueueWait | null {
  // A request that was stopped before its first token may have been anywhere.
  if (lane.firstTokenMs === null) return null;
  const unqueued = laneFloor(lane, floor);
  const unseenMs = unseenDecodeMs(lane);
  if (floor === null || unqueued === null || unseenMs === null) return null;
  const { plusMinusMs } = floor;
  const spentMs = (stay.server.loadMs ?? 0) + unseenMs;
  const overMs = stay.untilMs - stay.connectedMs - spentMs - unqueued.ms;
  return { ms: overMs > plusMinusMs ? overMs : 0, from: 'estimated', plusMinusMs };
}
