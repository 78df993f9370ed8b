import type { MeasuredRow } from '../../core/protocol.ts';
import { codeSpan } from './code-span.ts';
import { count, MISSING, percentileWords, utcTime } from './figure-words.ts';
import { markdownTable, nameAndFigures } from './markdown-table.ts';

const TITLES = [
  'Prompt aimed at, tokens',
  'Counted, tokens',
  'Cold TTFT p50 (95 %), ms',
  'n',
  'Repeated TTFT p50 (95 %), ms',
  'n',
  'TPS',
  'Answered nothing',
  'Errors',
  'Measured',
];

/** What `Measure Models` found out, one row for each model and prompt size. */
export function measuredTable(measured: readonly MeasuredRow[]): string {
  const rows = measured.map(
    ({ model, promptTokens, promptTokensCounted, cold, repeated, ...row }) => [
      codeSpan(model),
      count(promptTokens),
      promptTokensCounted === null ? MISSING : count(promptTokensCounted),
      percentileWords(cold, 'p50'),
      count(cold.n),
      percentileWords(repeated, 'p50'),
      count(repeated.n),
      row.tps === null ? MISSING : `${row.tpsEstimated ? '≈ ' : ''}${count(row.tps)}`,
      count(row.silent),
      count(row.errors),
      utcTime(row.at),
    ],
  );
  return markdownTable(nameAndFigures('Model', TITLES), rows);
}
