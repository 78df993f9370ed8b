import type { LaneRecord } from '../record.ts';

/**
 * All tokens of one answer ÷ the whole time from its dispatch, tokens per second, TTFT included. Null for
 * an answer that was stopped, which says nothing: what was there by then has waited for the whole TTFT.
 */
export function endToEndRate(lane: LaneRecord, tokens: number): number | null {
  if (lane.outcome !== 'finished' || lane.lastTokenMs === null) return null;
  const wholeMs = lane.lastTokenMs - lane.dispatchedMs;
  return wholeMs > 0 && tokens > 0 ? (tokens / wholeMs) * 1000 : null;
}
