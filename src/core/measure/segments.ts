import type { Floor, Phase, PhaseName } from '../protocol.ts';
import type { LaneRecord } from '../record.ts';
import { lanePhases, NOTHING_MS, rest } from './lane-phases.ts';
import { laneQueue } from './lane-queue.ts';
import { median } from './median.ts';
import { weakestOf } from './weakest-of.ts';

/** What happens at the server and can be told apart, in the order of time. */
const AT_SERVER = ['network', 'queue', 'load', 'prefill'] as const;
type AtServer = (typeof AT_SERVER)[number];

/** Requests that took by so much more or less than the typical one went the same way. */
const ALIKE = 0.25;
/** With fewer, one odd request is the median. */
const ENOUGH_ALIKE = 3;
/** Of the newest so many, about one in twenty runs to its end and tells; to look at more takes milliseconds. */
const MOST_ALIKE = 1000;

/** A request and what is known of it. */
interface Told {
  readonly lane: LaneRecord;
  readonly phases: readonly Phase[];
}

/**
 * A typical request: the middle fifth of requests by time to first token from the key. Medians of single
 * phases would not add up to any request. These add up to the mean of the middle fifth: `wait` and `connect`
 * are theirs, the phases at the server are those of the requests that tell them, and `server` is the rest.
 *
 * Few tell: a request that is stopped at its first token, as most are, never gets its server's report. Of
 * those that have no such phase that time is in `server`, so a mean over all would be of nobody. A phase
 * is, by the first that there is:
 *
 * 1. the mean over those of the middle fifth whose server or protocol told it;
 * 2. the median over all that told it and took about as long, from three on;
 * 3. the mean of what is estimated of the middle fifth, if that is more than its own uncertainty.
 *
 * The ± is the mean of theirs: an error that all of them share does not average out.
 */
export function segments(
  lanes: readonly LaneRecord[],
  floor: Floor | null,
): readonly Phase[] | null {
  const answered = lanes.filter((lane) => lane.firstTokenMs !== null && lane.outcome !== 'failed');
  const toldOf = (lane: LaneRecord): Told => ({ lane, phases: lanePhases(lane, floor) });
  const middle = middleFifth(answered).map(toldOf);
  if (middle.length === 0) return null;
  const totalMs = mean(middle.map(({ lane }) => lane.firstTokenMs ?? 0));
  const ours = (['wait', 'connect'] as const).flatMap((name) => phaseOf(name, middle) ?? []);
  const serverMs = totalMs - ours.reduce((sum, { ms }) => sum + ms, 0);
  if (middle.every(({ lane }) => lane.provider === 'embedded')) {
    return [...ours, { name: 'prefill', ms: serverMs, from: 'derived', plusMinusMs: null }];
  }

  const alike = answered
    .filter((lane) => isAlike(lane, totalMs))
    .slice(-MOST_ALIKE)
    .map(toldOf);
  const found: Partial<Record<AtServer, Phase>> = {};
  for (const name of AT_SERVER) {
    const phase = toldPhase(name, middle, alike) ?? estimatedPhase(name, middle, floor);
    if (phase !== null) found[name] = phase;
  }
  // As within one request: what is told of this time is kept whole, a guess gets what is left.
  let leftMs = serverMs;
  const byTrust = (['queue', 'load', 'prefill', 'network'] as const).toSorted(
    (a, b) => Number(isGuess(found[a])) - Number(isGuess(found[b])),
  );
  for (const name of byTrust) {
    const phase = found[name];
    if (phase === undefined) continue;
    const ms = Math.max(0, Math.min(phase.ms, leftMs));
    leftMs -= ms;
    found[name] = { ...phase, ms };
  }
  const known = AT_SERVER.flatMap((name) => found[name] ?? []);
  return [...ours, ...known, ...(leftMs > NOTHING_MS ? [rest(leftMs, known)] : [])];
}

function isGuess(phase: Phase | undefined): boolean {
  return phase?.from === 'estimated';
}

function isAlike({ firstTokenMs }: LaneRecord, typicalMs: number): boolean {
  return firstTokenMs !== null && Math.abs(firstTokenMs - typicalMs) <= ALIKE * typicalMs;
}

function toldPhase(name: AtServer, middle: readonly Told[], alike: readonly Told[]): Phase | null {
  const own = tellersOf(name, middle);
  if (own.length > 0) return joined(own, mean);
  const others = tellersOf(name, alike);
  return others.length < ENOUGH_ALIKE ? null : joined(others, (values) => median(values) ?? 0);
}

function tellersOf(name: PhaseName, from: readonly Told[]): Phase[] {
  return from.flatMap(({ phases }) => phases.filter((one) => one.name === name && !isGuess(one)));
}

/** Over all of which something is estimated: one within the uncertainty counts as nothing, not as unknown. */
function estimatedPhase(
  name: AtServer,
  middle: readonly Told[],
  floor: Floor | null,
): Phase | null {
  const guesses = middle.flatMap(({ lane, phases }): Phase[] => {
    if (name !== 'queue') return phases.filter((one) => one.name === name);
    const queue = laneQueue(lane, floor);
    return queue === null ? [] : [{ name, ...queue }];
  });
  const phase = joined(guesses, mean);
  return phase === null || phase.ms <= (phase.plusMinusMs ?? 0) ? null : phase;
}

function phaseOf(name: PhaseName, middle: readonly Told[]): Phase | null {
  const of = middle.flatMap(({ phases }) => phases.filter((one) => one.name === name));
  const phase = joined(of, mean);
  // A transport that cannot tell the connection has that time in `server`.
  return phase === null ? null : { ...phase, ms: (phase.ms * of.length) / middle.length };
}

function joined(
  phases: readonly Phase[],
  typical: (values: readonly number[]) => number,
): Phase | null {
  const [first] = phases;
  const from = weakestOf(phases.map((phase) => phase.from));
  if (first === undefined || from === null) return null;
  const spread = mean(phases.map((phase) => phase.plusMinusMs ?? 0));
  const plusMinusMs = from === 'estimated' || spread > 0 ? spread : null;
  return { name: first.name, ms: typical(phases.map(({ ms }) => ms)), from, plusMinusMs };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Times are sorted without their requests, which is ten times as quick; those at the edges come along. */
function middleFifth(lanes: readonly LaneRecord[]): readonly LaneRecord[] {
  const sorted = new Float64Array(lanes.map((lane) => lane.firstTokenMs ?? 0)).sort();
  const skip = Math.min(Math.ceil(sorted.length * 0.4), Math.floor((sorted.length - 1) / 2));
  const [fromMs = 0, toMs = 0] = [sorted[skip], sorted[sorted.length - 1 - skip]];
  return lanes.filter(({ firstTokenMs }) => {
    return firstTokenMs !== null && firstTokenMs >= fromMs && firstTokenMs <= toMs;
  });
}
