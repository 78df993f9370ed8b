import type { MeasuredRow } from '../core/protocol.ts';
import { count, dayTime } from './format.ts';
import type { NumbersRow } from './numbers-table.tsx';
import { percentileCell } from './percentile-cell.ts';
import { remoteText } from './remote-text.ts';

/** The size aimed at is a guess by characters; what the server counted is what it had to read. */
export const MEASURED_TITLES: readonly string[] = [
  'Prompt aimed at, tokens',
  'Counted, tokens',
  'Cold, TTFT p50 ms',
  'Cold, n',
  'Repeated, TTFT p50 ms',
  'Repeated, n',
  'TPS, tok/s',
  'Answered nothing',
  'Errors',
];

/**
 * What measuring runs found out, one row for each model and prompt size. Where the rows are not all of
 * one run, each says when its own began: only those of one run were measured under the same conditions.
 */
export function measuredNumbers(rows: readonly MeasuredRow[]): readonly NumbersRow[] {
  const isOneRun = new Set(rows.map(({ at }) => at)).size <= 1;
  return rows.map(({ model, promptTokens, promptTokensCounted, cold, repeated, ...row }) => {
    const [first, again] = [cold, repeated].map((of) => {
      const { text, sub } = percentileCell(of, 'p50');
      return sub === undefined ? text : `${text} (${sub})`;
    });
    const name = remoteText(model, 80);
    return {
      key: `${model}\n${promptTokens}`,
      head: isOneRun ? name : `${name}, ${dayTime(row.at)}`,
      cells: [
        count(promptTokens),
        count(promptTokensCounted),
        first ?? '',
        count(cold.n),
        again ?? '',
        count(repeated.n),
        `${row.tpsEstimated ? '≈\u00A0' : ''}${count(row.tps)}`,
        count(row.silent),
        count(row.errors),
      ],
    };
  });
}
