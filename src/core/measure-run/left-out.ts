import type { CompletionError } from '../outcome.ts';
import type { LaneRecord } from '../record.ts';
import type { PlannedRequest } from './plan.ts';

/** Which of the planned requests are not worth sending any more, and why, in a sentence for the person. */
export interface LeftOut {
  /** `fault`: why the request ended without its answer, where it did. */
  note(request: PlannedRequest, lane: LaneRecord, fault: Fault | null): void;
  /** Null: send it. */
  reason(request: PlannedRequest): string | null;
}

type Fault = Pick<CompletionError, 'message' | 'status'>;

/** Once may be a moment's trouble; the next model waits for nobody who fails again. */
const FAILURES_IN_A_ROW = 2;

/**
 * A cold prompt of which the server read less than this share was cut. Tokenizers differ from the usual
 * ratio by a third, which is far from half.
 */
const CUT_BELOW = 0.6;

export function createLeftOut(): LeftOut {
  const failures = new Map<string, number>();
  const gone = new Map<string, string>();
  /** By model: the smallest request that was too large, and what was said of it. */
  const limits = new Map<string, { readonly of: PlannedRequest; readonly reason: string }>();
  const failedPrompts = new Set<string>();

  const limit = (of: PlannedRequest, reason: string): void => {
    if (!limits.has(of.model)) limits.set(of.model, { of, reason });
  };

  return {
    note(request, lane, fault) {
      const { model, step } = request;
      if (fault === null) {
        failures.set(model, 0);
        const read = lane.usage.promptTokens;
        if (step.cache === 'cold' && read !== undefined && read < CUT_BELOW * step.promptTokens) {
          const tokens = read === 1 ? '1 token' : `${read} tokens`;
          const words = `The server read ${tokens} of a prompt of about ${step.promptTokens}.`;
          limit({ ...request, step: { ...step, outputTokens: Number.POSITIVE_INFINITY } }, words);
        }
        return;
      }
      failedPrompts.add(`${model} ${request.prompt}`);
      if (isTooLong(fault)) return limit(request, fault.message);
      const inARow = (failures.get(model) ?? 0) + 1;
      failures.set(model, inARow);
      if (inARow >= FAILURES_IN_A_ROW) gone.set(model, fault.message);
    },
    reason(request) {
      const { model, step } = request;
      const whole = gone.get(model);
      if (whole !== undefined) return whole;
      const tooLarge = limits.get(model);
      if (tooLarge !== undefined && isLarger(step, tooLarge.of.step)) return tooLarge.reason;
      const isRepeated = step.cache === 'repeated';
      return isRepeated && failedPrompts.has(`${model} ${request.prompt}`)
        ? 'A prompt that failed is not sent again.'
        : null;
    },
  };
}

/** At least as much context as the other asks for, which was too much. */
function isLarger(step: PlannedRequest['step'], than: PlannedRequest['step']): boolean {
  if (step.promptTokens !== than.promptTokens) return step.promptTokens > than.promptTokens;
  return step.outputTokens >= than.outputTokens;
}

/** A refusal for the size: 400 in most servers, 413 in front of them, 422 in TGI. */
function isTooLong({ status, message }: Fault): boolean {
  return (
    status !== undefined &&
    [400, 413, 422].includes(status) &&
    /too (long|large)|context|longer than|max_new_tokens/i.test(message)
  );
}
