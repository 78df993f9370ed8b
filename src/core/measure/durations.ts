import type { LaneRecord } from '../record.ts';
import type { FirstText } from './lane-timing.ts';
import type { Durations } from './survival.ts';

/** What requests tell of the time to a first text, from the keystroke or from their dispatch. */
export function durationsOf(
  lanes: readonly LaneRecord[],
  firstOf: (lane: LaneRecord) => FirstText,
  since: 'keystroke' | 'dispatch',
): Durations {
  const seenMs: number[] = [];
  const stoppedMs: number[] = [];
  let never = 0;
  for (const lane of lanes) {
    const first = firstOf(lane);
    if (first.kind === 'never') never += 1;
    if (first.kind !== 'seen' && first.kind !== 'stopped') continue;
    const ms = first.fromKeyMs - (since === 'dispatch' ? lane.dispatchedMs : 0);
    (first.kind === 'seen' ? seenMs : stoppedMs).push(ms);
  }
  return { seenMs, stoppedMs, never };
}
