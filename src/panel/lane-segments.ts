import type { LaneRecord } from '../core/record.ts';

/** Where a request was. `server`: queue and prefill together, where nothing tells them apart. */
export type Phase =
  | 'wait'
  | 'connect'
  | 'network'
  | 'queue'
  | 'prefill'
  | 'server'
  | 'compute'
  | 'line'
  | 'decode';

/**
 * How a phase is known. `measured`: stamped here or reported by the server. `derived`: from protocol
 * events, or a remainder. `whole`: the sum was measured, its split was not. `unknown`: the request
 * ended inside it, so it took at least this long.
 */
export type Provenance = 'measured' | 'derived' | 'whole' | 'unknown';

export interface Segment {
  readonly phase: Phase;
  readonly provenance: Provenance;
  /** Milliseconds since the keystroke. */
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * A server's clock and ours disagree by rounding and travel; up to this much its phases may exceed
 * the time we measured before its split is set aside as not credible.
 */
const CLOCK_SLACK_MS = 5;

/** The timeline of one request as phases without gaps, in order, from the keystroke on. */
export function laneSegments(lane: LaneRecord): readonly Segment[] {
  const segments: Segment[] = [];
  let atMs = 0;
  const push = (phase: Phase, toMs: number, provenance: Provenance) => {
    if (!(toMs > atMs)) return;
    segments.push({ phase, provenance, fromMs: atMs, toMs });
    atMs = toMs;
  };

  push('wait', lane.dispatchedMs, 'measured');
  const first = lane.firstTokenMs;
  if (lane.provider === 'embedded') {
    push('compute', first ?? lane.endMs, 'measured');
  } else {
    if (lane.connectedMs !== null && lane.reusedConnection !== true) {
      push('connect', lane.connectedMs, 'measured');
    }
    if (first === null) unanswered(lane, push);
    else untilFirstToken(lane, first, atMs, push);
  }
  if (first !== null) {
    if (lane.firstLineMs !== null) push('line', lane.firstLineMs, 'measured');
    if (lane.lastTokenMs !== null) push('decode', lane.lastTokenMs, 'measured');
  }
  return segments;
}

type Push = (phase: Phase, toMs: number, provenance: Provenance) => void;

function unanswered(lane: LaneRecord, push: Push): void {
  if (lane.connectedMs === null && lane.headersMs === null && lane.processingMs === null) {
    push('connect', lane.endMs, 'unknown');
    return;
  }
  if (lane.processingMs === null) {
    push('server', lane.endMs, 'unknown');
    return;
  }
  push('queue', lane.processingMs, 'derived');
  push('prefill', lane.endMs, 'unknown');
}

function untilFirstToken(lane: LaneRecord, first: number, atMs: number, push: Push): void {
  const { queueMs, loadMs, prefillMs } = lane.server;
  const spanMs = first - atMs;
  const queued =
    queueMs === undefined && loadMs === undefined ? null : (queueMs ?? 0) + (loadMs ?? 0);
  const reported = (queued ?? 0) + (prefillMs ?? 0);
  const credible = reported > 0 && reported <= spanMs + CLOCK_SLACK_MS;

  if (credible && prefillMs !== undefined) {
    const prefillFrom = Math.max(atMs, first - prefillMs);
    if (queued !== null) {
      push('network', Math.max(atMs, prefillFrom - queued), 'derived');
      push('queue', prefillFrom, 'measured');
    } else {
      if (lane.processingMs !== null)
        push('queue', Math.min(lane.processingMs, prefillFrom), 'derived');
      push('server', prefillFrom, 'whole');
    }
    push('prefill', first, 'measured');
    return;
  }
  if (credible && queued !== null) {
    push('queue', Math.min(first, atMs + queued), 'measured');
    push('server', first, 'whole');
    return;
  }
  if (lane.processingMs !== null && lane.processingMs <= first) {
    push('queue', lane.processingMs, 'derived');
    push('prefill', first, 'derived');
    return;
  }
  push('server', first, 'whole');
}
