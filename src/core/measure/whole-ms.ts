/** Whole milliseconds for tooltip and picker; a dash where the figure is not known. */
export function wholeMs(ms: number | null): string {
  if (ms === null) return '–';
  return ms < 1 ? '<1' : String(Math.round(ms));
}
