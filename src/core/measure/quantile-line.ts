/** Points with `x[i]`, `y[i]`; both arrays are of one length. */
export interface Points {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** 0.618 to this power is 2e-7: with seconds over a thousand tokens, far less than a millisecond. */
const STEPS = 32;

/**
 * The rising line under which the share `tau` of the points lies: quantile regression (Koenker and
 * Bassett, 1978). The loss is convex in the slope, so a golden-section search finds the one minimum.
 * O(n log n), one sort for each of 32 steps.
 */
export function quantileLine({ x, y }: Points, tau: number): { base: number; slope: number } {
  const rests = new Float64Array(x.length);
  const baseAt = (slope: number): number => {
    for (let i = 0; i < x.length; i += 1) rests[i] = (y[i] ?? 0) - slope * (x[i] ?? 0);
    return quantile(rests.sort(), tau);
  };
  const lossAt = (slope: number): number => {
    const base = baseAt(slope);
    let loss = 0;
    for (const rest of rests) loss += (rest - base) * (rest > base ? tau : tau - 1);
    return loss;
  };

  const [lowest, highest] = range(x);
  const width = highest - lowest;
  // Twice the steepest line that two points could draw: the minimum lies well within.
  const steepest = width > 0 ? (2 * range(y)[1]) / width : 0;
  const slope = minimum(lossAt, steepest);
  return { base: baseAt(slope), slope };
}

/** Nearest rank below, of sorted values. */
export function quantile(sorted: Float64Array, share: number): number {
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
}

function range(values: Float64Array): [lowest: number, highest: number] {
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    lowest = Math.min(lowest, value);
    highest = Math.max(highest, value);
  }
  return [lowest, highest];
}

/** Where a function with one minimum has it, between 0 and `end`. */
function minimum(lossAt: (at: number) => number, end: number): number {
  if (!(end > 0)) return 0;
  const golden = (Math.sqrt(5) - 1) / 2;
  let low = 0;
  let high = end;
  let left = high - golden * (high - low);
  let right = low + golden * (high - low);
  let leftLoss = lossAt(left);
  let rightLoss = lossAt(right);
  for (let step = 0; step < STEPS; step += 1) {
    if (leftLoss <= rightLoss) {
      high = right;
      right = left;
      rightLoss = leftLoss;
      left = high - golden * (high - low);
      leftLoss = lossAt(left);
    } else {
      low = left;
      left = right;
      leftLoss = rightLoss;
      right = low + golden * (high - low);
      rightLoss = lossAt(right);
    }
  }
  return (low + high) / 2;
}
