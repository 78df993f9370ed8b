import type { LaneRecord } from '../record.ts';
import { flushPoints } from './flush-points.ts';
import { mendStalls } from './mend-stalls.ts';
import type { Rise } from './robust-ratio.ts';
import { type TokenPoint, tokenCurve } from './token-curve.ts';

/**
 * How one answer was written, reduced to what a fit needs. Its model is that token p + 1 takes
 * `ms × (1 + growth × p)` after token p, so that n tokens have come at `start + ms × (n + growth × q)`
 * with q = n (n − 1) / 2: a parabola. Sums are of products of deviations from the mean, over its points.
 */
export interface LaneDecode {
  /** After flushes were put together, stalls still in them. */
  readonly points: readonly TokenPoint[];
  readonly tokens: number;
  readonly toToken: number;
  readonly sums: Readonly<Record<'nn' | 'nq' | 'qq' | 'nt' | 'qt', number>>;
  /** Of the time per token, as shares of its mean over the answer. Null for one too short to show it. */
  readonly growth: Rise | null;
  readonly from: 'server' | 'estimated';
}

/** Below it a decline of a third over 500 tokens is less than 5 %, which jitter hides. */
const MIN_TOKENS = 64;
/** A line through fewer stretches could not tell a decline from one slow stretch. */
const MIN_STRETCHES = 6;
/** A model that is one per cent off over the whole answer is as good as exact; no answer weighs more. */
const LEAST_ERROR = 0.01;

/** Null where nothing can be timed: one piece or one flush, no text, or the built-in predictor. */
export function laneDecode(lane: LaneRecord, charsPerToken: number): LaneDecode | null {
  if (lane.provider === 'embedded') return null;
  const curve = tokenCurve(lane, charsPerToken);
  if (curve === null) return null;
  const points = flushPoints(curve.points);
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  const tokens = last[0] - first[0];
  if (tokens < 1 || last[1] <= first[1]) return null;
  const mended = mendStalls(points);
  // What is held back at the end of an answer comes with it: of a gateway's flushes the last is early.
  const timely = mended.length > MIN_STRETCHES + 1 ? mended.slice(0, -1) : mended;
  const sums = sumsOf(timely);
  const growth =
    tokens >= MIN_TOKENS && timely.length > MIN_STRETCHES ? growthOf(timely, sums) : null;
  return { points, tokens, toToken: last[0], sums, growth, from: curve.from };
}

/** The time per token at position 0 that fits one answer best, if the time grows by so much per token. */
export function msPerTokenOf({ sums }: LaneDecode, growth: number): number {
  const spread = sums.nn + 2 * growth * sums.nq + growth ** 2 * sums.qq;
  return (sums.nt + growth * sums.qt) / spread;
}

/** q of n tokens: the positions 0 to n − 1 together. */
function positionsOf(tokens: number): number {
  return (tokens * (tokens - 1)) / 2;
}

function sumsOf(points: readonly TokenPoint[]): LaneDecode['sums'] {
  const mean = (of: (point: TokenPoint) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const meanN = mean(([n]) => n);
  const meanQ = mean(([n]) => positionsOf(n));
  const meanT = mean(([, ms]) => ms);
  const sums = { nn: 0, nq: 0, qq: 0, nt: 0, qt: 0 };
  for (const [tokens, ms] of points) {
    const n = tokens - meanN;
    const q = positionsOf(tokens) - meanQ;
    const t = ms - meanT;
    sums.nn += n * n;
    sums.nq += n * q;
    sums.qq += q * q;
    sums.nt += n * t;
    sums.qt += q * t;
  }
  return sums;
}

/**
 * The parabola by least squares. Fitted to when tokens had come, not to the time between them: what a
 * flush or jitter moves back and forth cancels there, where in the differences it is most of what there is.
 */
function growthOf(points: readonly TokenPoint[], sums: LaneDecode['sums']): Rise | null {
  const { nn, nq, qq, nt, qt } = sums;
  const determinant = nn * qq - nq * nq;
  const msPerToken = (qq * nt - nq * qt) / determinant;
  const growthMs = (nn * qt - nq * nt) / determinant;
  const meanMs = nt / nn;
  if (!(msPerToken > 0 && meanMs > 0)) return null;
  const error = errorOf(points, sums, msPerToken, growthMs) / meanMs;
  const longest = points.at(-1)?.[0] ?? 1;
  return {
    rise: growthMs / meanMs,
    level: msPerToken / meanMs,
    error: Math.max(error, LEAST_ERROR / longest),
  };
}

/**
 * Standard error of the growth. How far the stretches are off the line has two causes that spread it
 * differently. A token that took long moves all after it; a flush or a late packet moves one point forth
 * and the next stretch back, which shows as stretches that are off in turns.
 */
function errorOf(
  points: readonly TokenPoint[],
  { nn, nq, qq }: LaneDecode['sums'],
  msPerToken: number,
  growthMs: number,
): number {
  const stretches = points.slice(1).map(([tokens, ms], index) => {
    const [before, beforeMs] = points[index] ?? [tokens, ms];
    const n = tokens - before;
    const position = (before + tokens - 1) / 2;
    return { n, position, offMs: ms - beforeMs - (msPerToken + growthMs * position) * n };
  });
  const total = stretches.reduce((sum, { n }) => sum + n, 0);
  const middle = stretches.reduce((sum, { n, position }) => sum + n * position, 0) / total;
  const leverage = stretches.reduce(
    (sum, { n, position }) => sum + n * (position - middle) ** 2,
    0,
  );
  const degrees = stretches.length - 2;
  const square = stretches.reduce((sum, { offMs }) => sum + offMs ** 2, 0) / degrees;
  const inTurns = stretches.reduce(
    (sum, { offMs }, index) => sum - offMs * (stretches[index - 1]?.offMs ?? 0),
    0,
  );
  const pointVariance = Math.min(Math.max(0, inTurns / degrees), square / 2);
  const tokenVariance = ((square - 2 * pointVariance) * stretches.length) / total;
  return Math.sqrt(tokenVariance / leverage + (pointVariance * nn) / (nn * qq - nq * nq));
}
