import type { LaneRecord } from '../record.ts';
import { reportedDecodeMs } from './reported-decode.ts';

/**
 * No server decodes faster for one reader, at about 3000 tokens a second; pieces of one flush, read from
 * one buffer, follow each other in hundredths of a millisecond.
 */
export const FASTEST_MS_PER_TOKEN = 0.3;
/** Of the time that the server reports for the same tokens; less of it is a proxy that held them back. */
const LEAST_SEEN = 0.5;

/**
 * Whether our clock says how long the server took for `decoded` of an answer's `tokens`, which came to us
 * within `spanMs`. Behind a proxy that buffers a whole answer arrives at once, and tells only of the proxy.
 */
export function sawDecode(
  lane: LaneRecord,
  decoded: number,
  tokens: number,
  spanMs: number,
): boolean {
  if (!(spanMs > 0 && decoded > 0) || spanMs < decoded * FASTEST_MS_PER_TOKEN) return false;
  const reportedMs = reportedDecodeMs(lane);
  if (reportedMs === null) return true;
  const share = Math.min(1, decoded / Math.max(1, tokens - 1));
  return spanMs >= LEAST_SEEN * reportedMs * share;
}
