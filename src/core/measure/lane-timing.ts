import type { LaneRecord } from '../record.ts';

/**
 * What one request tells of the time to a first text. `seen` and `stopped` carry ms from the keystroke;
 * `stopped` means "later than that, had we let it". `never`: it failed. `silent`: it ended well and
 * said nothing, so there is no first text to time.
 */
export type FirstText =
  | { readonly kind: 'seen' | 'stopped'; readonly fromKeyMs: number }
  | { readonly kind: 'never' | 'silent' };

/**
 * The first token, reasoning included. A failed request counts as never, even when a first piece
 * arrived: it was of no use.
 */
export function firstTokenOf(lane: LaneRecord): FirstText {
  return firstTextOf(lane, lane.firstTokenMs, lane.outcome === 'stopped');
}

/**
 * The first token of the answer itself. A model that thought until its limit and never came to its
 * answer is as one that was stopped: the answer would have come later than that.
 */
export function firstAnswerOf(lane: LaneRecord): FirstText {
  const cut = lane.outcome === 'stopped' || lane.firstTokenMs !== null;
  return firstTextOf(lane, lane.firstAnswerMs, cut);
}

function firstTextOf(lane: LaneRecord, firstMs: number | null, cut: boolean): FirstText {
  if (lane.outcome === 'failed') return { kind: 'never' };
  if (firstMs !== null) return { kind: 'seen', fromKeyMs: firstMs };
  return cut ? { kind: 'stopped', fromKeyMs: lane.endMs } : { kind: 'silent' };
}

/**
 * Whether the request had the first token of its answer within the budget, or null when it does not
 * tell: it was stopped too early, or there was nothing to say, which has no first token to be in time or
 * late. The latter whenever it ended: were only the late ones counted, a slow model would be judged on
 * requests that a quick one is let off, and look slower than it is; were the quick ones counted as in time, a
 * model would look best by never saying anything. Errors count as not in time, so a model cannot look
 * good by failing fast. The predictor's silence counts too: its share is how often it speaks.
 */
export function wasInTime(lane: LaneRecord, budgetMs: number): boolean | null {
  const first = firstAnswerOf(lane);
  if (first.kind === 'seen') return first.fromKeyMs <= budgetMs;
  if (first.kind === 'stopped') return first.fromKeyMs < budgetMs ? null : false;
  return first.kind === 'silent' && lane.provider !== 'embedded' ? null : false;
}
