import type { LaneRecord } from '../record.ts';
import { type LaneDecode, laneDecode } from './lane-decode.ts';
import { newestPerSize } from './newest-per-size.ts';

/** Answers of each length, in powers of two: about 150 at most, whose fits take some milliseconds. */
const ANSWERS_PER_LENGTH = 24;

/** What can be timed of the newest answers of each length; those that the server counted, if there are any. */
export function timedAnswers(lanes: readonly LaneRecord[], charsPerToken: number): LaneDecode[] {
  const newest = newestPerSize(lanes, ANSWERS_PER_LENGTH, ({ pieces, usage, outcome }) =>
    pieces < 2 || outcome === 'failed' ? null : usage.completionTokens || pieces,
  );
  const timed = newest
    .map((lane) => laneDecode(lane, charsPerToken))
    .filter((answer) => answer !== null);
  const counted = timed.filter(({ from }) => from === 'server');
  return counted.length > 0 ? counted : timed;
}
