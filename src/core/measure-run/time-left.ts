import type { LaneRecord, MeasurementStep } from '../record.ts';
import type { PlannedRequest } from './plan.ts';

/** How long the rest of a run will take, from what it has measured so far. */
export interface TimeLeft {
  note(request: PlannedRequest, lane: LaneRecord): void;
  /** Null before anything is known. */
  leftMs(rest: readonly PlannedRequest[]): number | null;
}

interface Answered {
  readonly model: string;
  readonly step: MeasurementStep;
  readonly ttftMs: number;
  readonly decodeMs: number;
}

export function createTimeLeft(): TimeLeft {
  const seen: Answered[] = [];

  const estimateMs = ({ model, step }: PlannedRequest): number => {
    const own = seen.filter((one) => one.model === model);
    const known = own.length > 0 ? own : seen;
    const alike = known.filter((one) => one.step.cache === step.cache);
    const near = closest(alike.length > 0 ? alike : known, 'promptTokens', step.promptTokens);
    const long = closest(known, 'outputTokens', step.outputTokens);
    // Prefill grows about as the prompt does; from the cache nearly nothing is read again.
    const growth = step.cache === 'repeated' ? 1 : step.promptTokens / near.size;
    return (
      mean(near.answers.map(({ ttftMs }) => ttftMs)) * Math.max(1, growth) +
      (mean(long.answers.map(({ decodeMs }) => decodeMs)) * step.outputTokens) / long.size
    );
  };

  return {
    note({ model, step }, { firstTokenMs, endMs }) {
      // What a warm-up takes is loading and connecting; a failure says nothing of the next request.
      if (step.cache === 'warm-up' || firstTokenMs === null) return;
      seen.push({ model, step, ttftMs: firstTokenMs, decodeMs: endMs - firstTokenMs });
    },
    leftMs(rest) {
      if (rest.length === 0) return 0;
      return seen.length === 0 ? null : rest.reduce((sum, next) => sum + estimateMs(next), 0);
    },
  };
}

/** All answers of the one size that is nearest to `wanted`. */
function closest(
  answers: readonly Answered[],
  size: 'promptTokens' | 'outputTokens',
  wanted: number,
): { readonly size: number; readonly answers: readonly Answered[] } {
  const sizes = answers.map(({ step }) => step[size]);
  const nearest = sizes.reduce((best, one) =>
    Math.abs(one - wanted) < Math.abs(best - wanted) ? one : best,
  );
  return { size: nearest, answers: answers.filter(({ step }) => step[size] === nearest) };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
