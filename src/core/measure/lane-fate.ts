import type { DropRule, LaneRecord, RaceRecord } from '../record.ts';

/**
 * Why a request did or did not show its text.
 *
 * - `shown`: by this keystroke. `later`: by a later one, in flight or from memory.
 * - `beaten`: another one's text was shown before. `outrun`: the person typed something else, or on.
 * - `over-budget`: its first line came after the budget, and nothing was shown.
 * - `unsure`: the predictor's probability was too small. `empty`: it said nothing.
 * - `filtered`: nothing of what it said may be shown; `by` is the rule.
 */
export type LaneFate =
  | {
      readonly kind:
        | 'shown'
        | 'later'
        | 'beaten'
        | 'outrun'
        | 'over-budget'
        | 'unsure'
        | 'empty'
        | 'error';
    }
  | { readonly kind: 'filtered'; readonly by: DropRule };

/** `showsLater`: whether a later keystroke showed the text of this request. */
export function laneFate(lane: LaneRecord, race: RaceRecord, showsLater: boolean): LaneFate {
  const isShown = race.shown?.race === race.id && race.shown.model === lane.model;
  if (isShown) return { kind: 'shown' };
  if (showsLater) return { kind: 'later' };
  if (lane.outcome === 'failed') return { kind: 'error' };
  if (lane.dropped !== undefined) return { kind: 'filtered', by: lane.dropped };
  if (lane.outcome === 'silent') return { kind: lane.provider === 'embedded' ? 'unsure' : 'empty' };
  if (race.shown !== null) return { kind: 'beaten' };
  if (race.silence === 'superseded' || race.silence === 'unasked') return { kind: 'outrun' };
  if (lane.provider === 'embedded') return { kind: 'unsure' };
  const firstMs = lane.firstLineMs ?? lane.endMs;
  return { kind: firstMs > race.budgetMs ? 'over-budget' : 'outrun' };
}
