import type { LaneRecord } from '../record.ts';
import { countedTokens, receivedChars } from './answer-tokens.ts';
import { CHARS_PER_TOKEN } from './decode-rate.ts';
import { hiddenTokens } from './hidden-tokens.ts';
import { reportedDecodeMs } from './reported-decode.ts';
import { FASTEST_MS_PER_TOKEN } from './saw-decode.ts';

/** Fewer may well come as one piece, and take little time. */
const SOME_TOKENS = 8;

/**
 * How long the server had been writing before we saw a first token: behind a proxy that buffers, of an answer
 * in one body, or while it thought without saying so. What it reports beyond the span that we saw; null where
 * it reports nothing and such a time there must have been.
 */
export function unseenDecodeMs(lane: LaneRecord): number | null {
  if (lane.firstTokenMs === null) return 0;
  const spanMs = (lane.lastTokenMs ?? lane.firstTokenMs) - lane.firstTokenMs;
  // Marks out of order show nothing.
  if (spanMs < 0) return 0;
  const reportedMs = reportedDecodeMs(lane);
  if (reportedMs !== null) return Math.max(0, reportedMs - spanMs);
  if (hiddenTokens(lane) >= SOME_TOKENS) return null;
  const tokens = countedTokens(lane) ?? receivedChars(lane) / CHARS_PER_TOKEN;
  return tokens >= SOME_TOKENS && spanMs < tokens * FASTEST_MS_PER_TOKEN ? null : 0;
}
