import type { ModelSummary, Percentiles } from '../protocol.ts';
import type { LaneRecord } from '../record.ts';
import { CHARS_PER_TOKEN, decodeRate } from './decode-rate.ts';
import { firstTokenOf, wasInTime } from './lane-timing.ts';
import { median } from './median.ts';
import { survivalQuantiles } from './survival.ts';
import { wilson } from './wilson.ts';

/** A median means something from the first sample on, given `n`; a p90 of 20 is its second worst. */
const MIN_FOR_P90 = 30;

const NO_REQUESTS: Percentiles = {
  p50Ms: null,
  p50Interval: null,
  p90Ms: null,
  p90Interval: null,
  p95Ms: null,
  p99Ms: null,
  n: 0,
  censored: 0,
};

/** The part of a summary that follows from a model's requests alone. */
type Measured = Pick<
  ModelSummary,
  | 'ttft'
  | 'fromKey'
  | 'byConnection'
  | 'byCache'
  | 'firstAnswer'
  | 'queue'
  | 'floor'
  | 'cache'
  | 'decode'
  | 'speed'
  | 'endToEndTps'
  | 'segments'
  | 'phases'
  | 'tps'
  | 'tpsEstimated'
  | 'inTime'
  | 'requests'
  | 'errors'
  | 'stopped'
  | 'wastedTokens'
  | 'wastedEstimated'
  | 'last'
> & {
  /** Answer tokens received, shown or not; the built-in predictor's cost nothing and count as none. */
  readonly answerTokens: number;
};

/** Gathers one model's requests, in any order, and sums them up. */
export interface Tally {
  /** `at` is the epoch ms of the race's keystroke; `shown`: the person saw text of this request. */
  add(lane: LaneRecord, at: number, shown: boolean): void;
  result(): Measured;
}

interface Counted {
  tokens: number;
  /** Answers without a token count. */
  chars: number;
}

/** `budgetMs` runs from the keystroke. */
export function createTally(budgetMs: number): Tally {
  const seen: LaneRecord[] = [];
  const stoppedMs: { fromKey: number[]; ttft: number[] } = { fromKey: [], ttft: [] };
  const rates: number[] = [];
  /** Answers without a token count: rates need the ratio, which is known only at the end. */
  const uncounted: LaneRecord[] = [];
  const all: Counted = { tokens: 0, chars: 0 };
  const wasted: Counted = { tokens: 0, chars: 0 };
  /** Characters of the answers that came with a token count. */
  let countedChars = 0;
  let requests = 0;
  let errors = 0;
  let stopped = 0;
  let never = 0;
  let hits = 0;
  let judged = 0;
  let last: Measured['last'] = null;

  function addTokens(lane: LaneRecord, shown: boolean): void {
    if (lane.provider === 'embedded') return;
    const tokens = lane.usage.completionTokens;
    for (const sum of shown ? [all] : [all, wasted]) {
      if (tokens === undefined) sum.chars += lane.chars;
      else sum.tokens += tokens;
    }
    if (tokens === undefined) {
      uncounted.push(lane);
      return;
    }
    countedChars += lane.chars;
    const rate = decodeRate(lane, tokens);
    if (rate !== null) rates.push(rate);
  }

  return {
    add(lane, at, shown) {
      requests += 1;
      if (lane.outcome === 'failed') errors += 1;
      if (lane.outcome === 'stopped') stopped += 1;
      const inTime = wasInTime(lane, budgetMs);
      if (inTime !== null) judged += 1;
      if (inTime === true) hits += 1;

      const first = firstTokenOf(lane);
      if (first.kind === 'never') never += 1;
      if (first.kind === 'stopped') {
        stoppedMs.fromKey.push(first.fromKeyMs);
        stoppedMs.ttft.push(first.fromKeyMs - lane.dispatchedMs);
      }
      if (first.kind === 'seen') {
        seen.push(lane);
        const ttftMs = first.fromKeyMs - lane.dispatchedMs;
        if (last === null || at >= last.at) last = { fromKeyMs: first.fromKeyMs, ttftMs, at };
      }
      addTokens(lane, shown);
    },

    result() {
      const fromKeyMs = seen.map((lane) => lane.firstAnswerMs ?? 0);
      const ttftMs = seen.map((lane) => (lane.firstTokenMs ?? 0) - lane.dispatchedMs);
      const hasRatio = countedChars > 0 && all.tokens > 0;
      const ratio = hasRatio ? countedChars / all.tokens : CHARS_PER_TOKEN;
      const tokensOf = (counted: Counted) => Math.round(counted.tokens + counted.chars / ratio);
      const guessed = rates.length > 0 ? [] : uncounted;
      const rateGuesses = guessed
        .map((lane) => decodeRate(lane, lane.chars / ratio))
        .filter((rate) => rate !== null);
      return {
        ttft: percentiles(ttftMs, stoppedMs.ttft, never),
        fromKey: percentiles(fromKeyMs, stoppedMs.fromKey, never),
        byConnection: { cold: NO_REQUESTS, warm: NO_REQUESTS },
        byCache: null,
        firstAnswer: null,
        queue: null,
        floor: null,
        cache: null,
        decode: null,
        speed: null,
        endToEndTps: null,
        segments: null,
        phases: typicalPhases(seen),
        tps: median(rates.length > 0 ? rates : rateGuesses),
        tpsEstimated: rates.length === 0 && rateGuesses.length > 0,
        inTime: wilson(hits, judged),
        requests,
        errors,
        stopped,
        wastedTokens: tokensOf(wasted),
        wastedEstimated: wasted.chars > 0,
        last,
        answerTokens: tokensOf(all),
      };
    },
  };
}

function percentiles(
  seenMs: readonly number[],
  stoppedMs: readonly number[],
  never: number,
): Percentiles {
  const [p50Ms = null, p90Ms = null] = survivalQuantiles({ seenMs, stoppedMs, never }, [0.5, 0.9]);
  const n = seenMs.length + stoppedMs.length + never;
  return {
    ...NO_REQUESTS,
    p50Ms,
    p90Ms: n >= MIN_FOR_P90 ? p90Ms : null,
    n,
    censored: stoppedMs.length,
  };
}

/**
 * The mean phases of the middle fifth of requests by time to first token from the key. Medians of
 * single phases would not add up to any request; these do, to one close to the median.
 */
function typicalPhases(seen: readonly LaneRecord[]): Measured['phases'] {
  const sorted = seen.toSorted((a, b) => (a.firstTokenMs ?? 0) - (b.firstTokenMs ?? 0));
  if (sorted.length === 0) return null;
  const skip = Math.min(Math.ceil(sorted.length * 0.4), Math.floor((sorted.length - 1) / 2));
  const middle = sorted.slice(skip, sorted.length - skip);
  const mean = (part: (lane: LaneRecord) => number) =>
    middle.reduce((sum, lane) => sum + part(lane), 0) / middle.length;
  // No connection mark: the embedded predictor, or a transport that could not tell.
  const connected = (lane: LaneRecord) => lane.connectedMs ?? lane.dispatchedMs;
  return {
    waitMs: mean((lane) => lane.dispatchedMs),
    connectMs: mean((lane) => connected(lane) - lane.dispatchedMs),
    firstTokenMs: mean((lane) => (lane.firstTokenMs ?? 0) - connected(lane)),
  };
}
