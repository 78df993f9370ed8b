import type { LaneRecord } from '../record.ts';

/** What is known of a request before it is sent. */
export interface Circumstances {
  /** Size of the prompt, characters. */
  readonly promptChars: number;
  /** Whether a kept connection is there; null where nobody can tell. */
  readonly warm: boolean | null;
}

/** What recent requests say about whether a model will be in time. */
export interface Standing {
  /** Posterior probability of "a usable line by the deadline", 0 to 1. */
  readonly inTimeProbability: number;
  /** Requests behind it, those of long ago counted less. */
  readonly evidence: number;
  /** How long ago the last of them ended; infinite where there was none. */
  readonly idleMs: number;
  /** Whether that one was in time. */
  readonly lastHit: boolean;
  /** Median time from dispatch to the first usable line, ms; null before the first answer. */
  readonly medianLineMs: number | null;
}

export interface Standings {
  /** `atMs`: when the request ended, monotonic. */
  note(lane: LaneRecord, budgetMs: number, atMs: number): void;
  of(modelId: string, nowMs: number, circumstances?: Circumstances): Standing;
}

/**
 * Servers have slow spells: a model that has just missed will probably miss again, whatever it did in
 * the hour before. So each model is taken to be in one of two states, and what is kept of it is the
 * probability of the slow one (a two-state hidden Markov filter), beside its share of hits in the good
 * one. Plain counts with forgetting need some twenty requests to notice a spell of forty; this needs
 * two. The constants were chosen by simulation (npm run bench -- policies).
 */
const SLOW_SHARE = 0.08;
/** What a slow spell leaves of the chance to be in time. */
const SLOW_HITS = 0.15;
/** How soon one forgets that a model was slow, or was not: the spells of hosted models last minutes. */
const SPELL_MS = 45_000;
/** Share of old evidence on the good state that is kept at each new observation: a memory of 200. */
const KEEP = 0.995;
/** What was an hour ago says little of now: evidence fades by time too, or a model that has recovered stays judged. */
const FADE_MS = 300_000;
/** One imagined hit and one imagined miss: an unknown model stands near one half. */
const PRIOR = 1;
/** Requests of one kind that weigh as much as all that is known of the model. */
const CLASS_PRIOR = 6;
const RECENT = 15;

interface Counts {
  hits: number;
  misses: number;
}

interface Known {
  slow: number;
  atMs: number;
  lastHit: boolean;
  readonly good: Counts;
  /** The same by prompt size and connection. */
  readonly classes: Map<string, Counts>;
  readonly recentLineMs: number[];
}

export function createStandings(): Standings {
  const models = new Map<string, Known>();

  const slowAt = (known: Known, nowMs: number): number => {
    const kept = Math.exp(-Math.max(0, nowMs - known.atMs) / SPELL_MS);
    return SLOW_SHARE + (known.slow - SLOW_SHARE) * kept;
  };

  return {
    note(lane, budgetMs, atMs) {
      const hit = inTime(lane, budgetMs);
      if (hit === null) return;
      const known = models.get(lane.model) ?? unknown(atMs);
      models.set(lane.model, known);
      const { good } = known;
      const goodHits = share(good, PRIOR, 0.5);
      const before = slowAt(known, atMs);
      const ifSlow = before * (hit ? SLOW_HITS : 1 - SLOW_HITS);
      const ifGood = (1 - before) * (hit ? goodHits : 1 - goodHits);
      known.slow = ifSlow / (ifSlow + ifGood);
      const kept = fadedTo(known, atMs);
      for (const counts of [good, ...known.classes.values()]) {
        counts.hits *= kept;
        counts.misses *= kept;
      }
      known.atMs = atMs;
      known.lastHit = hit;
      const weight = 1 - known.slow;
      count(good, hit, weight);
      const name = className(lane.promptSize?.chars, lane.reusedConnection);
      const counts = known.classes.get(name) ?? { hits: 0, misses: 0 };
      known.classes.set(name, counts);
      count(counts, hit, weight);
      if (lane.firstLineMs !== null) {
        known.recentLineMs.push(lane.firstLineMs - lane.dispatchedMs);
        if (known.recentLineMs.length > RECENT) known.recentLineMs.shift();
      }
    },
    of(modelId, nowMs, circumstances) {
      const known = models.get(modelId) ?? unknown(nowMs);
      const overall = share(known.good, PRIOR, 0.5);
      const counts =
        circumstances === undefined
          ? undefined
          : known.classes.get(className(circumstances.promptChars, circumstances.warm));
      const good = counts === undefined ? overall : share(counts, CLASS_PRIOR / 2, overall);
      const slow = slowAt(known, nowMs);
      const sorted = [...known.recentLineMs].sort((a, b) => a - b);
      return {
        inTimeProbability: (1 - slow) * good + slow * Math.min(good, SLOW_HITS),
        evidence: (known.good.hits + known.good.misses) * fadedTo(known, nowMs),
        idleMs: models.has(modelId) ? nowMs - known.atMs : Number.POSITIVE_INFINITY,
        lastHit: known.lastHit,
        medianLineMs: sorted[Math.floor(sorted.length / 2)] ?? null,
      };
    },
  };
}

function fadedTo({ atMs }: Known, nowMs: number): number {
  return Math.exp(-Math.max(0, nowMs - atMs) / FADE_MS);
}

function unknown(atMs: number): Known {
  return {
    slow: SLOW_SHARE,
    atMs,
    lastHit: false,
    good: { hits: 0, misses: 0 },
    classes: new Map(),
    recentLineMs: [],
  };
}

function count(counts: Counts, hit: boolean, weight: number): void {
  counts.hits = counts.hits * KEEP + (hit ? weight : 0);
  counts.misses = counts.misses * KEEP + (hit ? 0 : weight);
}

/** Mean of the Beta posterior with `prior` imagined requests of each kind, tilted to `mean`. */
function share({ hits, misses }: Counts, prior: number, mean: number): number {
  return (hits + 2 * prior * mean) / (hits + misses + 2 * prior);
}

/** Up to about 500, up to about 2000, and more tokens: prefill grows with the prompt. */
function className(promptChars: number | undefined, warm: boolean | null): string {
  const size =
    promptChars === undefined ? '?' : promptChars < 2000 ? 's' : promptChars < 8000 ? 'm' : 'l';
  return `${size}${warm === false ? ' cold' : ''}`;
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
  return lane.endMs >= budgetMs ? false : null;
}
