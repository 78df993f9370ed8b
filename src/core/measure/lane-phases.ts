import type { Floor, Phase, PhaseName, Provenance } from '../protocol.ts';
import type { LaneRecord } from '../record.ts';
import { queueOfStay } from './lane-queue.ts';
import { promptTokens } from './prompt-tokens.ts';
import { type ServerStay, serverStay } from './server-stay.ts';

/** Sums of hundredths of a millisecond are off by less than this. */
const NOTHING_MS = 1e-6;

/**
 * From the keystroke to the first token as phases without gaps that add up to it; of a request without a
 * first token, to where it ended, as far as anything is known. A phase of 0 ms is known to be empty; one
 * that is missing is not known.
 */
export function lanePhases(lane: LaneRecord, floor: Floor | null): readonly Phase[] {
  const untilMs = lane.firstTokenMs ?? lane.endMs;
  const dispatchedMs = Math.max(0, Math.min(lane.dispatchedMs, untilMs));
  const phases = [phase('wait', dispatchedMs, 'derived')];
  const stay = serverStay(lane);
  if (stay === null) {
    // In-process: from dispatch on it does nothing but read and say.
    if (lane.provider === 'embedded')
      phases.push(phase('prefill', untilMs - dispatchedMs, 'derived'));
    return phases;
  }
  if (lane.connectedMs !== null) {
    phases.push(phase('connect', stay.connectedMs - dispatchedMs, 'derived'));
  }
  let leftMs = untilMs - stay.connectedMs;
  const take = (ms: number) => {
    const taken = Math.max(0, Math.min(ms, leftMs));
    leftMs -= taken;
    return taken;
  };

  // What is taken first is kept whole: the queue and what is reported, then the network's round trip.
  const queue = queueOfStay(lane, stay, floor);
  const queueMs = queue === null ? 0 : take(queue.ms);
  const { loadMs } = stay.server;
  const load = loadMs === undefined ? null : phase('load', take(loadMs), 'server');
  const prefill = prefillOf(lane, stay, floor);
  const prefillMs = prefill === null ? 0 : take(prefill.ms);
  const networkMs = take(stay.roundTripMs);
  if (lane.roundTripMs !== null) phases.push(phase('network', networkMs, 'derived'));
  if (queue !== null) phases.push({ ...queue, name: 'queue', ms: queueMs });
  if (load !== null) phases.push(load);
  if (prefill !== null) phases.push({ ...prefill, ms: prefillMs });
  if (leftMs > NOTHING_MS) phases.push(phase('server', leftMs, 'derived'));
  return phases;
}

function prefillOf(lane: LaneRecord, stay: ServerStay, floor: Floor | null): Phase | null {
  const { prefillMs } = stay.server;
  if (prefillMs !== undefined) return phase('prefill', prefillMs, 'server');
  if (lane.firstTokenMs === null) return null;
  if (stay.processingMs !== null) {
    return phase('prefill', stay.untilMs - stay.processingMs, 'derived');
  }
  if (floor === null) return null;
  const uncached = promptTokens(lane, floor.charsPerToken)?.uncached;
  if (!uncached) return null;
  const ms = floor.msPerUncachedToken * uncached.tokens;
  return { name: 'prefill', ms, from: 'estimated', plusMinusMs: floor.plusMinusMs };
}

function phase(name: PhaseName, ms: number, from: Provenance): Phase {
  return { name, ms, from, plusMinusMs: null };
}
