import type { RaceRecord } from '../core/record.ts';

/** Every row of the races by id, in order: a headline, then its requests. */
export function raceRowIds(races: readonly RaceRecord[]): readonly string[] {
  return races.flatMap((race) => [race.id, ...race.lanes.map((_, index) => `${race.id}/${index}`)]);
}
