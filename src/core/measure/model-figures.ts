import type { ModelSummary } from '../protocol.ts';
import type { LaneRecord } from '../record.ts';
import { answerRates } from './answer-rates.ts';
import { answerTokens, charsPerToken, typedCharsPerToken } from './answer-tokens.ts';
import { cacheFigure } from './cache-figure.ts';
import { byCache, byConnection } from './cold-warm.ts';
import { decodeFigure } from './decode-figure.ts';
import { durationsOf } from './durations.ts';
import { hasReasoned } from './has-reasoned.ts';
import { firstAnswerOf, firstTokenOf, wasInTime } from './lane-timing.ts';
import { modelSpeed } from './model-speed.ts';
import { percentiles } from './percentiles.ts';
import { queueFigure } from './queue-figure.ts';
import { fitFloor } from './queue-floor.ts';
import { segments } from './segments.ts';
import { wilson } from './wilson.ts';

/** One model's requests, oldest first. */
export interface ModelLanes {
  /** Asked by keystrokes. */
  readonly typed: readonly LaneRecord[];
  /** Those and the requests of `Measure Models` together, warm-ups left out. */
  readonly all: readonly LaneRecord[];
}

/** The part of a summary that follows from a model's requests alone. */
export type ModelFigures = Pick<
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
  | 'tps'
  | 'tpsEstimated'
  | 'inTime'
  | 'requests'
  | 'errors'
  | 'stopped'
> & {
  /** Of its answers, for those whose tokens nobody counted. */
  readonly charsPerToken: number;
  /** Of typed requests, shown or not. */
  readonly answerTokens: number;
};

/** The one figure that takes long to work out, and changes slowly. */
export function speedOf({ typed, all }: ModelLanes): ModelFigures['speed'] {
  return modelSpeed(all, charsPerToken(all), typed);
}

/**
 * What typing feels like, and what the cache holds of it, is told by the requests of keystrokes only.
 * How the server works (its floor, decode rate and speed) is the same whoever asks, so there the
 * measuring requests count too.
 */
export function modelFigures(
  lanes: ModelLanes,
  budgetMs: number,
  speed: ModelFigures['speed'] = speedOf(lanes),
): ModelFigures {
  const { typed, all } = lanes;
  const floor = fitFloor(all);
  const judged = typed.map((lane) => wasInTime(lane, budgetMs)).filter((one) => one !== null);
  const reasons = typed.some(hasReasoned);
  const ratio = typedCharsPerToken(lanes);
  return {
    ttft: percentiles(durationsOf(typed, firstTokenOf, 'dispatch')),
    fromKey: percentiles(durationsOf(typed, firstAnswerOf, 'keystroke')),
    byConnection: byConnection(typed),
    byCache: byCache(typed),
    firstAnswer: reasons ? percentiles(durationsOf(typed, firstAnswerOf, 'dispatch')) : null,
    queue: queueFigure(typed, floor),
    cache: cacheFigure(typed, floor?.charsPerToken),
    floor,
    decode: decodeFigure(all, charsPerToken(all)),
    speed,
    ...answerRates(typed, ratio),
    segments: segments(typed, floor),
    inTime: wilson(judged.filter((inTime) => inTime).length, judged.length),
    requests: typed.length,
    errors: typed.filter((lane) => lane.outcome === 'failed').length,
    stopped: typed.filter((lane) => lane.outcome === 'stopped').length,
    charsPerToken: ratio,
    answerTokens: answerTokens(typed, ratio).tokens,
  };
}
