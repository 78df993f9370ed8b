import type { Floor } from '../protocol.ts';
import type { LaneRecord } from '../record.ts';
import { floorSample } from './floor-sample.ts';
import { lowerLine } from './lower-line.ts';
import { promptRatio } from './prompt-ratio.ts';

/** Half of them may have queued, and twenty are the least that place two figures and a spread. */
const MIN_FLOOR_REQUESTS = 40;

/**
 * Requests that count. A server that was moved, updated or given another GPU is relearned by the time that
 * a bit more than half of these are new; more would fit no better, since 100 place the line within a tenth
 * of the noise.
 */
const WINDOW = 200;

/**
 * What a model takes when nothing queues, from its requests, oldest first; null while fewer than 40 of the
 * latest 200 tell. Queues up to half of the time and single freaks do not move it. Where the server was busy
 * for more than half of the window, or where nearly all long prompts met a queue, it is too high, and the
 * queue estimated from it too short: never the other way about.
 *
 * O(w log w) in the window of `w` requests; 0.25 ms for 200 of them on one core of a server, so that fitting
 * 30 models four times a second takes 3 % of a core and needs no cache.
 */
export function fitFloor(lanes: readonly LaneRecord[]): Floor | null {
  const latest: LaneRecord[] = [];
  for (let i = lanes.length - 1; i >= 0 && latest.length < WINDOW; i -= 1) {
    const lane = lanes[i];
    if (lane !== undefined && lane.firstTokenMs !== null) latest.push(lane);
  }
  const charsPerToken = promptRatio(latest);
  const samples = latest
    .map((lane) => floorSample(lane, charsPerToken))
    .filter((sample) => sample !== null);
  const n = samples.length;
  if (n < MIN_FLOOR_REQUESTS) return null;
  const line = lowerLine({
    x: Float64Array.from(samples, (sample) => sample.uncachedTokens),
    y: Float64Array.from(samples, (sample) => sample.ms),
  });
  return {
    baseMs: line.base,
    msPerUncachedToken: line.slope,
    plusMinusMs: line.plusMinus,
    longestTokens: line.reach,
    charsPerToken,
    n,
  };
}
