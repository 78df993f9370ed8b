import type { Interval, Percentiles } from '../core/protocol.ts';
import type { Cell } from './cell.ts';
import { count, MISSING, msInterval, tableMs } from './format.ts';

export type Quantile = 'p50' | 'p90' | 'p95' | 'p99';

/** With fewer requests the figure would be the worst or second worst of them, whatever its name. */
const NEEDS: Readonly<Record<Quantile, number>> = { p50: 1, p90: 30, p95: 100, p99: 1000 };

/** A percentile over its 95 % interval; where it is not known, the least it can be, and why. */
export function percentileCell(of: Percentiles, quantile: Quantile): Cell {
  const ms = of[`${quantile}Ms`];
  const interval = intervalOf(of, quantile);
  if (ms !== null) {
    return interval === null
      ? { text: tableMs(ms) }
      : { text: tableMs(ms), sub: msInterval(interval) };
  }
  const { n, censored } = of;
  if (n === 0) return { text: MISSING, hint: 'No request that tells.' };
  if (n < NEEDS[quantile]) {
    return {
      text: MISSING,
      hint: `${quantile} needs ${count(NEEDS[quantile])} requests; there are ${count(n)}.`,
    };
  }
  const hint = `Not known: of ${count(n)} requests, ${count(censored)} were stopped before it.`;
  return interval === null
    ? { text: MISSING, hint }
    : { text: `≥\u00A0${tableMs(interval.lowMs)}`, hint };
}

function intervalOf(of: Percentiles, quantile: Quantile): Interval | null {
  if (quantile === 'p50') return of.p50Interval;
  return quantile === 'p90' ? of.p90Interval : null;
}
