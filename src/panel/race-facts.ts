import type { PanelSnapshot } from '../core/protocol.ts';
import type { LaneRecord } from '../core/record.ts';
import { laneSegments } from './lane-segments.ts';
import { type LaterShows, laterShows } from './later-shows.ts';
import type { Segment } from './segment.ts';

/** What a race's rows need to know beyond the race itself. */
export interface RaceFacts {
  readonly shownLater: LaterShows;
  /** A request's timeline; estimates stand on what the model's other requests took. */
  readonly segments: (lane: LaneRecord) => readonly Segment[];
}

export function raceFacts({ races, models }: Pick<PanelSnapshot, 'races' | 'models'>): RaceFacts {
  const floors = new Map(models.map(({ id, floor }) => [id, floor]));
  return {
    shownLater: laterShows(races),
    segments: (lane) => laneSegments(lane, floors.get(lane.model) ?? null),
  };
}
