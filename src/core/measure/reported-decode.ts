import type { LaneRecord } from '../record.ts';

/** The end of a stream and the server's last token are seen a few ms apart. */
const CLOCK_SLACK_MS = 5;

/** The server's own time from its first token to its last; null where it tells none that fits into the request. */
export function reportedDecodeMs({ server, dispatchedMs, endMs }: LaneRecord): number | null {
  const { decodeMs } = server;
  if (decodeMs === undefined || !(decodeMs > 0)) return null;
  return decodeMs <= endMs - dispatchedMs + CLOCK_SLACK_MS ? decodeMs : null;
}
