import type { Floor } from '../protocol.ts';
import type { LaneRecord } from '../record.ts';
import { type FloorSample, floorSample } from './floor-sample.ts';
import { lowerLine } from './lower-line.ts';
import { promptRatio } from './prompt-ratio.ts';

/** Half of them may have queued, and 15 requests place two figures well enough to be of use. */
const MIN_SAMPLES = 30;

/** A server that was moved, updated or loaded otherwise is forgotten after this many requests. */
const WINDOW = 200;

/**
 * The floor of one model, from its requests, oldest first; null under 30 that tell. O(w log w) in the
 * window `w` of the latest 200 requests.
 */
export function fitFloor(lanes: readonly LaneRecord[]): Floor | null {
  const charsPerToken = promptRatio(lanes);
  const samples: FloorSample[] = [];
  for (let i = lanes.length - 1; i >= 0 && samples.length < WINDOW; i -= 1) {
    const lane = lanes[i];
    const sample = lane === undefined ? null : floorSample(lane, charsPerToken);
    if (sample !== null) samples.push(sample);
  }
  if (samples.length < MIN_SAMPLES) return null;
  const { baseMs, msPerUncachedToken, plusMinusMs } = lowerLine(samples);
  return { baseMs, msPerUncachedToken, plusMinusMs, charsPerToken, n: samples.length };
}
