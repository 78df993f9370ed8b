import type { LaneRecord } from '../record.ts';
import { receivedChars } from './answer-tokens.ts';

/**
 * Records of earlier versions read the clock twice for one piece, some hundredths of a millisecond apart.
 * A piece of reasoning that came less than this before the answer has delayed nobody.
 */
const LEAST_THINKING_MS = 1;

/**
 * Whether the model thought before its answer: its server counted tokens of that, or text of it came first,
 * or it spent the whole request on it. A garbage collection between two readings of the clock may take
 * longer than any tolerance, so where the curve tells, more must have come than the answer.
 */
export function hasReasoned(lane: LaneRecord): boolean {
  const { usage, firstTokenMs, firstAnswerMs, curve, chars } = lane;
  if ((usage.reasoningTokens ?? 0) > 0) return true;
  if (firstTokenMs === null) return false;
  if (firstAnswerMs === null) return true;
  if (curve.length > 0 && receivedChars(lane) <= chars) return false;
  return firstAnswerMs - firstTokenMs >= LEAST_THINKING_MS;
}
