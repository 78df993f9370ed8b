/** Named figures of one bench; units are in the names (`…Ms`, `…Ratio`, `…Count`). */
export type Figures = Readonly<Record<string, number>>;

/** Percentile by nearest rank. `values` need not be sorted. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
