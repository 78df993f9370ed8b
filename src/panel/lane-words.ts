import { laneFate } from '../core/measure/lane-fate.ts';
import type { DropRule, LaneRecord, RaceRecord } from '../core/record.ts';
import { count, MISSING, tableMs, textMs } from './format.ts';
import type { LaterShows } from './later-shows.ts';
import type { RaceFacts } from './race-facts.ts';
import type { Segment } from './segment.ts';
import { SEGMENT_NAMES, segmentMs, segmentSpoken } from './segment-words.ts';

type Tone = 'plain' | 'late' | 'bad' | 'quiet';

export interface Words {
  readonly text: string;
  readonly tone: Tone;
}

/** True when this lane's text is what the person was shown. */
export function isWinner(lane: LaneRecord, race: RaceRecord): boolean {
  return race.shown?.source === 'race' && race.shown.model === lane.model;
}

/**
 * From here on a request was asked after the others: a second chance, or it waited for its server. Up to
 * this the editor's debounce may lie between the built-in predictor and the first server, ms.
 */
const ASKED_LATER_FROM_MS = 50;

/**
 * How a request ended, in words, and when it was asked if that was well after the first of its race. A
 * late winner says so: it was shown, but past the budget.
 */
export function outcomeWords(
  lane: LaneRecord,
  race: RaceRecord,
  shownLater: LaterShows = never,
): Words {
  const { text, tone } = endWords(lane, race, shownLater);
  const firstMs = Math.min(...race.lanes.map((each) => each.dispatchedMs));
  const laterMs = lane.dispatchedMs - firstMs;
  return laterMs < ASKED_LATER_FROM_MS
    ? { text, tone }
    : { text: `${text}, asked ${tableMs(laterMs)} ms after the first`, tone };
}

function endWords(lane: LaneRecord, race: RaceRecord, shownLater: LaterShows): Words {
  const fate = laneFate(lane, race, shownLater(race, lane));
  const stopped = lane.outcome === 'stopped' ? `, stopped at ${tableMs(lane.endMs)}` : '';
  const lineMs = lane.firstLineMs ?? lane.firstAnswerMs;
  switch (fate.kind) {
    case 'shown':
      return wonWords(lane, race);
    case 'later':
      return { text: 'shown to a later key', tone: 'plain' };
    case 'error':
      return { text: errorWords(lane.error), tone: 'bad' };
    case 'filtered':
      return { text: `filtered: ${RULES[fate.by]}`, tone: 'plain' };
    case 'empty':
      return { text: 'empty answer', tone: 'plain' };
    case 'unsure':
      return { text: ['unsure', probability(lane)].filter(Boolean).join(', '), tone: 'plain' };
    case 'beaten':
      return lineMs !== null && lineMs > race.budgetMs
        ? { text: `beaten, and late${stopped}`, tone: 'late' }
        : { text: `beaten${stopped}`, tone: 'plain' };
    case 'over-budget':
      return lane.firstLineMs === null
        ? { text: `over budget${stopped}`, tone: 'late' }
        : { text: `late by ${tableMs(lane.firstLineMs - race.budgetMs)}`, tone: 'late' };
    case 'outrun':
      if (race.trigger === 'ahead') return { text: 'asked ahead, not shown', tone: 'plain' };
      // It still agreed with what was typed, so it was kept running for the keys after this one.
      return stopped === ''
        ? { text: 'went on to the next key', tone: 'plain' }
        : { text: `outrun${stopped}`, tone: 'plain' };
  }
}

/** By which rule nothing of an answer was shown. */
const RULES: Readonly<Record<DropRule, string>> = {
  'repeats-suffix': 'it is there already',
  loop: 'it repeats itself',
  'leaked-token': 'a token of the prompt format in it',
  unbalanced: 'it closes more than is open',
};

function probability({ confidence }: LaneRecord): string {
  return confidence === undefined ? '' : confidence.toFixed(2);
}

const never: LaterShows = () => false;

function wonWords(lane: LaneRecord, race: RaceRecord): Words {
  const hedge = isHedge(lane, race) ? ' (hedge)' : '';
  const overMs = (race.returnedMs ?? 0) - race.budgetMs;
  return overMs > 0
    ? { text: `won${hedge}, late by ${tableMs(overMs)}`, tone: 'late' }
    : { text: `won${hedge}`, tone: 'plain' };
}

/** Under the adaptive policy, a request sent after another server was already asked is the hedge. */
function isHedge(lane: LaneRecord, race: RaceRecord): boolean {
  return (
    race.policy === 'adaptive' &&
    lane.provider !== 'embedded' &&
    race.lanes.some(
      (other) => other.provider !== 'embedded' && other.dispatchedMs < lane.dispatchedMs,
    )
  );
}

