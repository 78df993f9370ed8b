const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });

/** Whole milliseconds for status bar, tooltip and picker; a dash where the figure is not known. */
export function wholeMs(ms: number | null): string {
  if (ms === null) return '–';
  return ms < 1 ? '<1' : whole.format(ms);
}
