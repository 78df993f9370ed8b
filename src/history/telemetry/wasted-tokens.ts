import type { LaneRecord, RaceRecord } from '../../core/record.ts';

/** Answers of which nothing was shown and nothing can be any more. */
export interface WastedTokens {
  /** Takes in one keystroke; returns the requests that are settled as wasted now. */
  add(race: RaceRecord): readonly WastedAnswer[];
  /** Answers that are not settled yet. */
  readonly size: number;
  /** The window closes: whatever was not shown by now is wasted. */
  rest(): readonly WastedAnswer[];
}

export interface WastedAnswer {
  readonly lane: LaneRecord;
  readonly tokens: number;
}

/**
 * An answer that lost its race may still serve a later keystroke, so it is judged only when the memory
 * of answers has no room for it: that holds 100, and a few more may be under way.
 */
const MAX_WAITING = 128;

export function createWastedTokens(maxWaiting: number = MAX_WAITING): WastedTokens {
  const waiting = new Map<string, WastedAnswer>();
  /** Shown before their own record came: a race is written down when its last request ends. */
  const shownEarly = new Set<string>();
  const keyOf = (race: string, model: string) => `${race}\n${model}`;

  function credit(key: string): void {
    if (waiting.delete(key)) return;
    shownEarly.add(key);
    if (shownEarly.size > maxWaiting) shownEarly.delete(first(shownEarly.keys()));
  }

  return {
    add(race) {
      for (const lane of race.lanes) {
        const key = keyOf(race.id, lane.model);
        const tokens = tokensOf(lane);
        if (tokens > 0 && !shownEarly.delete(key)) waiting.set(key, { lane, tokens });
      }
      if (race.shown !== null) credit(keyOf(race.shown.race, race.shown.model));
      const settled: WastedAnswer[] = [];
      while (waiting.size > maxWaiting) {
        const key = first(waiting.keys());
        const answer = waiting.get(key);
        if (answer !== undefined) settled.push(answer);
        waiting.delete(key);
      }
      return settled;
    },
    get size() {
      return waiting.size;
    },
    rest() {
      const settled = [...waiting.values()];
      waiting.clear();
      return settled;
    },
  };
}

/** A stopped request has no final count; what the server had counted in the stream by then was made. */
function tokensOf(lane: LaneRecord): number {
  if (lane.provider === 'embedded') return 0;
  return lane.usage.completionTokens ?? lane.curve.at(-1)?.[3] ?? 0;
}

function first(keys: Iterable<string>): string {
  for (const key of keys) return key;
  return '';
}
