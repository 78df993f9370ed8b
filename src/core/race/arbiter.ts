import type { SilenceReason } from '../record.ts';
import type { Usable } from '../text/usable.ts';

/** One lane as the arbiter sees it: what it could show now, and whether more may come. */
export interface LaneView {
  readonly embedded: boolean;
  readonly ended: boolean;
  readonly failed: boolean;
  readonly usable: Usable;
  /** When its first line was there, for "first come, first shown". */
  readonly firstLineAtMs: number | null;
  /** Calibrated probability; null for models that state none. */
  readonly confidence: number | null;
}

export interface RaceView {
  readonly nowMs: number;
  /** When the answer must be handed over to be painted within the budget. */
  readonly deadlineAtMs: number;
  /** When waiting for a late answer ends. */
  readonly patienceAtMs: number;
  readonly lanes: readonly LaneView[];
  readonly confidence: ConfidenceRule;
}

/** How sure the predictor must be: against models that may still answer, and when it is alone. */
export interface ConfidenceRule {
  readonly atOnce: number;
  readonly alone: number;
}

export type Decision =
  | { readonly type: 'show'; readonly lane: number }
  | { readonly type: 'wait'; readonly untilMs: number }
  | { readonly type: 'give-up'; readonly reason: SilenceReason };

/**
 * Says wait, show or give up. A pure function of the lanes, the time and the rule, so that every
 * case can be written down as a test.
 *
 * 1. A model's complete line or block is shown at once, the first to have had a line before others.
 * 2. A block that is still growing is shown at the deadline, as far as its lines are complete.
 * 3. The predictor speaks at once when it is nearly certain; it steps in when no model can answer any
 *    more, or at the deadline, if it is sure enough. It would win every race by arrival, so arrival
 *    does not count for it.
 * 4. Otherwise the question stays open for a late answer until patience ends.
 */
export function decide(view: RaceView): Decision {
  const models = view.lanes
    .map((lane, index) => ({ lane, index }))
    .filter(({ lane }) => !lane.embedded);
  const predictor = view.lanes.findIndex((lane) => lane.embedded);
  const sure = predictorConfidence(view.lanes[predictor]);

  const withText = models
    .filter(({ lane }) => lane.usable.type === 'text')
    .sort((a, b) => firstLine(a.lane) - firstLine(b.lane));
  const complete = withText.find(({ lane }) => lane.usable.type === 'text' && lane.usable.complete);
  if (complete !== undefined) return { type: 'show', lane: complete.index };

  const late = view.nowMs >= view.deadlineAtMs;
  const growing = withText[0];
  if (growing !== undefined) {
    return late
      ? { type: 'show', lane: growing.index }
      : { type: 'wait', untilMs: view.deadlineAtMs };
  }
  if (sure >= view.confidence.atOnce) return { type: 'show', lane: predictor };
  const someoneMayAnswer = models.some(({ lane }) => !lane.ended);
  if (someoneMayAnswer && !late) return { type: 'wait', untilMs: view.deadlineAtMs };
  if (sure >= view.confidence.alone) return { type: 'show', lane: predictor };
  if (someoneMayAnswer) {
    return view.nowMs < view.patienceAtMs
      ? { type: 'wait', untilMs: view.patienceAtMs }
      : { type: 'give-up', reason: 'late' };
  }
  return { type: 'give-up', reason: whyNothing(view.lanes) };
}

function firstLine(lane: LaneView): number {
  return lane.firstLineAtMs ?? Number.POSITIVE_INFINITY;
}

function predictorConfidence(lane: LaneView | undefined): number {
  return lane?.usable.type === 'text' ? (lane.confidence ?? 0) : 0;
}

/** The most telling reason among lanes that all ended without text to show. */
function whyNothing(lanes: readonly LaneView[]): SilenceReason {
  const models = lanes.filter((lane) => !lane.embedded);
  if (models.some((lane) => lane.usable.type === 'none' && lane.usable.why === 'repeats-suffix')) {
    return 'repeats-suffix';
  }
  if (models.some((lane) => !lane.failed)) return 'empty';
  if (models.length > 0) return 'failed';
  return lanes.length > 0 ? 'unsure' : 'no-model';
}
