import type { LaneRecord, RaceRecord } from '../record.ts';

/**
 * The requests whose text the person was shown, by the keystroke that asked for it or by a later one.
 * A text whose request is no longer kept credits nobody. Races in any order. O(n).
 */
export function shownLanes(races: readonly RaceRecord[]): ReadonlySet<LaneRecord> {
  const byId = new Map(races.map((race) => [race.id, race]));
  const lanes = new Set<LaneRecord>();
  for (const { shown } of races) {
    if (shown === null) continue;
    // A race asks each model once.
    const lane = byId.get(shown.race)?.lanes.find(({ model }) => model === shown.model);
    if (lane !== undefined) lanes.add(lane);
  }
  return lanes;
}
