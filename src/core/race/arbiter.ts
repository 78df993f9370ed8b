import type { SilenceReason } from '../record.ts';
import type { PartialLine } from '../text/partial-line.ts';
import type { Usable } from '../text/usable.ts';
import { whyNothing } from './why-nothing.ts';

/** One lane as the arbiter sees it: what it could show now, and whether more may come. */
export interface LaneView {
  readonly embedded: boolean;
  readonly ended: boolean;
  readonly failed: boolean;
  readonly usable: Usable;
  /** The line so far, cut at the end of a token; null where that is not wanted, or nothing to show. */
  readonly partial: PartialLine | null;
  /** The writer has written some of it since it was asked for: it is right so far. */
  readonly typedAlong: boolean;
  /** When its first line was there, for "first come, first shown". */
  readonly firstLineAtMs: number | null;
  /** Calibrated probability; null for models that state none. */
  readonly confidence: number | null;
}

export interface RaceView {
  readonly nowMs: number;
  /** When the answer must be handed over to be painted within the budget. */
  readonly deadlineAtMs: number;
  /** When the beginning of a line that the writer writes along may be handed over. */
  readonly alongAtMs: number;
  /** When waiting for a late answer ends. */
  readonly patienceAtMs: number;
  readonly lanes: readonly LaneView[];
  /** A request is still to be started. */
  readonly more: boolean;
  readonly confidence: ConfidenceRule;
}

/** How sure the predictor must be: against models that may still answer, and when it is alone. */
export interface ConfidenceRule {
  readonly atOnce: number;
  readonly alone: number;
}

export type Decision =
  | { readonly type: 'show'; readonly lane: number; readonly text: PartialLine }
  | { readonly type: 'wait'; readonly untilMs: number }
  | { readonly type: 'give-up'; readonly reason: SilenceReason };

/**
 * Says wait, show or give up. A pure function of the lanes, the time and the rule, so that every
 * case can be written down as a test.
 *
 * 1. A model's complete line or block is shown at once, the first to have had a line before others.
 * 2. A block that is still growing is shown at the deadline, as far as its lines are complete.
 * 3. Where there is no line by then, the beginning of one is shown, the longest, if that is wanted. Of
 *    a line that the writer is writing along it is shown as soon as the editor asks: the next key comes
 *    before the deadline, and the beginning of such a line is right so far.
 * 4. The predictor speaks at once when it is nearly certain; it steps in when no model can answer any
 *    more, or at the deadline, if it is sure enough. It would win every race by arrival, so arrival
 *    does not count for it.
 * 5. Otherwise the question stays open for a late answer until patience ends.
 */
export function decide(view: RaceView): Decision {
  const models = view.lanes
    .map((lane, index) => ({ lane, index }))
    .filter(({ lane }) => !lane.embedded);
  const predictor = view.lanes.findIndex((lane) => lane.embedded);
  const spoken = view.lanes[predictor]?.usable;
  const sure = predictorConfidence(view.lanes[predictor]);

  const withText = models
    .filter(({ lane }) => lane.usable.type === 'text')
    .sort((a, b) => firstLine(a.lane) - firstLine(b.lane));
  const complete = withText.find(({ lane }) => lane.usable.type === 'text' && lane.usable.complete);
  if (complete?.lane.usable.type === 'text') {
    return { type: 'show', lane: complete.index, text: complete.lane.usable };
  }
  const late = view.nowMs >= view.deadlineAtMs;
  const growing = withText[0];
  if (growing?.lane.usable.type === 'text') {
    return late
      ? { type: 'show', lane: growing.index, text: growing.lane.usable }
      : { type: 'wait', untilMs: view.deadlineAtMs };
  }
  const speak = (atLeast: number): Decision | null =>
    spoken?.type === 'text' && sure >= atLeast
      ? { type: 'show', lane: predictor, text: spoken }
      : null;
  const atOnce = speak(view.confidence.atOnce);
  if (atOnce !== null) return atOnce;
  const someoneMayAnswer = view.more || models.some(({ lane }) => !lane.ended);
  const begun = view.nowMs <= view.deadlineAtMs + BEGINNING_MS ? longestPartial(models) : null;
  if (someoneMayAnswer && !late) {
    if (view.nowMs < view.alongAtMs) return { type: 'wait', untilMs: view.alongAtMs };
    const along = models.filter(({ lane }) => lane.typedAlong);
    const now = view.nowMs <= view.alongAtMs + BEGINNING_MS ? longestPartial(along) : null;
    return now ?? { type: 'wait', untilMs: view.deadlineAtMs };
  }
  if (begun !== null) return begun;
  const alone = speak(view.confidence.alone);
  if (alone !== null) return alone;
  if (someoneMayAnswer) {
    return view.nowMs < view.patienceAtMs
      ? { type: 'wait', untilMs: view.patienceAtMs }
      : { type: 'give-up', reason: 'late' };
  }
  return { type: 'give-up', reason: whyNothing(view.lanes) };
}

/** Only of a lane that goes on: one that broke off in the middle of a line was cut, not begun. */
function longestPartial(
  models: readonly { readonly lane: LaneView; readonly index: number }[],
): Decision | null {
  let best: Extract<Decision, { type: 'show' }> | null = null;
  for (const { lane, index } of models) {
    if (lane.partial === null || lane.ended) continue;
    if (best !== null && best.text.text.length >= lane.partial.text.length) continue;
    best = { type: 'show', lane: index, text: lane.partial };
  }
  return best;
}

/** At its moment, or a timer's delay after it. Whoever has waited longer gets the whole line. */
const BEGINNING_MS = 20;

function firstLine(lane: LaneView): number {
  return lane.firstLineAtMs ?? Number.POSITIVE_INFINITY;
}

function predictorConfidence(lane: LaneView | undefined): number {
  return lane?.usable.type === 'text' ? (lane.confidence ?? 0) : 0;
}
