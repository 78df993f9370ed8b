import type { ServerTimings } from '../model.ts';

/**
 * The server's clock and ours disagree by rounding and by the travel of the last piece; a report that is
 * longer than the time we saw by more than this does not describe that time.
 */
const CLOCK_SLACK_MS = 5;

/**
 * What of a server's reports may be believed of a request that was at the server for `roomMs` by our own
 * clock, `prefillRoomMs` of it since prefill began.
 *
 * Queue, load and prefill lie within that time. Where their sum is longer by no more than the slack, all
 * three are shortened in proportion; where it is longer still, they are dropped together, since nothing
 * tells which of them is wrong (a gateway that asked twice, a unit that changed). Totals are not judged
 * here: they rightly run on after the first token, and what is derived of them is limited where it is used.
 */
export function believedReports(
  server: ServerTimings,
  roomMs: number,
  prefillRoomMs: number,
): ServerTimings {
  const { queueMs, loadMs, prefillMs, ...totals } = server;
  const prefill = fitting(prefillMs ?? 0, prefillRoomMs);
  const sumMs = (queueMs ?? 0) + (loadMs ?? 0) + (prefill ?? 0);
  const sum = fitting(sumMs, roomMs);
  if (sum === null) return totals;
  const share = sumMs > 0 ? sum / sumMs : 1;
  return {
    ...totals,
    ...(queueMs === undefined ? {} : { queueMs: queueMs * share }),
    ...(loadMs === undefined ? {} : { loadMs: loadMs * share }),
    ...(prefillMs === undefined || prefill === null ? {} : { prefillMs: prefill * share }),
  };
}

function fitting(ms: number, roomMs: number): number | null {
  return ms > roomMs + CLOCK_SLACK_MS ? null : Math.min(ms, roomMs);
}
