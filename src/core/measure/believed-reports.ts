import type { ServerTimings } from '../model.ts';

/**
 * The server's clock and ours disagree by rounding and by the travel of the last piece; by more than this
 * a report does not describe the wait that we saw.
 */
const CLOCK_SLACK_MS = 5;

/**
 * What of a server's reports may be believed of a request that was at the server for `roomMs` by our own
 * clock. Queue, load and prefill lie within that time. Where their sum is longer by no more than the slack,
 * all three are shortened in proportion; where it is longer still, they are dropped together, since nothing
 * tells which of them is wrong (a gateway that asked twice, a unit that changed). What is derived of
 * `totalMs` and `ttftMs` is limited where it is used, because a total rightly runs on after the first token.
 */
export function believedReports(server: ServerTimings, roomMs: number): ServerTimings {
  const { queueMs = 0, loadMs = 0, prefillMs = 0 } = server;
  const sumMs = queueMs + loadMs + prefillMs;
  if (sumMs <= roomMs) return server;
  if (sumMs > roomMs + CLOCK_SLACK_MS) return {};
  const fit = roomMs / sumMs;
  return {
    ...server,
    ...(server.queueMs === undefined ? {} : { queueMs: queueMs * fit }),
    ...(server.loadMs === undefined ? {} : { loadMs: loadMs * fit }),
    ...(server.prefillMs === undefined ? {} : { prefillMs: prefillMs * fit }),
  };
}
