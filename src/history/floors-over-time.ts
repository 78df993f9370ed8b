import { fitFloor } from '../core/measure/queue-floor.ts';
import type { Floor } from '../core/protocol.ts';
import type { LaneRecord } from '../core/record.ts';

/** Half of the requests that a floor is fitted to: two neighbouring floors share the other half. */
const BLOCK = 100;

/** A request of one model; a warm-up is estimated like any other, but says nothing of the floor. */
export interface AskedLane {
  readonly lane: LaneRecord;
  readonly isWarmUp: boolean;
}

/**
 * For each request of one model, oldest first, the floor as it was known at the end of the hundred that the
 * request belongs to. The floor of today would tell nothing of a request of last month: a server that was
 * moved or updated since would look as if it had queued. The youngest requests get the floor that the panel
 * shows. A floor is fitted when it is first asked for, so that a long history does not take one long moment.
 */
export function floorsOverTime(asked: readonly AskedLane[]): (lane: LaneRecord) => Floor | null {
  const timed: LaneRecord[] = [];
  const blockOf = new Map<LaneRecord, number>();
  for (const { lane, isWarmUp } of asked) {
    blockOf.set(lane, Math.floor(timed.length / BLOCK));
    if (!isWarmUp && lane.firstTokenMs !== null) timed.push(lane);
  }
  const floors = new Map<number, Floor | null>();
  return (lane) => {
    const block = blockOf.get(lane);
    if (block === undefined) return null;
    const known = floors.get(block);
    if (known !== undefined) return known;
    const floor = fitFloor(timed.slice(0, (block + 1) * BLOCK));
    floors.set(block, floor);
    return floor;
  };
}
