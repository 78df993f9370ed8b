import type { ServerTimings } from '../model.ts';
import type { LaneRecord } from '../record.ts';
import { believedReports } from './believed-reports.ts';
import { unseenDecodeMs } from './unseen-decode.ts';

/** What one flush brings is read within so long; shorter differences of clocks say nothing. */
const FLUSH_MS = 5;

/** A request from the moment that its connection was there, on our clock, with marks in their order. */
export interface ServerStay {
  readonly connectedMs: number;
  /** The first token, or the end of a request that had none. */
  readonly untilMs: number;
  /** Null where it is not known. */
  readonly roundTripMs: number | null;
  readonly processingMs: number | null;
  /** The last sign of waiting, and the first event after it. */
  readonly waiting: { readonly lastMs: number; readonly nextMs: number } | null;
  /** Reports, as far as our clock bears them out. */
  readonly server: ServerTimings;
}

/**
 * Marks that contradict the order of things are put right: a connection lies between dispatch and first
 * token, and a sign of waiting or of prefill that came after the first token is none, nor is one that a proxy
 * handed on when the server must have been writing for some time. Null where nothing
 * is known of a stay: the embedded predictor has no server, and a request that ended without a connection
 * and without a token never got to one. A first token without a connection mark (a transport that cannot
 * tell) counts from the dispatch.
 */
export function serverStay(lane: LaneRecord): ServerStay | null {
  if (lane.provider === 'embedded') return null;
  if (lane.connectedMs === null && lane.firstTokenMs === null) return null;
  const untilMs = lane.firstTokenMs ?? lane.endMs;
  const connectedMs = Math.min(
    untilMs,
    Math.max(lane.dispatchedMs, lane.connectedMs ?? lane.dispatchedMs),
  );
  const began = lane.processingMs;
  const timelyMs = untilMs - heldBackMs(lane);
  const processingMs = began === null || began > timelyMs ? null : Math.max(connectedMs, began);
  const roomMs = untilMs - connectedMs;
  return {
    connectedMs,
    untilMs,
    roundTripMs: lane.roundTripMs === null ? null : Math.min(lane.roundTripMs, roomMs),
    processingMs,
    waiting: waitingOf(lane, connectedMs, untilMs, timelyMs),
    server: believedReports(lane.server, roomMs, untilMs - (processingMs ?? connectedMs)),
  };
}

/** By how much the first token was late for sure; of a flush whose time is not known only the flush itself. */
function heldBackMs(lane: LaneRecord): number {
  const unseenMs = unseenDecodeMs(lane) ?? FLUSH_MS;
  return unseenMs < FLUSH_MS ? 0 : unseenMs;
}

function waitingOf(
  lane: LaneRecord,
  connectedMs: number,
  untilMs: number,
  timelyMs: number,
): ServerStay['waiting'] {
  const lastMs = lane.waitingMs;
  const nextMs = Math.min(untilMs, lane.firstChunkMs ?? untilMs);
  if (lastMs === null || lastMs < connectedMs || lastMs > Math.min(nextMs, timelyMs)) return null;
  return { lastMs, nextMs };
}
