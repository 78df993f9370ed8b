import type { LaneRecord } from '../record.ts';
import { flushPoints } from './flush-points.ts';
import { mendStalls } from './mend-stalls.ts';
import type { Rise } from './robust-ratio.ts';
import { sawDecode } from './saw-decode.ts';
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
  /** Long enough, in enough stretches, to show how the time per token changes. */
  readonly isLong: boolean;
  /** Of the time per token, as shares of its mean over the answer. Null where it is short or follows no line. */
  readonly growth: Rise | null;
  readonly from: 'server' | 'estimated';
}

/** Below it a decline of a third over 500 tokens is less than 5 %, which jitter hides. */
const MIN_TOKENS = 64;
/** A line through fewer stretches could not tell a decline from one slow stretch. */
const MIN_STRETCHES = 6;
/** A model that is one per cent off over the whole answer is as good as exact; no answer weighs more. */
const LEAST_ERROR = 0.01;

/** A line through a step in the middle is off by half in the first and last of them. */
const PARTS = 5;
/** Beyond it a part is no jitter: of 64 tokens that vary by a fifth each it moves one by 6 %. */
const MOST_OFF_LINE = 0.3;
/**
 * Standard deviations of what chance alone makes of the likeness of neighbours. What jitter happens to show
 * of turns must not be taken off: of answers whose rate is constant one in ten seemed to decline by it.
 */
const CHANCE = 1.5;
/** So much likeness the line takes away from stretches that are independent, by their number. */
const LOST_TO_LINE = 2;
/** Beyond it a few stretches could tell nothing at all. */
const MOST_ALIKE = 0.8;
/** Divided by the degrees of freedom, how much wider than 2.8 normal deviations Student's t is, as a share. */
export const STUDENT = 2.2;

/**
 * Null where nothing can be timed: one piece or one flush, a proxy that held most of it back, no text, or the
 * built-in predictor.
 */
export function laneDecode(lane: LaneRecord, charsPerToken: number): LaneDecode | null {
  if (lane.provider === 'embedded') return null;
  const curve = tokenCurve(lane, charsPerToken);
  if (curve === null) return null;
  const points = flushPoints(curve.points);
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  const tokens = last[0] - first[0];
  if (tokens < 1 || !sawDecode(lane, tokens, last[0], last[1] - first[1])) return null;
  const mended = mendStalls(points);
  // What is held back at the end of an answer comes with it: of a gateway's flushes the last is early.
  const timely = mended.length > MIN_STRETCHES + 1 ? mended.slice(0, -1) : mended;
  const sums = sumsOf(timely);
  const isLong = tokens >= MIN_TOKENS && timely.length > MIN_STRETCHES;
  const growth = isLong ? growthOf(timely, sums) : null;
  return { points, tokens, toToken: last[0], sums, isLong, growth, from: curve.from };
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
  if (!isLine(points, msPerToken, growthMs)) return null;
  const error = errorOf(points, sums, msPerToken, growthMs) / meanMs;
  const longest = points.at(-1)?.[0] ?? 1;
  return {
    rise: growthMs / meanMs,
    level: msPerToken / meanMs,
    error: Math.max(error, LEAST_ERROR / longest),
  };
}

/**
 * Whether each fifth of the answer took about as long as the line says. A load that changed on the way is a
 * step: a line through it runs far past both ends, and soon below zero.
 */
function isLine(points: readonly TokenPoint[], msPerToken: number, growthMs: number): boolean {
  const ends = Array.from({ length: PARTS + 1 }, (_, part) =>
    Math.round((part * (points.length - 1)) / PARTS),
  );
  return ends.slice(1).every((end, part) => {
    const [from, fromMs] = points[ends[part] ?? 0] ?? [0, 0];
    const [to, toMs] = points[end] ?? [0, 0];
    const lineMs = (to - from) * msPerToken + growthMs * (positionsOf(to) - positionsOf(from));
    return Math.abs(lineMs / (toMs - fromMs) - 1) <= MOST_OFF_LINE;
  });
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
  const likeness = stretches.reduce(
    (sum, { offMs }, index) => sum + offMs * (stretches[index - 1]?.offMs ?? 0),
    0,
  );
  const alike = square > 0 ? likeness / (degrees * square) : 0;
  const chance = CHANCE / Math.sqrt(stretches.length);
  const pointVariance = square * Math.min(0.5, Math.max(0, -alike - chance));
  // A load that wanders keeps stretches alike, so that there are fewer of them than it seems.
  const kept = Math.max(0, Math.min(MOST_ALIKE, alike + LOST_TO_LINE / stretches.length));
  const wandering = (1 + kept) / (1 - kept);
  const tokenVariance = (wandering * (square - 2 * pointVariance) * stretches.length) / total;
  const error = Math.sqrt(tokenVariance / leverage + (pointVariance * nn) / (nn * qq - nq * nq));
  return error * (1 + STUDENT / degrees);
}
