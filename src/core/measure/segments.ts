import type { Floor, Phase, PhaseName, Provenance } from '../protocol.ts';
import type { LaneRecord } from '../record.ts';
import { lanePhases } from './lane-phases.ts';

/** In the order of time. */
const NAMES: readonly PhaseName[] = [
  'wait',
  'connect',
  'network',
  'queue',
  'load',
  'prefill',
  'server',
];
/** From the strongest to the weakest. */
const PROVENANCES: readonly Provenance[] = ['server', 'derived', 'estimated'];

/** The weakest of how some figures are known; null for none. */
export function weakestOf(all: Iterable<Provenance>): Provenance | null {
  const weakest = Math.max(-1, ...Array.from(all, (one) => PROVENANCES.indexOf(one)));
  return PROVENANCES[weakest] ?? null;
}

/**
 * A typical request: the mean phases of the middle fifth of requests by time to first token from the
 * key. Medians of single phases would not add up to any request; these do, to one close to the median.
 * A phase that only some of them know is a mean over all of them, since the others have that time in
 * `server`. Its ± is the mean of theirs: an error that all of them share does not average out.
 */
export function segments(
  lanes: readonly LaneRecord[],
  floor: Floor | null,
): readonly Phase[] | null {
  const middle = middleFifth(
    lanes.filter((lane) => lane.firstTokenMs !== null && lane.outcome !== 'failed'),
  );
  if (middle.length === 0) return null;
  const all = middle.flatMap((lane) => lanePhases(lane, floor));
  return NAMES.flatMap((name): Phase[] => {
    const of = all.filter((phase) => phase.name === name);
    const from = weakestOf(of.map((phase) => phase.from));
    if (from === null) return [];
    const mean = (values: readonly number[]) =>
      values.reduce((sum, value) => sum + value, 0) / middle.length;
    const spread = mean(of.map((phase) => phase.plusMinusMs ?? 0));
    const plusMinusMs = from === 'estimated' || spread > 0 ? spread : null;
    return [{ name, ms: mean(of.map((phase) => phase.ms)), from, plusMinusMs }];
  });
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
