import type { MeasuredRow } from '../../core/protocol.ts';
import { codeSpan } from './code-span.ts';
import { count, MISSING, percentileWords } from './figure-words.ts';
import { markdownTable, nameAndFigures } from './markdown-table.ts';

const TITLES = [
  'Prompt, tokens',
  'Cold TTFT p50 (95 %), ms',
  'n',
  'Repeated TTFT p50 (95 %), ms',
  'n',
  'TPS',
  'Errors',
];

/** A run of `Measure Models`, one row for each model and prompt size. */
export function measuredTable(measured: readonly MeasuredRow[]): string {
  const rows = measured.map(
    ({ model, promptTokens, cold, repeated, tps, tpsEstimated, errors }) => [
      codeSpan(model),
      count(promptTokens),
      percentileWords(cold, 'p50'),
      count(cold.n),
      percentileWords(repeated, 'p50'),
      count(repeated.n),
      tps === null ? MISSING : `${tpsEstimated ? '≈ ' : ''}${count(tps)}`,
      count(errors),
    ],
  );
  return markdownTable(nameAndFigures('Model', TITLES), rows);
}
