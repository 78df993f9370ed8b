import type { Interval, Percentiles, Provenance, Share } from '../../core/protocol.ts';

/** Figures as the report writes them, in the same way in every country: it is read by others. */
export const MISSING = '–';

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

export function count(value: number): string {
  return whole.format(value);
}

export function counted(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? '' : 's'}`;
}

/** Whole milliseconds without unit. */
export function ms(value: number): string {
  return value > 0 && value < 1 ? '<1' : whole.format(value);
}

/** A job's time in seconds without unit: `0.34`, `9.03`, `14.2`. */
export function seconds(valueMs: number): string {
  const value = valueMs / 1000;
  return value < 9.995 ? value.toFixed(2) : value.toFixed(1);
}

/** Never a false 0 or 100. */
export function percent(share: number): string {
  if (share > 0 && share < 0.005) return '<1 %';
  if (share < 1 && share >= 0.995) return '>99 %';
  return `${whole.format(share * 100)} %`;
}

/** `97 % (95–98) of 400`: its 95 % interval and how many could tell. */
export function shareWords(share: Share | null): string {
  if (share === null) return MISSING;
  const [low, high] = [share.low, share.high].map((end) => whole.format(end * 100));
  return `${percent(share.value)} (${low}–${high}) of ${count(share.n)}`;
}

/** `119 (112–127)`, or the least that it can be where too many requests were stopped before it. */
export function percentileWords(of: Percentiles, quantile: 'p50' | 'p90'): string {
  const value = of[`${quantile}Ms`];
  const interval = of[`${quantile}Interval`];
  if (value === null) return interval === null ? MISSING : `≥ ${ms(interval.lowMs)}`;
  return interval === null ? ms(value) : `${ms(value)} (${intervalWords(interval)})`;
}

function intervalWords({ lowMs, highMs }: Interval): string {
  return highMs === null ? `≥ ${ms(lowMs)}` : `${ms(lowMs)}–${ms(highMs)}`;
}

/** `12 (server)`, `≈ 41 ± 19 (estimated)`, `< 19 (estimated)` for what cannot be told from nothing. */
export function provenMs(of: {
  readonly ms: number;
  readonly from: Provenance;
  readonly plusMinusMs: number | null;
}): string {
  if (of.from === 'estimated' && of.plusMinusMs !== null && of.ms <= of.plusMinusMs) {
    return `< ${ms(Math.max(1, of.plusMinusMs))} (estimated)`;
  }
  const about = of.from === 'estimated' ? '≈ ' : '';
  const spread = of.plusMinusMs === null ? '' : ` ± ${ms(of.plusMinusMs)}`;
  return `${about}${ms(of.ms)}${spread} (${of.from})`;
}

/** Date and minute in UTC, which reads the same for whoever gets the report. */
export function utcTime(epochMs: number): string {
  const date = new Date(epochMs);
  if (Number.isNaN(date.getTime())) return MISSING;
  return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
