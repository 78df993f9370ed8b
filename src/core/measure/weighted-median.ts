export interface Weighted {
  readonly value: number;
  /** Not negative. */
  readonly weight: number;
}

/**
 * The value that half of the weight lies at or below, or the mean of two where exactly half lies below
 * the upper one; null without any weight. O(n log n).
 */
export function weightedMedian(items: readonly Weighted[]): number | null {
  const sorted = items.filter(({ weight }) => weight > 0).sort((a, b) => a.value - b.value);
  const half = sorted.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let below = 0;
  for (const [index, { value, weight }] of sorted.entries()) {
    below += weight;
    if (below > half) return value;
    if (below === half) return (value + (sorted[index + 1]?.value ?? value)) / 2;
  }
  return sorted.at(-1)?.value ?? null;
}