/** A failure in two words, from the server's status where there is one. */
export function errorWords(error: LaneRecord['error']): string {
  if (error === undefined) return 'failed';
  if (error.status !== undefined) return `HTTP ${error.status}`;
  return {
    aborted: 'stopped',
    timeout: 'timed out',
    unreachable: 'unreachable',
    auth: 'key refused',
    'rate-limited': 'rate limited',
    http: 'HTTP error',
    'bad-stream': 'broken answer',
    empty: 'empty answer',
    config: 'wrong setting',
  }[error.code];
}

const SILENCE = {
  superseded: 'typed on before an answer came',
  unasked: 'the editor did not ask',
  late: 'the answer came too late',
  unsure: 'the built-in was unsure, no other model was asked',
  empty: 'empty answer',
  'repeats-suffix': 'the same text already follows the cursor',
  loop: 'the answer only repeated itself',
  'leaked-token': 'the answer was a special token of the model',
  unbalanced: 'the answer closed brackets that are not open',
  failed: 'every request failed',
  'no-model': 'no model was asked',
} as const;

/** What the person saw of one keystroke, in one sentence. `name` makes a model id fit for text. */
export function raceHeadline(race: RaceRecord, name: (id: string) => string): Words {
  const { shown, returnedMs } = race;
  if (shown !== null && returnedMs !== null) {
    const late = returnedMs > race.budgetMs;
    const source = {
      race: '',
      'in-flight': ', asked by an earlier keystroke',
      memory: ', already in memory',
    }[shown.source];
    return {
      text: `shown at ${textMs(returnedMs)} from ${name(shown.model)}${source}`,
      tone: late ? 'late' : 'plain',
    };
  }
  if (race.trigger === 'ahead') return { text: 'asked ahead, after a shown text', tone: 'plain' };
  if (race.silence === null) return { text: 'nothing shown', tone: 'plain' };
  const lineMs = Math.min(
    ...race.lanes.map((lane) => lane.firstLineMs ?? Number.POSITIVE_INFINITY),
  );
  if (race.silence === 'late' && Number.isFinite(lineMs)) {
    return { text: `nothing shown: first usable line came at ${textMs(lineMs)}`, tone: 'plain' };
  }
  return { text: `nothing shown: ${SILENCE[race.silence]}`, tone: 'plain' };
}

/**
 * As ms from the keystroke, the first token of the answer, which the budget judges; from the send, the
 * first token of all, thinking included: TTFT. A request that ended without one is known only to have
 * taken at least as long as it lived; a failure says nothing about speed.
 */
export function firstTokenWords(lane: LaneRecord, budgetMs: number, from: 'key' | 'send'): Words {
  const [startMs, firstMs] =
    from === 'key' ? [0, lane.firstAnswerMs] : [lane.dispatchedMs, lane.firstTokenMs];
  if (firstMs !== null) {
    const late = from === 'key' && firstMs > budgetMs;
    return { text: tableMs(firstMs - startMs), tone: late ? 'late' : 'plain' };
  }
  if (lane.outcome !== 'stopped') return { text: MISSING, tone: 'quiet' };
  return { text: `≥ ${tableMs(Math.max(0, lane.endMs - startMs))}`, tone: 'quiet' };
}

/** The phase that held the first token up the longest: `prefill 91`, `server ≥ 87`, `queue ≈ 41 ± 19`. */
export function longestPhaseWords(segments: readonly Segment[]): string {
  const before = segments.filter(({ name }) => name !== 'line' && name !== 'decode');
  const longest = before.reduce<Segment | null>(
    (top, s) => (top === null || s.toMs - s.fromMs > top.toMs - top.fromMs ? s : top),
    null,
  );
  return longest === null ? MISSING : `${SEGMENT_NAMES[longest.name]} ${segmentMs(longest)}`;
}

/** The whole timeline as one spoken sentence; also the tooltip of the lane's chart. */
export function laneSpoken(
  lane: LaneRecord,
  race: RaceRecord,
  name: (id: string) => string,
  facts: RaceFacts,
): string {
  const warm = lane.reusedConnection === true ? ['warm connection'] : [];
  // Below a millisecond a phase has nothing to say, unless it is all there is.
  const phases = facts
    .segments(lane)
    .filter(({ name, fromMs, toMs }) => toMs - fromMs >= 0.5 || name === 'compute')
    .map(segmentSpoken);
  const first =
    lane.firstTokenMs === null
      ? 'no first token'
      : `first token ${tableMs(lane.firstTokenMs)} ms after the keystroke`;
  const pieces = lane.chars > 0 ? [`${count(lane.chars)} characters received`] : [];
  const outcome = outcomeWords(lane, race, facts.shownLater).text;
  return `${name(lane.model)}: ${[first, ...warm, ...phases, ...pieces, outcome].join(', ')}.`;
}
