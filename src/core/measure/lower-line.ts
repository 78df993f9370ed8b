import type { FloorSample } from './floor-sample.ts';

/** A line of milliseconds over tokens, and half of the interval that holds 95 % of what lies around it. */
interface LowerLine {
  readonly baseMs: number;
  readonly msPerUncachedToken: number;
  readonly plusMinusMs: number;
}

/** Samples that must lie close together to be taken for the unqueued ones. */
const CORE_SHARE = 0.4;

/** Of several such clusters the lowest counts, unless it is this much wider than the narrowest. */
const WIDTH_TOLERANCE = 1.5;

const GROUPS = 8;

/**
 * The line around which the fastest requests lie, whatever up to half of them waited.
 */
export function lowerLine(samples: readonly FloorSample[]): LowerLine {
  const sorted = samples.toSorted((a, b) => a.uncachedTokens - b.uncachedTokens || a.ms - b.ms);
  const x = Float64Array.from(sorted, (sample) => sample.uncachedTokens);
  const y = Float64Array.from(sorted, (sample) => sample.ms);

  let best = { slope: 0, ...core(residuals(x, y, 0)) };
  for (const slope of candidateSlopes(x, y)) {
    const found = core(residuals(x, y, slope));
    if (found.width < best.width) best = { slope, ...found };
  }
  return refine(x, y, best.slope, best.middle, best.width / 2);
}

function residuals(x: Float64Array, y: Float64Array, slope: number): Float64Array {
  return y.map((ms, i) => ms - slope * (x[i] ?? 0)).sort();
}

/** The lowest dense stretch of sorted values. */
function core(sorted: Float64Array): { middle: number; width: number } {
  const size = Math.max(2, Math.ceil(sorted.length * CORE_SHARE));
  const widthAt = (i: number) => (sorted[i + size - 1] ?? 0) - (sorted[i] ?? 0);
  let narrowest = Number.POSITIVE_INFINITY;
  for (let i = 0; i + size <= sorted.length; i += 1) narrowest = Math.min(narrowest, widthAt(i));
  let at = 0;
  while (widthAt(at) > narrowest * WIDTH_TOLERANCE) at += 1;
  return { middle: sorted[at + (size >> 1)] ?? 0, width: widthAt(at) };
}

/** Slopes between the cores of neighbouring prompt sizes, each with each; never negative. */
function candidateSlopes(x: Float64Array, y: Float64Array): number[] {
  const groups = Math.max(2, Math.min(GROUPS, Math.floor(x.length / 6)));
  const points: { x: number; y: number }[] = [];
  for (let g = 0; g < groups; g += 1) {
    const from = Math.floor((g * x.length) / groups);
    const to = Math.floor(((g + 1) * x.length) / groups);
    const middle = x[(from + to) >> 1] ?? 0;
    points.push({ x: middle, y: core(y.slice(from, to).sort()).middle });
  }
  const slopes: number[] = [];
  for (const [i, a] of points.entries()) {
    for (const b of points.slice(i + 1)) {
      if (b.x > a.x && b.y > a.y) slopes.push((b.y - a.y) / (b.x - a.x));
    }
  }
  return slopes;
}

function refine(
  x: Float64Array,
  y: Float64Array,
  slope0: number,
  base0: number,
  spread0: number,
): LowerLine {
  let slope = slope0;
  let base = base0;
  let spread = Math.max(spread0, 0.05);
  let count = 0;
  for (let round = 0; round < 5; round += 1) {
    let n = 0;
    let sx = 0;
    let sy = 0;
    let sxx = 0;
    let sxy = 0;
    const inside: number[] = [];
    for (let i = 0; i < x.length; i += 1) {
      const xi = x[i] ?? 0;
      const yi = y[i] ?? 0;
      if (Math.abs(yi - base - slope * xi) > 3 * spread) continue;
      inside.push(i);
      n += 1;
      sx += xi;
      sy += yi;
    }
    if (n < 3) break;
    const mx = sx / n;
    const my = sy / n;
    for (const i of inside) {
      const dx = (x[i] ?? 0) - mx;
      sxx += dx * dx;
      sxy += dx * ((y[i] ?? 0) - my);
    }
    slope = sxx > 0 ? Math.max(0, sxy / sxx) : 0;
    base = my - slope * mx;
    if (base < 0) {
      base = 0;
      slope = Math.max(0, (sxy + n * mx * my) / (sxx + n * mx * mx));
    }
    let ss = 0;
    for (const i of inside) ss += ((y[i] ?? 0) - base - slope * (x[i] ?? 0)) ** 2;
    spread = Math.max(Math.sqrt(ss / Math.max(1, n - 2)), 0.05);
    count = n;
  }
  return {
    baseMs: base,
    msPerUncachedToken: slope,
    plusMinusMs: 1.96 * spread * Math.sqrt(1 + 2 / Math.max(1, count)),
  };
}
