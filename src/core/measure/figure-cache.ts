import type { LaneRecord } from '../record.ts';
import { type ModelFigures, type ModelLanes, modelFigures, speedOf } from './model-figures.ts';

/** The figures of models from look to look. */
export interface FigureCache {
  /** As `modelFigures`, worked out only where the model has other requests than at the last look. */
  figuresOf(modelId: string, lanes: ModelLanes, budgetMs: number): ModelFigures;
  /** Ends a look: models that it did not ask for are forgotten. */
  sweep(): void;
  /** A speed waits for the next look. */
  readonly isBehind: boolean;
}

interface Entry {
  readonly lanes: ModelLanes;
  readonly budgetMs: number;
  readonly figures: ModelFigures;
  /** Looks for which the speed has been behind the requests; endless while there is none yet. */
  readonly behind: number;
}

/** With four looks a second, two seconds of typing. */
const WAIT_LOOKS = 8;

/**
 * Requests are compared one by one, which takes microseconds for thousands where sorting them takes
 * milliseconds, and cannot be wrong about what has changed.
 *
 * The speed of a model takes about ten milliseconds, most of it for its interval, in which no first token
 * could be stamped. So a look works out at most one speed, that which has waited longest, and only
 * after some looks; until then a model keeps the speed of some requests ago. A model that is new comes
 * first and has none until then: thirty of them at the start of a window took more than a second in one
 * piece. One that was just measured on purpose does not wait either.
 */
export function createFigureCache(): FigureCache {
  let before = new Map<string, Entry>();
  let now = new Map<string, Entry>();
  let turn: string | null = null;
  let hasFitted = false;

  const mayFit = (modelId: string, behind: number): boolean => {
    if (behind < WAIT_LOOKS || (turn === null ? hasFitted : turn !== modelId)) return false;
    hasFitted = true;
    return true;
  };
  const begin = (modelId: string, lanes: ModelLanes, budgetMs: number): Entry => {
    const fits = lanes.all.length === 0 || mayFit(modelId, Number.POSITIVE_INFINITY);
    const figures = modelFigures(lanes, budgetMs, fits ? speedOf(lanes) : null);
    return { lanes, budgetMs, figures, behind: fits ? 0 : Number.POSITIVE_INFINITY };
  };
  const renew = (modelId: string, known: Entry, lanes: ModelLanes, budgetMs: number): Entry => {
    const isSame = isSameAs(known.lanes, lanes);
    const wasMeasured = measuredCount(lanes) !== measuredCount(known.lanes);
    const waited = isSame && known.behind === 0 ? 0 : known.behind + (wasMeasured ? WAIT_LOOKS : 1);
    const fitsAnew = mayFit(modelId, waited);
    const behind = fitsAnew ? 0 : waited;
    if (isSame && known.budgetMs === budgetMs && !fitsAnew) return { ...known, behind };
    const speed = fitsAnew ? speedOf(lanes) : known.figures.speed;
    return { lanes, budgetMs, figures: modelFigures(lanes, budgetMs, speed), behind };
  };

  return {
    figuresOf(modelId, lanes, budgetMs) {
      const known = before.get(modelId);
      const entry =
        known === undefined
          ? begin(modelId, lanes, budgetMs)
          : renew(modelId, known, lanes, budgetMs);
      now.set(modelId, entry);
      return entry.figures;
    },
    sweep() {
      turn = longestBehind(now);
      hasFitted = false;
      before = now;
      now = new Map();
    },
    get isBehind() {
      return turn !== null;
    },
  };
}

function longestBehind(entries: ReadonlyMap<string, Entry>): string | null {
  let [found, most]: [string | null, number] = [null, WAIT_LOOKS - 1];
  for (const [id, { behind }] of entries) if (behind > most) [found, most] = [id, behind];
  return found;
}

function measuredCount({ typed, all }: ModelLanes): number {
  return all.length - typed.length;
}

function isSameAs(a: ModelLanes, b: ModelLanes): boolean {
  return isSameList(a.typed, b.typed) && isSameList(a.all, b.all);
}

function isSameList(a: readonly LaneRecord[], b: readonly LaneRecord[]): boolean {
  return a.length === b.length && a.every((lane, index) => lane === b[index]);
}
