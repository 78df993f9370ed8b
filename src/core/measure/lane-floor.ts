import type { Floor } from '../protocol.ts';
import type { LaneRecord } from '../record.ts';
import { STRETCH } from './lower-line.ts';
import { promptTokens } from './prompt-tokens.ts';

/** What a model's floor says of one request; `readingMs` is the part that its prompt tokens take. */
interface LaneFloor {
  readonly ms: number;
  readonly readingMs: number;
}

/**
 * Null without a floor, and for a request whose prompt is of unknown size or much longer than any that the
 * floor was fitted to: time to read it would pass for a queue.
 */
export function laneFloor(lane: LaneRecord, floor: Floor | null): LaneFloor | null {
  if (floor === null) return null;
  const uncached = promptTokens(lane, floor.charsPerToken)?.uncached;
  if (!uncached || uncached.tokens > floor.longestTokens * STRETCH) return null;
  const readingMs = floor.msPerUncachedToken * uncached.tokens;
  return { ms: floor.baseMs + readingMs, readingMs };
}
