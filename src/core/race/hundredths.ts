/** Hundredths of a millisecond: finer than any clock here resolves, and short in the records. */
export function hundredths(ms: number): number {
  return Math.round(ms * 100) / 100;
}
