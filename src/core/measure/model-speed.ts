import type { ModelSpeed } from '../protocol.ts';
import type { LaneRecord } from '../record.ts';
import { CHARS_PER_TOKEN } from './decode-rate.ts';

/** What a job's time with this model is made of; null until enough is known. */
export function modelSpeed(
  lanes: readonly LaneRecord[],
  charsPerToken: number = CHARS_PER_TOKEN,
): ModelSpeed | null {
  void lanes;
  void charsPerToken;
  return null;
}
