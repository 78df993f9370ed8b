import type { Interval } from '../core/protocol.ts';

/** Numbers as the panel writes them. `null` is a figure that is not known and is never 0. */
export const MISSING = '–';

const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat(undefined, {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const shortClock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

/** A count. */
export function count(value: number | null): string {
  return value === null ? MISSING : whole.format(value);
}

/** Milliseconds for a table cell: whole, without unit, `<1` below one. */
export function tableMs(ms: number | null): string {
  if (ms === null) return MISSING;
  return ms > 0 && ms < 1 ? '<1' : whole.format(ms);
}

/** Milliseconds for text and the gutter, with unit: `119 ms`, `1.3 s`, `14 s`. */
export function textMs(ms: number): string {
  if (ms < 999.5) return `${tableMs(ms)} ms`;
  const seconds = ms / 1000;
  return `${seconds < 9.95 ? tenths.format(seconds) : whole.format(seconds)} s`;
}

/** A share 0 to 1 in whole percent, without the sign, never a false 0 or 100. */
export function percent(share: number | null): string {
  if (share === null) return MISSING;
  if (share > 0 && share < 0.005) return '<1';
  if (share < 1 && share >= 0.995) return '>99';
  return whole.format(share * 100);
}

/** A small share with one decimal, for error rates. */
export function finePercent(share: number): string {
  if (share > 0 && share < 0.0005) return '<0.1';
  return share === 0 || share === 1 ? whole.format(share * 100) : tenths.format(share * 100);
}

/** A 95 % interval of a share, in percent: `95–98`. */
export function interval(low: number, high: number): string {
  return `${whole.format(low * 100)}–${whole.format(high * 100)}`;
}

/**
 * A 95 % interval in ms: `91–99`; `≥ 91` where the sample does not reach its end; one figure where both
 * ends are written alike.
 */
export function msInterval({ lowMs, highMs }: Interval): string {
  const low = tableMs(lowMs);
  if (highMs === null) return `≥\u00A0${low}`;
  const high = tableMs(highMs);
  return low === high ? low : `${low}–${high}`;
}

/** How a rate changed over an answer, from `decline` 0 to 1: `−29 %`, `+4 %`. */
export function change(decline: number): string {
  const shown = Math.round(-decline * 100);
  return `${shown < 0 ? '−' : shown > 0 ? '+' : ''}${whole.format(Math.abs(shown))}\u00A0%`;
}

/** One decimal, for ratios such as requests per shown text. */
export function ratio(value: number | null): string {
  return value === null ? MISSING : tenths.format(value);
}

/** Clock time with seconds. */
export function clockTime(epochMs: number): string {
  return Number.isFinite(epochMs) ? clock.format(epochMs) : MISSING;
}

/** Clock time without seconds. */
export function shortTime(epochMs: number): string {
  return Number.isFinite(epochMs) ? shortClock.format(epochMs) : MISSING;
}

/** Date and clock time, for what may be days old. */
export function dayTime(epochMs: number): string {
  return Number.isFinite(epochMs) ? day.format(epochMs) : MISSING;
}
