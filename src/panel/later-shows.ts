import type { LaneRecord, RaceRecord } from '../core/record.ts';

/** Tells whether a request's text was shown after all, by a keystroke later than the one that asked. */
export type LaterShows = (race: RaceRecord, lane: LaneRecord) => boolean;

/** Follows every shown text among `races` back to the request that said it. */
export function laterShows(races: readonly RaceRecord[]): LaterShows {
  const shown = new Set<string>();
  for (const { shown: text } of races) {
    if (text !== null && text.source !== 'race') shown.add(key(text.race, text.model));
  }
  return (race, lane) => shown.has(key(race.id, lane.model));
}

function key(race: string, model: string): string {
  return `${race}\n${model}`;
}
