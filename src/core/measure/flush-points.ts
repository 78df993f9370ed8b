import { FASTEST_MS_PER_TOKEN } from './saw-decode.ts';
import type { TokenPoint } from './token-curve.ts';

/** Gaps below this share of the usual time for their tokens are one flush that arrived in pieces. */
const SAME_FLUSH = 0.2;

/**
 * The last point of every flush. A gateway or a TCP stack that coalesces holds tokens back and then
 * delivers several at once: only when the flush is complete do the tokens received say how far the server
 * was. Points inside of one would read as an endless rate, followed by a standstill.
 *
 * The usual time per token leaves the longest gap out, or one long stall would make all others small.
 */
export function flushPoints(points: readonly TokenPoint[]): readonly TokenPoint[] {
  const usualMs = usualMsPerToken(points);
  return points.filter(([tokens, ms], index) => {
    const next = points[index + 1];
    return next === undefined || next[1] - ms >= (next[0] - tokens) * usualMs * SAME_FLUSH;
  });
}

function usualMsPerToken(points: readonly TokenPoint[]): number {
  let tokens = 0;
  let ms = 0;
  let longest = { tokens: 0, ms: 0 };
  for (const [index, point] of points.entries()) {
    const before = points[index - 1];
    if (before === undefined) continue;
    const gap = { tokens: point[0] - before[0], ms: point[1] - before[1] };
    tokens += gap.tokens;
    ms += gap.ms;
    if (gap.ms > longest.ms) longest = gap;
  }
  // Where only two flushes came, the longest gap is all there is between them.
  const restMsPerToken = (ms - longest.ms) / (tokens - longest.tokens);
  return restMsPerToken >= FASTEST_MS_PER_TOKEN ? restMsPerToken : ms / Math.max(1, tokens);
}
