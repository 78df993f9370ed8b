import type { Floor, Phase, PhaseName, Provenance } from '../protocol.ts';
import type { LaneRecord } from '../record.ts';
import { laneFloor } from './lane-floor.ts';
import { queueOfStay } from './lane-queue.ts';
import { type ServerStay, serverStay } from './server-stay.ts';

/** Sums of hundredths of a millisecond are off by less than this. */
export const NOTHING_MS = 1e-6;

/**
 * From the keystroke to the first token as phases in order that add up to it. A phase of 0 ms is known to
 * have been empty; one that is missing is not known, and its time is in `server`.
 *
 * - `wait`, `connect`: by our own marks. A transport that cannot tell the connection has none, and the
 *   connection's time is in `server`.
 * - `network`: one round trip of this connection; less where the phases that are reported leave less.
 * - `queue`: see `lane-queue.ts`.
 * - `load`: as reported. For Ollama its scheduler's wait is in it.
 * - `prefill`: as reported; else from the sign that it began to the first token; else what the floor says
 *   that these tokens take to read, where that is more than its uncertainty. The floor's base is not in it: front end and network have their share
 *   of that, and nothing tells it.
 * - `server`: the rest between the connection and the first token: front end, tokenising, a proxy, and
 *   whatever of queue, load and prefill is not known.
 *
 * A request without a first token is told up to where it ended; one that never had a connection only up to
 * its dispatch. The predictor reads and says in one, without a server.
 */
export function lanePhases(lane: LaneRecord, floor: Floor | null): readonly Phase[] {
  const untilMs = lane.firstTokenMs ?? lane.endMs;
  const dispatchedMs = Math.max(0, Math.min(lane.dispatchedMs, untilMs));
  const phases = [exact('wait', dispatchedMs, 'derived')];
  if (lane.provider === 'embedded') {
    return [...phases, exact('prefill', untilMs - dispatchedMs, 'derived')];
  }
  const stay = serverStay(lane);
  if (stay === null) return phases;
  if (lane.connectedMs !== null) {
    phases.push(exact('connect', stay.connectedMs - dispatchedMs, 'derived'));
  }
  return [...phases, ...stayPhases(lane, stay, floor)];
}

function stayPhases(lane: LaneRecord, stay: ServerStay, floor: Floor | null): Phase[] {
  const queue = queueOfStay(lane, stay, floor);
  const { loadMs } = stay.server;
  const phases: Record<'network' | 'queue' | 'load' | 'prefill', Phase | null> = {
    network: stay.roundTripMs === null ? null : exact('network', stay.roundTripMs, 'derived'),
    queue: queue === null ? null : { name: 'queue', ...queue },
    load: loadMs === undefined ? null : exact('load', loadMs, 'server'),
    prefill: prefillOf(lane, stay, floor),
  };
  // Whoever comes first is kept whole, who comes after gets no more than what is left. A round trip was
  // measured, but of another moment: it yields to what is reported of this one, not to a guess.
  const guess = phases.prefill?.from === 'estimated';
  const byTrust = guess
    ? (['queue', 'load', 'network', 'prefill'] as const)
    : (['queue', 'load', 'prefill', 'network'] as const);
  let leftMs = stay.untilMs - stay.connectedMs;
  for (const name of byTrust) {
    const phase = phases[name];
    if (phase === null) continue;
    const ms = Math.max(0, Math.min(phase.ms, leftMs));
    leftMs -= ms;
    phases[name] = { ...phase, ms };
  }
  const { network, load, prefill } = phases;
  const known = [network, phases.queue, load, prefill].filter((phase) => phase !== null);
  return leftMs > NOTHING_MS ? [...known, rest(leftMs, known)] : known;
}

function prefillOf(lane: LaneRecord, stay: ServerStay, floor: Floor | null): Phase | null {
  const { prefillMs } = stay.server;
  if (prefillMs !== undefined) return exact('prefill', prefillMs, 'server');
  // How much of it was done when the request ended is not known.
  if (lane.firstTokenMs === null) return null;
  if (stay.processingMs !== null) {
    return exact('prefill', stay.untilMs - stay.processingMs, 'derived');
  }
  const unqueued = laneFloor(lane, floor);
  if (floor === null || unqueued === null) return null;
  const { plusMinusMs } = floor;
  // Within its own uncertainty of nothing it is no figure.
  if (unqueued.readingMs <= plusMinusMs) return null;
  return { name: 'prefill', ms: unqueued.readingMs, from: 'estimated', plusMinusMs };
}

/** What is left in `server`: a remainder is known no better than what was taken off before it. */
export function rest(ms: number, known: readonly Phase[]): Phase {
  const guessed = known.some((phase) => phase.from === 'estimated');
  const vague = known.find((phase) => phase.plusMinusMs !== null);
  const from = guessed ? 'estimated' : 'derived';
  return { name: 'server', ms, from, plusMinusMs: vague?.plusMinusMs ?? null };
}

function exact(name: PhaseName, ms: number, from: Provenance): Phase {
  return { name, ms, from, plusMinusMs: null };
}
