import type { ModelSummary, Share } from '../protocol.ts';

export type JudgedModel = ModelSummary & { readonly inTime: Share };

/** A share from fewer requests is not worth a recommendation (its interval is wider than 30 points). */
export const ENOUGH_REQUESTS = 30;

export interface Recommendation {
  readonly best: JudgedModel | null;
  /** Without whose answers nothing can be recommended yet. */
  readonly awaited: ModelSummary | null;
}

/**
 * The model with the highest lower bound of in-time, among those that work now and were measured on
 * enough requests. A lower bound rewards both speed and evidence. The default keeps the place while
 * the intervals overlap: a difference that may be chance is no reason to switch, unless the default
 * is mostly late and the other is not. Null while a model is awaited.
 */
export function recommendation(models: readonly ModelSummary[]): Recommendation {
  const pick = quickestJudged(models);
  const awaited = pick === null ? null : awaitedModel(models, pick);
  return { best: awaited === null ? pick : null, awaited };
}

function quickestJudged(models: readonly ModelSummary[]): JudgedModel | null {
  const candidates = models.filter(isJudged);
  const best = candidates.reduce<JudgedModel | null>(
    (top, model) => (top === null || model.inTime.low > top.inTime.low ? model : top),
    null,
  );
  const current = candidates.find((model) => model.isDefault);
  if (best === null || current === undefined || !overlap(best.inTime, current.inTime)) return best;
  return isMostlyLate(current) && !isMostlyLate(best) ? best : current;
}

/**
 * The model that has too few answers yet and without which `pick` cannot be recommended: the default,
 * since nothing is better than what is not known; one that looks better so far; and beside a pick that is
 * mostly late any other, since whatever was asked most gets its answers first, however slow it is.
 */
function awaitedModel(models: readonly ModelSummary[], pick: JudgedModel): ModelSummary | null {
  const waiting = models.filter(
    (model) => model.provider !== 'embedded' && !isDown(model) && !isJudged(model),
  );
  const looksBetter = ({ inTime }: ModelSummary) =>
    isMostlyLate(pick) || (inTime !== null && middle(inTime) > middle(pick.inTime));
  return waiting.find((model) => model.isDefault) ?? waiting.find(looksBetter) ?? null;
}

/** Under one half even at the interval's top: the median request is late, whatever chance did. */
export function isMostlyLate({ inTime }: JudgedModel): boolean {
  return inTime.high < 0.5;
}

/** Of a Wilson interval: the share drawn towards one half, the more so the fewer its cases are. */
function middle({ low, high }: Share): number {
  return (low + high) / 2;
}

export function isJudged(model: ModelSummary): model is JudgedModel {
  return (
    model.provider !== 'embedded' &&
    !isDown(model) &&
    model.inTime !== null &&
    model.inTime.n >= ENOUGH_REQUESTS
  );
}

export function isDown(model: ModelSummary): boolean {
  return model.state === 'failing' || model.state === 'misconfigured';
}

function overlap(a: Share, b: Share): boolean {
  return a.low <= b.high && b.low <= a.high;
}
