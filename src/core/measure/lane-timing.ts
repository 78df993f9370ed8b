import type { LaneRecord } from '../record.ts';

/**
 * What one request tells of the time to the first token of its answer. `seen` and `stopped` carry ms from the
 * keystroke; `stopped` means "later than that, had we let it". `never`: it failed. `silent`: it ended
 * well and said nothing, so there is no first token to time.
 */
export type FirstToken =
  | { readonly kind: 'seen' | 'stopped'; readonly fromKeyMs: number }
  | { readonly kind: 'never' | 'silent' };

/** A failed request counts as never, even when a first piece arrived: it was of no use. */
export function firstTokenOf(lane: LaneRecord): FirstToken {
  if (lane.outcome === 'failed') return { kind: 'never' };
  if (lane.firstAnswerMs !== null) return { kind: 'seen', fromKeyMs: lane.firstAnswerMs };
  if (lane.outcome === 'stopped') return { kind: 'stopped', fromKeyMs: lane.endMs };
  return { kind: 'silent' };
}

/**
 * Whether the request had a first token within the budget, or null when it does not tell: it was
 * stopped too early, or it ended in time because there was nothing to say, which is an answer and not
 * a delay. Errors count as not in time, so a model cannot look good by failing fast. The predictor's
 * silence counts too: its share is how often it speaks.
 */
export function wasInTime(lane: LaneRecord, budgetMs: number): boolean | null {
  const first = firstTokenOf(lane);
  if (first.kind === 'seen') return first.fromKeyMs <= budgetMs;
  if (first.kind === 'stopped') return first.fromKeyMs < budgetMs ? null : false;
  if (first.kind === 'silent' && lane.provider !== 'embedded') {
    return lane.endMs <= budgetMs ? null : false;
  }
  return false;
}
