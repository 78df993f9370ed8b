import type { ModelSummary } from '../core/protocol.ts';
import { count, finePercent, interval, MISSING, percent, tableMs } from './format.ts';

export interface Cell {
  readonly text: string;
  /** Small text under the figure: an interval, or what it is a part of. */
  readonly sub?: string;
  readonly tone?: 'strong' | 'late' | 'bad';
  /** Why a figure is missing or only about right. */
  readonly hint?: string;
}

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
  /** False: shown only where there is room, else on demand. */
  readonly essential: boolean;
  readonly value: (model: ModelSummary) => number | null;
  readonly cell: (model: ModelSummary, budgetMs: number) => Cell;
}

const NOT_ASKED: Cell = { text: MISSING, hint: 'No keystroke has asked this model yet.' };

export const MODEL_COLUMNS: readonly Column[] = [
  {
    key: 'inTime',
    title: 'First token in time, %',
    head: ['in time', '%'],
    widthPx: 54,
    firstOrder: 'descending',
    essential: true,
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
  percentile('keyP50', 'fromKey', 'p50Ms', 38, true),
  percentile('keyP90', 'fromKey', 'p90Ms', 46, true),
  percentile('ttftP50', 'ttft', 'p50Ms', 38, false),
  percentile('ttftP90', 'ttft', 'p90Ms', 44, false),
  {
    key: 'tps',
    title: 'TPS, tok/s',
    head: ['TPS', 'tok/s'],
    widthPx: 44,
    firstOrder: 'descending',
    essential: false,
    value: (model) => model.tps,
    cell: ({ tps, tpsEstimated }) =>
      tps === null
        ? { text: MISSING, hint: 'Too few pieces of text to tell a rate.' }
        : approximate(count(tps), tpsEstimated),
  },
  {
    key: 'wins',
    title: 'Wins',
    head: ['Wins', 'of asked'],
    widthPx: 54,
    firstOrder: 'descending',
    essential: false,
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
    essential: false,
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
    essential: false,
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
    essential: false,
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

function approximate(text: string, estimated: boolean): Cell {
  return estimated ? { text: `≈\u00A0${text}`, hint: ESTIMATED_HINT } : { text };
}

function percentile(
  key: ColumnKey,
  clock: 'fromKey' | 'ttft',
  quantile: 'p50Ms' | 'p90Ms',
  widthPx: number,
  essential: boolean,
): Column {
  const short = quantile === 'p50Ms' ? 'p50' : 'p90';
  const needed = quantile === 'p50Ms' ? 10 : 30;
  return {
    key,
    title: `${clock === 'fromKey' ? 'From keystroke' : 'TTFT, from send'}, ${short} ms`,
    head: [short, 'ms'],
    widthPx,
    firstOrder: 'ascending',
    essential,
    value: (model) => model[clock][quantile],
    cell: (model, budgetMs) => {
      const { n, censored, [quantile]: ms } = model[clock];
      if (ms === null) {
        return {
          text: MISSING,
          hint:
            n < needed
              ? `${short} needs ${needed} requests; there are ${count(n)}.`
              : `Unknown: of ${count(n)} requests, ${count(censored)} were stopped before their first token.`,
        };
      }
      const late = clock === 'fromKey' && ms > budgetMs;
      return { text: tableMs(ms), ...(late ? { tone: 'late' } : {}) };
    },
  };
}
