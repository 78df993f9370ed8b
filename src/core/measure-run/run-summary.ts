import type { LaneRecord } from '../record.ts';
import type { PlannedRequest } from './plan.ts';

/** How a measuring run ended, for each model that it was to ask. */
export interface RunSummary {
  readonly cancelled: boolean;
  readonly models: readonly ModelRun[];
}

export interface ModelRun {
  readonly model: string;
  /** Answered to the end, with text or without. Warm-ups count nowhere but among the failures. */
  readonly measured: number;
  readonly failed: number;
  /** Ended by us: cancelled or far too slow. */
  readonly stopped: number;
  readonly skipped: readonly { readonly reason: string; readonly requests: number }[];
}

interface Counts {
  measured: number;
  failed: number;
  stopped: number;
  readonly skipped: Map<string, number>;
}

export function createRunSummary() {
  const models = new Map<string, Counts>();
  const of = (model: string): Counts => {
    const counts = models.get(model) ?? { measured: 0, failed: 0, stopped: 0, skipped: new Map() };
    models.set(model, counts);
    return counts;
  };
  return {
    sent({ model, step }: PlannedRequest, { outcome }: LaneRecord): void {
      const counts = of(model);
      if (outcome === 'failed') counts.failed += 1;
      else if (step.cache === 'warm-up') return;
      else if (outcome === 'stopped') counts.stopped += 1;
      else counts.measured += 1;
    },
    skipped({ model, step }: PlannedRequest, reason: string): void {
      const { skipped } = of(model);
      if (step.cache !== 'warm-up') skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
    },
    result(cancelled: boolean): RunSummary {
      return {
        cancelled,
        models: [...models].map(([model, { skipped, ...counts }]) => ({
          model,
          ...counts,
          skipped: [...skipped].map(([reason, requests]) => ({ reason, requests })),
        })),
      };
    },
  };
}
