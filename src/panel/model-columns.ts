import type { ModelSummary } from '../core/protocol.ts';
import type { Cell } from './cell.ts';
import { change, count, finePercent, interval, MISSING, percent } from './format.ts';
import { percentileCell } from './percentile-cell.ts';

export type ColumnKey =
  | 'inTime'
  | 'keyP50'
  | 'keyP90'
  | 'ttftP50'
  | 'ttftP90'
  | 'tps'
  | 'wins'
  | 'errors'
  | 'stopped'
  | 'wasted';

export interface Column {
  readonly key: ColumnKey;
  /** Full name: for the table, the details and the spoken head. */
  readonly title: string;
  /** The two lines of the narrow head. */
  readonly head: readonly [string, string];
  readonly widthPx: number;
  /** Which way the first click sorts. */
  readonly firstOrder: 'ascending' | 'descending';
  /** Beside the plot at any width, only on a wide panel, or nowhere: then it is on demand and in the table. */
  readonly beside: 'always' | 'wide' | 'never';
  readonly value: (model: ModelSummary) => number | null;
  readonly cell: (model: ModelSummary, budgetMs: number) => Cell;
}

const NOT_ASKED: Cell = { text: MISSING, hint: 'No keystroke has asked this model yet.' };

export const MODEL_COLUMNS: readonly Column[] = [
  {
    key: 'inTime',
    title: 'In time, %',
    head: ['In time', '%'],
    widthPx: 54,
    firstOrder: 'descending',
    beside: 'always',
    value: (model) => model.inTime?.value ?? null,
    cell: ({ inTime, provider }) =>
      inTime === null || inTime.n === 0
        ? NOT_ASKED
        : {
            text: percent(inTime.value),
            sub: interval(inTime.low, inTime.high),
            tone: 'strong',
            hint: inTimeHint(provider, inTime.n),
          },
  },
  percentile('keyP50', 'fromKey', 'p50', 50, 'always'),
  percentile('keyP90', 'fromKey', 'p90', 62, 'always'),
  percentile('ttftP50', 'ttft', 'p50', 44, 'wide'),
  percentile('ttftP90', 'ttft', 'p90', 44, 'never'),
  {
    key: 'tps',
    title: 'TPS early → late, tok/s',
    head: ['TPS', 'early → late'],
    widthPx: 90,
    firstOrder: 'descending',
    beside: 'wide',
    value: (model) => model.tps,
    cell: tpsCell,
  },
  {
    key: 'wins',
    title: 'Wins, of requests',
    head: ['Wins of', 'requests'],
    widthPx: 62,
    firstOrder: 'descending',
    beside: 'wide',
    value: (model) => model.wins,
    cell: ({ wins, requests }) =>
      requests === 0 ? NOT_ASKED : { text: count(wins), sub: `of ${count(requests)}` },
  },
  {
    key: 'errors',
    title: 'Errors, %',
    head: ['Errors', '%'],
    widthPx: 42,
    firstOrder: 'descending',
    beside: 'wide',
    value: (model) => model.errors,
    cell: ({ errors, requests }) => {
      if (requests === 0) return NOT_ASKED;
      const cell = { text: finePercent(errors / requests), sub: count(errors) };
      return errors / requests >= 0.1 ? { ...cell, tone: 'bad' } : cell;
    },
  },
  {
    key: 'stopped',
    title: 'Stopped',
    head: ['', 'Stops'],
    widthPx: 38,
    firstOrder: 'ascending',
    beside: 'never',
    value: (model) => model.stopped,
    cell: ({ stopped, ttft, requests }) => {
      if (requests === 0) return NOT_ASKED;
      if (ttft.censored === 0) return { text: count(stopped) };
      const before = count(ttft.censored);
      return {
        text: count(stopped),
        hint: `${before} before the first token: their time is known only as "at least".`,
      };
    },
  },
  {
    key: 'wasted',
    title: 'Wasted tokens',
    head: ['Wasted', 'tokens'],
    widthPx: 54,
    firstOrder: 'ascending',
    beside: 'wide',
    value: (model) => model.wastedTokens,
    cell: ({ wastedTokens, wastedEstimated, requests }) =>
      requests === 0
        ? NOT_ASKED
        : approximate(count(wastedTokens), wastedEstimated && wastedTokens > 0),
  },
];

export const ESTIMATED_HINT =
  'Partly estimated from characters: stopped requests, and servers that report no count.';

function inTimeHint(provider: ModelSummary['provider'], n: number): string {
  const interval = `95 % interval from ${count(n)} requests`;
  return provider === 'embedded'
    ? `How often it speaks when asked afresh: ${interval}.`
    : `${interval}: errors and late ones count as not in time; empty answers in time and requests stopped early are left out.`;
}

/** An average hides the fall: early and late where both are known, else the median rate. */
export function tpsCell({ tps, tpsEstimated, decode }: ModelSummary): Cell {
  if (decode === null) {
    if (tps === null) return { text: MISSING, hint: 'Too few pieces of text to tell a rate.' };
    const hint = 'The median rate: too few long answers to tell early from late.';
    return { hint, ...approximate(count(tps), tpsEstimated) };
  }
  const rates = `${count(decode.earlyTps)} → ${count(decode.lateTps)}`;
  const median = tps === null ? '' : ` Median of all answers: ${count(tps)}.`;
  const hint = `At the first token and at token ${count(decode.longestTokens)}, the longest measured, n ${count(decode.n)}.${median}`;
  const estimated = decode.tokensFrom === 'estimated';
  const cell = approximate(rates, estimated);
  const why = estimated ? ` ${ESTIMATED_HINT}` : '';
  return { ...cell, sub: change(decode.decline), hint: hint + why };
}

function approximate(text: string, estimated: boolean): Cell {
  return estimated ? { text: `≈\u00A0${text}`, hint: ESTIMATED_HINT } : { text };
}

function percentile(
  key: ColumnKey,
  clock: 'fromKey' | 'ttft',
  quantile: 'p50' | 'p90',
  widthPx: number,
  beside: Column['beside'],
): Column {
  return {
    key,
    title: `${clock === 'fromKey' ? 'From keystroke' : 'TTFT, from send'}, ${quantile} ms`,
    head: [quantile, 'ms'],
    widthPx,
    firstOrder: 'ascending',
    beside,
    value: (model) => model[clock][`${quantile}Ms`],
    cell: (model, budgetMs) => {
      const cell = percentileCell(model[clock], quantile);
      const ms = model[clock][`${quantile}Ms`];
      return clock === 'fromKey' && ms !== null && ms > budgetMs ? { ...cell, tone: 'late' } : cell;
    },
  };
}
