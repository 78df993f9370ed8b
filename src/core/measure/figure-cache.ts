import type { LaneRecord } from '../record.ts';
import { type ModelFigures, type ModelLanes, modelFigures, speedOf } from './model-figures.ts';

/** The figures of models from look to look. */
export interface FigureCache {
  /** As `modelFigures`, worked out only where the model has other requests than at the last look. */
  figuresOf(modelId: string, lanes: ModelLanes, budgetMs: number): ModelFigures;
  /** Ends a look: models that it did not ask for are forgotten. */
  sweep(): void;
}

interface Entry {
  readonly lanes: ModelLanes;
  readonly budgetMs: number;
  readonly figures: ModelFigures;
  /** Looks for which the speed has been behind the requests. */
  readonly behind: number;
}

/**
 * Requests are compared one by one, which takes microseconds for thousands where sorting them takes
 * milliseconds, and cannot be wrong about what has changed.
 *
 * The speed of a model takes about ten milliseconds, most of it for its interval, in which no first token
 * could be stamped. So a look works out one speed anew, that which has waited longest; other models keep
 * the speed of some requests ago. A model that is new does not wait.
 */
export function createFigureCache(): FigureCache {
  let before = new Map<string, Entry>();
  let now = new Map<string, Entry>();
  let turn: string | null = null;
  let hasFitted = false;

  const mayFit = (modelId: string): boolean => {
    if (turn !== null ? turn !== modelId : hasFitted) return false;
    hasFitted = true;
    return true;
  };
  const renew = (modelId: string, known: Entry, lanes: ModelLanes, budgetMs: number): Entry => {
    const isSame = isSameAs(known.lanes, lanes);
    const isBehind = !isSame || known.behind > 0;
    const fitsAnew = isBehind && mayFit(modelId);
    if (isSame && known.budgetMs === budgetMs && !fitsAnew) {
      return isBehind ? { ...known, behind: known.behind + 1 } : known;
    }
    const speed = fitsAnew ? speedOf(lanes) : known.figures.speed;
    const behind = isBehind && !fitsAnew ? known.behind + 1 : 0;
    return { lanes, budgetMs, figures: modelFigures(lanes, budgetMs, speed), behind };
  };

  return {
    figuresOf(modelId, lanes, budgetMs) {
      const known = before.get(modelId);
      const entry =
        known === undefined
          ? { lanes, budgetMs, figures: modelFigures(lanes, budgetMs), behind: 0 }
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
  };
}

function longestBehind(entries: ReadonlyMap<string, Entry>): string | null {
  let [found, most]: [string | null, number] = [null, 0];
  for (const [id, { behind }] of entries) if (behind > most) [found, most] = [id, behind];
  return found;
}

function isSameAs(a: ModelLanes, b: ModelLanes): boolean {
  return isSameList(a.typed, b.typed) && isSameList(a.all, b.all);
}

function isSameList(a: readonly LaneRecord[], b: readonly LaneRecord[]): boolean {
  return a.length === b.length && a.every((lane, index) => lane === b[index]);
}
