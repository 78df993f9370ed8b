import type { CacheFigure, ModelSummary, Percentiles, QueueFigure } from '../core/protocol.ts';
import type { Cell } from './cell.ts';
import { fittingWidth } from './fitting-width.ts';
import { count, MISSING, percent, tableMs } from './format.ts';
import { tpsCell } from './model-columns.ts';
import { percentileCell, type Quantile } from './percentile-cell.ts';
import { plusMinus } from './segment-words.ts';

type Group = 'TTFT, from send' | 'Connection' | 'Prompt cache' | 'Queue' | 'TPS';

export interface DetailColumn {
  readonly key: string;
  readonly group: Group;
  /** Full name: for the table and the list. */
  readonly title: string;
  readonly head: readonly [string, string];
  readonly widthPx: number;
  /** False for all models: the column is left out, since it would only say that nothing is known. */
  readonly has: (model: ModelSummary) => boolean;
  readonly cell: (model: ModelSummary) => Cell;
}

const always = () => true;

const ALL: readonly DetailColumn[] = [
  ttft('p50', 56, always),
  ttft('p90', 60, always),
  ttft('p95', 40, ({ ttft: { p95Ms } }) => p95Ms !== null),
  ttft('p99', 44, ({ ttft: { p99Ms } }) => p99Ms !== null),
  {
    key: 'n',
    group: 'TTFT, from send',
    title: 'TTFT, n',
    head: ['TTFT', 'n'],
    widthPx: 58,
    has: always,
    cell: ({ ttft: { n, censored } }) => {
      if (censored === 0) return { text: count(n) };
      const hint = `${count(censored)} were stopped before their first token: they count as "at least".`;
      return { text: count(n), sub: `${count(censored)} stopped`, hint };
    },
  },
  {
    key: 'answer',
    group: 'TTFT, from send',
    title: 'First answer token, from send, p50 ms',
    head: ['answer', 'p50 ms'],
    widthPx: 48,
    has: ({ firstAnswer }) => firstAnswer !== null,
    cell: ({ firstAnswer }) =>
      firstAnswer === null
        ? { text: MISSING, hint: 'It does not think before its answer.' }
        : { ...median(firstAnswer), hint: 'After thinking: the budget judges this one.' },
  },
  split('new', 'Connection', 'New connection', 'new', (m) => m.byConnection.cold),
  split('kept', 'Connection', 'Kept connection', 'kept', (m) => m.byConnection.warm),
  split('cold', 'Prompt cache', 'Cache cold', 'cold', (m) => m.byCache?.cold ?? null),
  split('warm', 'Prompt cache', 'Cache warm', 'warm', (m) => m.byCache?.warm ?? null),
  {
    key: 'hit',
    group: 'Prompt cache',
    title: 'Prompt from the cache, %',
    head: ['hit', '%'],
    widthPx: 40,
    has: always,
    cell: ({ cache }) => cacheCell(cache),
  },
  queue('p50', 64),
  queue('p90', 44),
  {
    key: 'tps',
    group: 'TPS',
    title: 'TPS early → late, tok/s',
    head: ['early → late', 'tok/s'],
    widthPx: 80,
    has: always,
    cell: tpsCell,
  },
  {
    key: 'whole',
    group: 'TPS',
    title: 'End to end, TTFT included, tok/s',
    head: ['end to\u00A0end', 'tok/s'],
    widthPx: 44,
    has: always,
    cell: ({ endToEndTps, tpsEstimated }) => ({
      text: `${tpsEstimated && endToEndTps !== null ? '≈\u00A0' : ''}${count(endToEndTps)}`,
      hint: 'All tokens over the whole time, TTFT included.',
    }),
  },
];

/** The columns of which at least one of the models has something to say, wide enough for all of them. */
export function detailColumns(models: readonly ModelSummary[]): readonly DetailColumn[] {
  return ALL.filter((column) => models.some(column.has)).map((column) => {
    const { widthPx: leastPx, head } = column;
    const cells = models.map(column.cell);
    return { ...column, widthPx: fittingWidth(cells, { leastPx, fontPx: 12, head, breaks: true }) };
  });
}

function ttft(quantile: Quantile, widthPx: number, has: DetailColumn['has']): DetailColumn {
  return {
    key: quantile,
    group: 'TTFT, from send',
    title: `TTFT, from send, ${quantile} ms`,
    head: [quantile, 'ms'],
    widthPx,
    has,
    cell: (model) => percentileCell(model.ttft, quantile),
  };
}

/** Half of the requests apart from the other half: the median of each and how many they are. */
function split(
  key: string,
  group: Group,
  title: string,
  head: string,
  of: (model: ModelSummary) => Percentiles | null,
): DetailColumn {
  return {
    key,
    group,
    title: `${title}, TTFT p50 ms`,
    head: [head, 'p50 ms'],
    widthPx: 44,
    has: always,
    cell: (model) => {
      const percentiles = of(model);
      return percentiles === null
        ? { text: MISSING, hint: 'This server does not tell, and nothing of it can be worked out.' }
        : median(percentiles);
    },
  };
}

function median(of: Percentiles): Cell {
  const cell = percentileCell(of, 'p50');
  return of.n === 0 ? cell : { ...cell, sub: `n\u00A0${count(of.n)}` };
}

function cacheCell(cache: CacheFigure | null): Cell {
  if (cache === null) return { text: MISSING, hint: 'This server does not report cached tokens.' };
  const told =
    cache.from === 'server' ? 'reported by the server' : 'the most that it can have been';
  return {
    text: `${cache.from === 'estimated' ? '≈\u00A0' : ''}${percent(cache.hitShare)}`,
    sub: `n\u00A0${count(cache.n)}`,
    hint: `${count(cache.cachedTokens)} of ${count(cache.promptTokens)} prompt tokens, ${told}.`,
  };
}

const QUEUE_FROM: Readonly<Record<QueueFigure['from'], readonly [short: string, hint: string]>> = {
  server: ['server', 'Reported by the server.'],
  derived: ['derived', 'Derived from what the protocol showed when.'],
  estimated: ['estimated', 'Estimated: what is above the model’s own unqueued requests.'],
};

function queue(quantile: 'p50' | 'p90', widthPx: number): DetailColumn {
  return {
    key: `queue-${quantile}`,
    group: 'Queue',
    title: `Queue, ${quantile} ms`,
    head: [quantile, 'ms'],
    widthPx,
    has: always,
    cell: ({ queue: figure }) => {
      if (figure === null) {
        return { text: MISSING, hint: 'Not known: nothing tells queueing from prefill here.' };
      }
      const [short, how] = QUEUE_FROM[figure.from];
      const ms = quantile === 'p50' ? figure.p50Ms : figure.p90Ms;
      if (ms === null)
        return { text: MISSING, hint: `p90 needs 30 requests; n ${count(figure.n)}.` };
      const about = figure.from === 'estimated' ? '≈\u00A0' : '';
      const text = about + tableMs(ms) + (quantile === 'p50' ? plusMinus(figure.plusMinusMs) : '');
      const hint = `${how} n ${count(figure.n)}.`;
      return quantile === 'p50' ? { text, sub: short, hint } : { text, hint };
    },
  };
}
