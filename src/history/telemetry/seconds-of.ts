/**
 * Milliseconds as seconds. Records hold hundredths of a millisecond; a difference of two carries the
 * dust of binary fractions, and 0.30000000000000004 would fall out of the bucket that ends at 0.3.
 */
export function secondsOf(ms: number): number {
  return Math.round(ms * 100) / 100_000;
}
