import { median } from './median.ts';
import type { TokenPoint } from './token-curve.ts';

/** Of shorter stretches the time is mostly jitter, and its median no longer near its mean. */
const STRETCH_TOKENS = 8;
/** A line through fewer cannot tell which one is off. */
const MIN_STRETCHES = 6;
/** Beyond four standard deviations, which jitter does once in 16 000. */
const OUTLIER = 4;
/**
 * The usual deviation is read off where four fifths of the stretches lie closer. Half of them, as is common,
 * would be too few: behind a gateway that flushes every 100 ms most stretches are off by nothing.
 */
const CLOSER_SHARE = 0.8;
/** So many standard deviations four fifths of a normal distribution lie within. */
const CLOSER_DEVIATIONS = 1.2816;
/** The least deviation taken for usual, as a share: a server may be even to the microsecond, its network not. */
const LEAST_SHARE = 0.05;
/** Slower more often than once in ten, a server is not stalling: that is how it writes. */
const MAX_MENDED_SHARE = 0.1;

/**
 * An answer as it would have come without its single stalls: stretches of a few tokens each, where one
 * that took far longer, or shorter, than its neighbours' line says is given their time instead. All
 * points where there are too few to say, and as they came where it happens all the time.
 */
export function mendStalls(points: readonly TokenPoint[]): readonly TokenPoint[] {
  const ends = stretchEnds(points);
  if (ends.length <= MIN_STRETCHES) return ends;
  const stretches = ends.slice(1).map(([tokens, ms], index) => {
    const [before, beforeMs] = ends[index] ?? [tokens, ms];
    const n = tokens - before;
    return { n, position: (before + tokens) / 2, ms: ms - beforeMs, perToken: (ms - beforeMs) / n };
  });
  const slope = medianSlope(stretches);
  const level = median(stretches.map(({ position, perToken }) => perToken - slope * position)) ?? 0;
  const usual = stretches.map(({ n, position }) => (level + slope * position) * n);
  const off = stretches.map(({ ms }, index) => ms - (usual[index] ?? ms));
  const byDistance = off.map(Math.abs).sort((a, b) => a - b);
  const closer = byDistance[Math.floor(CLOSER_SHARE * (byDistance.length - 1))] ?? 0;
  const deviation = closer / CLOSER_DEVIATIONS;
  const isOff = off.map((offMs, index) => {
    const least = Math.abs(usual[index] ?? 0) * LEAST_SHARE;
    return Math.abs(offMs) > OUTLIER * Math.max(deviation, least);
  });
  const count = isOff.filter(Boolean).length;
  if (count === 0 || count > Math.max(1, stretches.length * MAX_MENDED_SHARE)) return ends;
  let shiftMs = 0;
  return ends.map(([tokens, ms], index): TokenPoint => {
    if (isOff[index - 1] === true) shiftMs += off[index - 1] ?? 0;
    return [tokens, ms - shiftMs];
  });
}

function stretchEnds(points: readonly TokenPoint[]): TokenPoint[] {
  const ends: TokenPoint[] = [];
  for (const point of points) {
    const before = ends.at(-1);
    if (before === undefined || point[0] - before[0] >= STRETCH_TOKENS) ends.push(point);
  }
  const last = points.at(-1);
  if (last !== undefined && ends.at(-1) !== last) {
    // What is left over at the end belongs to the last whole stretch, if there is one.
    if (ends.length > 1) ends.pop();
    ends.push(last);
  }
  return ends;
}

/** Theil and Sen: the median of the slopes between all pairs, which a quarter of outliers cannot bend. */
function medianSlope(points: readonly { position: number; perToken: number }[]): number {
  const slopes: number[] = [];
  for (const [index, a] of points.entries()) {
    for (const b of points.slice(index + 1)) {
      slopes.push((b.perToken - a.perToken) / (b.position - a.position));
    }
  }
  return median(slopes) ?? 0;
}
