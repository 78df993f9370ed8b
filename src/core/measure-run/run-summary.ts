import { firstTokenOf } from '../measure/lane-timing.ts';
import type { LaneRecord } from '../record.ts';
import type { PlannedRequest } from './plan.ts';

/** How a measuring run ended, for each model that it was to ask. */
export interface RunSummary {
  readonly cancelled: boolean;
  readonly models: readonly ModelRun[];
}

export interface ModelRun {
  readonly model: string;
  /** Answered to the end. Warm-ups count nowhere but among the failures. */
  readonly measured: number;
  /** Of the prompt sizes of which some request was answered to the end without a single token. */
  readonly silent: readonly SilentSize[];
  readonly failed: number;
  /** Ended by us: cancelled or far too slow. */
  readonly stopped: number;
  readonly skipped: readonly { readonly reason: string; readonly requests: number }[];
}

export interface SilentSize {
  readonly promptTokens: number;
  /** Answered with nothing. */
  readonly silent: number;
  /** Answered to the end, with text or without. */
  readonly ended: number;
}

interface Counts {
  measured: number;
  failed: number;
  stopped: number;
  /** By prompt size. */
  readonly ended: Map<number, { silent: number; ended: number }>;
  readonly skipped: Map<string, number>;
}

export function createRunSummary() {
  const models = new Map<string, Counts>();
  const of = (model: string): Counts => {
    const counts = models.get(model) ?? {
      measured: 0,
      failed: 0,
      stopped: 0,
      ended: new Map(),
      skipped: new Map(),
    };
    models.set(model, counts);
    return counts;
  };
  const noteEnd = (counts: Counts, promptTokens: number, isSilent: boolean): void => {
    const size = counts.ended.get(promptTokens) ?? { silent: 0, ended: 0 };
    counts.ended.set(promptTokens, size);
    size.ended += 1;
    if (isSilent) size.silent += 1;
    else counts.measured += 1;
  };
  return {
    sent({ model, step }: PlannedRequest, lane: LaneRecord): void {
      const counts = of(model);
      if (lane.outcome === 'failed') counts.failed += 1;
      else if (step.cache === 'warm-up') return;
      else if (lane.outcome === 'stopped') counts.stopped += 1;
      else noteEnd(counts, step.promptTokens, firstTokenOf(lane).kind === 'silent');
    },
    skipped({ model, step }: PlannedRequest, reason: string): void {
      const { skipped } = of(model);
      if (step.cache !== 'warm-up') skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
    },
    result(cancelled: boolean): RunSummary {
      return {
        cancelled,
        models: [...models].map(([model, { skipped, ended, ...counts }]) => ({
          model,
          ...counts,
          silent: [...ended]
            .filter(([, { silent }]) => silent > 0)
            .map(([promptTokens, size]) => ({ promptTokens, ...size })),
          skipped: [...skipped].map(([reason, requests]) => ({ reason, requests })),
        })),
      };
    },
  };
}
