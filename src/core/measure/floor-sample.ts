import type { LaneRecord } from '../record.ts';
import { queueOfStay } from './lane-queue.ts';
import { promptTokens } from './prompt-tokens.ts';
import { serverStay } from './server-stay.ts';
import { unseenDecodeMs } from './unseen-decode.ts';

/** One request as the floor sees it: what had to be read, and how long it took without a known queue. */
export interface FloorSample {
  readonly uncachedTokens: number;
  readonly ms: number;
}

/**
 * Null where a request does not tell: no first token, a failure, a prompt of unknown size, an answer that was
 * written for an unknown time before we saw any of it. That time, where it is known, and queue and load that the server or the protocol show are taken off; of a wait that is known only to be at least so long,
 * the rest stays in, as of one that is not known at all: the fit expects such samples.
 */
export function floorSample(lane: LaneRecord, charsPerToken: number): FloorSample | null {
  if (lane.firstTokenMs === null || lane.outcome === 'failed') return null;
  const stay = serverStay(lane);
  const uncached = promptTokens(lane, charsPerToken)?.uncached;
  const unseenMs = unseenDecodeMs(lane);
  if (stay === null || !uncached || unseenMs === null) return null;
  const queuedMs = queueOfStay(lane, stay, null)?.ms ?? 0;
  const spentMs = queuedMs + (stay.server.loadMs ?? 0) + unseenMs;
  const ms = stay.untilMs - stay.connectedMs - spentMs;
  return { uncachedTokens: uncached.tokens, ms: Math.max(0, ms) };
}
