import type { LaneRecord } from '../record.ts';
import { queueOfStay } from './lane-queue.ts';
import { promptTokens } from './prompt-tokens.ts';
import { serverStay } from './server-stay.ts';

/** One request as the floor sees it: what had to be read, and how long it took without a known queue. */
export interface FloorSample {
  readonly uncachedTokens: number;
  readonly ms: number;
}

/**
 * Null where a request does not tell: no first token, a failure, a prompt of unknown size. Queue and load
 * that the server or the protocol show are taken off; of a wait that is known only to be at least so long,
 * the rest stays in, as of one that is not known at all: the fit expects such samples.
 */
export function floorSample(lane: LaneRecord, charsPerToken: number): FloorSample | null {
  if (lane.firstTokenMs === null || lane.outcome === 'failed') return null;
  const stay = serverStay(lane);
  const uncached = promptTokens(lane, charsPerToken)?.uncached;
  if (stay === null || !uncached) return null;
  const queuedMs = queueOfStay(lane, stay, null)?.ms ?? 0;
  const ms = stay.untilMs - stay.connectedMs - queuedMs - (stay.server.loadMs ?? 0);
  return { uncachedTokens: uncached.tokens, ms: Math.max(0, ms) };
}
