import { decodeRate } from '../../core/measure/decode-rate.ts';
import { lanePhases } from '../../core/measure/lane-phases.ts';
import { wasInTime } from '../../core/measure/lane-timing.ts';
import type { LaneRecord } from '../../core/record.ts';
import type { Figure } from './instruments.ts';
import { errorAttributes, type MetricAttributes } from './model-attributes.ts';
import { secondsOf } from './seconds-of.ts';

/** One value of one figure. Of a counter it is what is added. */
export interface Observation {
  readonly figure: Figure;
  readonly value: number;
  readonly attributes: MetricAttributes;
}

export interface LaneContext {
  readonly model: MetricAttributes;
  /** What asked: typing, the person's command, or `Measure Models`. */
  readonly trigger: string;
  /** Null for a measuring request, which no keystroke waits for. */
  readonly keystroke: { readonly language: string; readonly budgetMs: number } | null;
}

/** What one request tells. A moment that did not happen and a count that nobody made give nothing. */
export function laneObservations(lane: LaneRecord, context: LaneContext): Observation[] {
  const found: Observation[] = [];
  const base: MetricAttributes = { ...context.model, 'first_token.trigger': context.trigger };
  const say = (figure: Figure, value: number | undefined, more: MetricAttributes = {}): void => {
    if (value === undefined || !Number.isFinite(value) || value < 0) return;
    found.push({ figure, value, attributes: { ...base, ...more } });
  };
  const since = (fromMs: number, ms: number | null) =>
    ms === null ? undefined : secondsOf(ms - fromMs);
  const fromDispatch = (ms: number | null) => since(lane.dispatchedMs, ms);

  const ended = { 'first_token.outcome': lane.outcome, ...errorAttributes(lane) };
  const { keystroke } = context;
  const language = keystroke === null ? {} : { 'first_token.language': keystroke.language };
  const judged = keystroke === null ? {} : { 'first_token.in_time': inTime(lane, keystroke) };
  say('requests', 1, { ...ended, ...language, ...judged });
  say('ttft', fromDispatch(lane.firstTokenMs));
  if (keystroke !== null) {
    say('firstAnswer', since(0, lane.firstAnswerMs), language);
    const stopped = lane.outcome === 'stopped' && lane.firstAnswerMs === null;
    if (stopped) say('stoppedWaiting', since(0, lane.endMs), language);
  }
  // The predictor is in this process: it is no GenAI server, has no queue and nothing is paid for it.
  if (lane.provider === 'embedded') return found;

  say('duration', fromDispatch(lane.endMs), ended);
  say('timeToFirstChunk', fromDispatch(lane.firstChunkMs));
  for (const gapMs of chunkGapsMs(lane)) say('timePerOutputChunk', secondsOf(gapMs));
  for (const { name, ms, from } of phasesOf(lane)) {
    if (name === 'queue' || name === 'prefill') {
      say(name, secondsOf(ms), { 'first_token.provenance': from });
    }
  }
  const { promptTokens, cachedTokens, completionTokens, reasoningTokens } = lane.usage;
  say('inputTokens', promptTokens);
  say('cachedTokens', cachedTokens);
  say('outputTokens', completionTokens);
  say('reasoningTokens', reasoningTokens);
  const rate = completionTokens === undefined ? null : decodeRate(lane, completionTokens);
  if (rate !== null) say('timePerOutputToken', secondsOf(1000 / rate));
  return found;
}

function inTime(lane: LaneRecord, { budgetMs }: { readonly budgetMs: number }): string {
  const known = wasInTime(lane, budgetMs);
  if (known === null) return 'unknown';
  return known ? 'yes' : 'no';
}

/**
 * A record keeps at most 32 points of an answer's way. Where those are all of its pieces, each gap is
 * one that was measured; of a longer answer only sums of gaps are known, and it gives none.
 */
function chunkGapsMs({ curve, pieces }: LaneRecord): number[] {
  if (curve.length !== pieces) return [];
  return curve.slice(1).map(([ms], index) => ms - (curve[index]?.[0] ?? ms));
}

/**
 * Queue and prefill as far as the server reported them or its protocol shows them. Without a fitted
 * floor nothing is estimated; a request that was stopped while it waited has no whole queue time.
 */
function phasesOf(lane: LaneRecord) {
  if (lane.firstTokenMs === null) return [];
  return lanePhases(lane, null).filter(({ from }) => from !== 'estimated');
}
