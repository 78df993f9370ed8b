import { compare, type Position, typedSince } from '../reuse/agreement.ts';
import { partialLine } from '../text/partial-line.ts';
import type { Surroundings } from '../text/surroundings.ts';
import { usable } from '../text/usable.ts';
import type { LaneView } from './arbiter.ts';
import type { Flight } from './flight.ts';

/** A model that can neither show anything now nor say anything more. */
export function isSpent(lane: LaneView | undefined): boolean {
  return lane !== undefined && !lane.embedded && lane.ended && lane.usable.type === 'none';
}

/** A request as the arbiter sees it from one position. */
export function laneView(
  flight: Flight,
  position: Position,
  around: Surroundings,
  partial: boolean,
): LaneView {
  const ended = flight.outcome !== null;
  const finished = flight.isTextWhole;
  const typed = typedSince(flight.anchor, position);
  const agreement = typed === null ? 'disagrees' : compare(flight.text, typed, finished);
  // Text that has just been caught up with: nothing is left of it, but more may come.
  const rest = agreement === 'agrees' ? saidFrom(flight, typed ?? '') : '';
  const whole = usable(rest, finished, around);
  return {
    embedded: flight.model.provider === 'embedded',
    ended: ended || agreement === 'disagrees',
    failed: flight.outcome === 'failed',
    usable: whole,
    partial: partial && whole.type === 'none' ? partialLine(rest, around) : null,
    typedAlong: rest !== '' && typed !== '',
    firstLineAtMs: flight.firstLineAtMs,
    confidence: flight.confidence,
  };
}

/** What the model says from behind `typed` on: nothing while that lies within what it goes on from. */
export function saidFrom({ lead, text }: Pick<Flight, 'lead' | 'text'>, typed: string): string {
  return typed.length < lead.length ? '' : text.slice(typed.length);
}
