import type { LaneRecord } from '../record.ts';
import { hiddenTokens } from './hidden-tokens.ts';
import { reportedDecodeMs } from './reported-decode.ts';
import { FASTEST_MS_PER_TOKEN, sawDecode } from './saw-decode.ts';

/**
 * Characters per token where a server reports no counts. 3.6 is what TRL assumes when it packs text and
 * code before counting; tokenizers differ by a third either way, so what comes of it is an estimate and
 * shown as one. A model that reports counts for some requests is estimated by its own ratio instead.
 */
export const CHARS_PER_TOKEN = 3.6;

/**
 * TPS of one answer: tokens per second after the first piece, the time to first token left out. Where our
 * clock says nothing of it (one piece, or all of them at once from a proxy that buffers), by the server's own
 * time from its first token to its last. Null where that is not reported either, and for one token.
 *
 * The first piece may hold several tokens (speculative decoding, a proxy that coalesces); subtracting
 * only one would inflate the rate. Where the server counts along, its count is subtracted, else the
 * piece is taken to hold its even share, and never less than one.
 */
export function decodeRate(lane: LaneRecord, tokens: number): number | null {
  if (lane.firstTokenMs === null || lane.lastTokenMs === null || tokens < 2) return null;
  const spanMs = lane.lastTokenMs - lane.firstTokenMs;
  const decoded = tokens - tokensBeforeSpan(lane, tokens);
  if (lane.pieces >= 2 && sawDecode(lane, decoded, tokens, spanMs))
    return (decoded / spanMs) * 1000;
  const reportedMs = reportedDecodeMs(lane);
  if (reportedMs === null || reportedMs < (tokens - 1) * FASTEST_MS_PER_TOKEN) return null;
  return ((tokens - 1) / reportedMs) * 1000;
}

/** What was there when the first piece was: thinking that never came as text, and the piece itself. */
function tokensBeforeSpan(lane: LaneRecord, tokens: number): number {
  const counted = lane.curve[0]?.[3];
  if (typeof counted === 'number' && counted > 0) return counted;
  const hidden = hiddenTokens(lane);
  return hidden + Math.max(1, (tokens - hidden) / lane.pieces);
}
