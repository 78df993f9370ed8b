import type { LaneRecord } from '../record.ts';
import { type ModelFigures, type ModelLanes, modelFigures } from './model-figures.ts';

/** The figures of models whose requests are the same as at the last look. */
export interface FigureCache {
  /** As `modelFigures`, worked out only where the model has other requests than before. */
  figuresOf(modelId: string, lanes: ModelLanes, budgetMs: number): ModelFigures;
  /** Forgets models that were not asked for since the last call. */
  sweep(): void;
}

interface Entry {
  readonly lanes: ModelLanes;
  readonly budgetMs: number;
  readonly figures: ModelFigures;
}

/**
 * Requests are compared one by one, which takes microseconds for thousands where sorting and fitting
 * them takes milliseconds, and cannot be wrong about what has changed.
 */
export function createFigureCache(): FigureCache {
  let before = new Map<string, Entry>();
  let now = new Map<string, Entry>();
  return {
    figuresOf(modelId, lanes, budgetMs) {
      const known = now.get(modelId) ?? before.get(modelId);
      const isSame =
        known !== undefined &&
        known.budgetMs === budgetMs &&
        isSameList(known.lanes.typed, lanes.typed) &&
        isSameList(known.lanes.all, lanes.all);
      const entry = isSame ? known : { lanes, budgetMs, figures: modelFigures(lanes, budgetMs) };
      now.set(modelId, entry);
      return entry.figures;
    },
    sweep() {
      before = now;
      now = new Map();
    },
  };
}

function isSameList(a: readonly LaneRecord[], b: readonly LaneRecord[]): boolean {
  return a.length === b.length && a.every((lane, index) => lane === b[index]);
}
