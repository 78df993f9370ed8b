/** The middle value, or the mean of the two middle ones; null for an empty list. O(n log n). */
export function median(values: readonly number[]): number | null {
  const sorted = new Float64Array(values).sort();
  const upper = sorted[sorted.length >> 1];
  if (upper === undefined) return null;
  const lower = sorted.length % 2 === 0 ? sorted[(sorted.length >> 1) - 1] : upper;
  return ((lower ?? upper) + upper) / 2;
}
