import { type Points, quantile, quantileLine } from './quantile-line.ts';

/** `y = base + slope × x`, both at least 0, and half of the interval that holds 95 % around it. */
export interface LowerLine {
  readonly base: number;
  readonly slope: number;
  readonly plusMinus: number;
  /** How far along `x` there are enough points to tell. */
  readonly reach: number;
}

/** With up to half of the points lifted, this is the middle of those that are not. */
const TAU = 0.25;

/** Below this lie freaks, such as a prompt that was in the cache without anybody's knowing. */
const LOW = 0.08;

/**
 * From the share `LOW` to `TAU` a normal distribution has 0.73 standard deviations when no point is lifted
 * and 0.99 when half of them are, the upper half then being elsewhere.
 */
const SPREADS_BETWEEN = 0.85;

/** A standard deviation this small is the clock's resolution rather than the server's evenness. */
const LEAST_SPREAD = 0.05;

const SPREADS_ACCEPTED = 3;
const Z95 = 1.96;
const ROUNDS = 12;

/** So many points at the far end are needed: a few that were all lifted would tilt the whole line. */
const LEAST_AT_THE_END = 5;

/** A line may be drawn this much further than it reaches. */
export const STRETCH = 1.5;

/** Below this share of their mean, the standard deviation of `x` is too small to draw a slope from. */
const LEAST_VARIATION = 0.1;

/**
 * The line of those points that nothing lifted: each point is `base + slope × x` with some noise, and up to
 * half of them are lifted by anything from nothing to minutes.
 *
 * It starts from the quarter's line, which up to half of lifted points and single low freaks cannot move
 * far. From there it takes in all points within three standard deviations, fits them by least squares, and
 * repeats until the set stays the same; noise with a long tail upwards is taken in step by step in this
 * manner, while points lifted clear of it stay out. The limit is widened by the uncertainty of the standard
 * deviation itself, or a small sample stops short of its own tail. A lift that is small against the noise
 * cannot be told from it, and widens `plusMinus` instead.
 *
 * The tail upwards counts for `plusMinus` where it is the longer one: what lies above is what is judged by it.
 */
export function lowerLine(all: Points): LowerLine {
  const reach = all.x.toSorted().at(-LEAST_AT_THE_END) ?? 0;
  const near = (_: number, i: number) => (all.x[i] ?? 0) <= reach * STRETCH;
  const x = all.x.filter(near);
  const y = all.y.filter(near);
  const points = varies(x) ? { x, y } : { x: new Float64Array(x.length), y };
  let line: Fit = start(points);
  for (let round = 0; round < ROUNDS; round += 1) {
    const inside = within(points, line);
    if (inside.x.length < 3) break;
    const next = leastSquares(inside);
    const settled = next.n === line.n;
    line = next;
    if (settled) break;
  }
  const { base, slope, spread, spreadUp, n } = line;
  return {
    base,
    slope,
    // The fit has an error too: two figures from n points.
    plusMinus: Z95 * Math.max(spread, spreadUp) * Math.sqrt(1 + 2 / n),
    reach,
  };
}

function varies(x: Float64Array): boolean {
  const middle = mean(x);
  const variance = mean(x.map((one) => (one - middle) ** 2));
  return Math.sqrt(variance) > LEAST_VARIATION * middle;
}

interface Fit {
  readonly base: number;
  readonly slope: number;
  /** Standard deviations around the line, and above it. */
  readonly spread: number;
  readonly spreadUp: number;
  readonly n: number;
}

function start(points: Points): Fit {
  const { base, slope } = quantileLine(points, TAU);
  const rests = points.y.map((y, i) => y - slope * (points.x[i] ?? 0)).sort();
  const between = quantile(rests, TAU) - quantile(rests, LOW);
  const spread = Math.max(LEAST_SPREAD, between / SPREADS_BETWEEN);
  return { base: Math.max(0, base), slope, spread, spreadUp: spread, n: rests.length / 2 };
}

function within({ x, y }: Points, { base, slope, spread, n }: Fit): Points {
  const limit = spread * SPREADS_ACCEPTED * (1 + 1 / Math.sqrt(2 * n));
  const near = (_: number, i: number) =>
    Math.abs((y[i] ?? 0) - base - slope * (x[i] ?? 0)) <= limit;
  return { x: x.filter(near), y: y.filter(near) };
}

/**
 * Least squares with neither figure below 0. A slope within its own error of 0 is 0: drawn from noise it
 * would say much of prompts that are of another size than most.
 */
function leastSquares({ x, y }: Points): Fit {
  const n = x.length;
  const meanX = mean(x);
  const meanY = mean(y);
  let sxx = 0;
  let sxy = 0;
  for (let i = 0; i < n; i += 1) {
    const dx = (x[i] ?? 0) - meanX;
    sxx += dx * dx;
    sxy += dx * ((y[i] ?? 0) - meanY);
  }
  const flat = around({ x, y }, meanY, 0);
  if (!(sxx > 0 && sxy > 0)) return flat;
  const slope = sxy / sxx;
  const base = meanY - slope * meanX;
  const fit =
    base >= 0
      ? around({ x, y }, base, slope)
      : around({ x, y }, 0, (sxy + n * meanX * meanY) / (sxx + n * meanX * meanX));
  return slope > (Z95 * fit.spread) / Math.sqrt(sxx) ? fit : flat;
}

function around({ x, y }: Points, base: number, slope: number): Fit {
  const n = x.length;
  let squares = 0;
  let above = 0;
  let squaresAbove = 0;
  for (let i = 0; i < n; i += 1) {
    const rest = (y[i] ?? 0) - base - slope * (x[i] ?? 0);
    squares += rest * rest;
    if (rest <= 0) continue;
    above += 1;
    squaresAbove += rest * rest;
  }
  const unbiased = n / Math.max(1, n - 2);
  const spread = (sum: number, count: number) =>
    Math.max(LEAST_SPREAD, Math.sqrt((sum / Math.max(1, count)) * unbiased));
  return { base, slope, spread: spread(squares, n), spreadUp: spread(squaresAbove, above), n };
}

function mean(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}
