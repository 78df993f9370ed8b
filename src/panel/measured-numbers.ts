import type { MeasuredRow } from '../core/protocol.ts';
import { count } from './format.ts';
import type { NumbersRow } from './numbers-table.tsx';
import { percentileCell } from './percentile-cell.ts';
import { remoteText } from './remote-text.ts';

export const MEASURED_TITLES: readonly string[] = [
  'Prompt, tokens',
  'Cold, TTFT p50 ms',
  'Cold, n',
  'Repeated, TTFT p50 ms',
  'Repeated, n',
  'TPS, tok/s',
  'Errors',
];

/** A measuring run, one row for each model and prompt size. */
export function measuredNumbers(rows: readonly MeasuredRow[]): readonly NumbersRow[] {
  return rows.map(({ model, promptTokens, cold, repeated, tps, tpsEstimated, errors }) => {
    const [first, again] = [cold, repeated].map((of) => {
      const { text, sub } = percentileCell(of, 'p50');
      return sub === undefined ? text : `${text} (${sub})`;
    });
    return {
      key: `${model}\n${promptTokens}`,
      head: remoteText(model, 80),
      cells: [
        count(promptTokens),
        first ?? '',
        count(cold.n),
        again ?? '',
        count(repeated.n),
        `${tpsEstimated ? '≈\u00A0' : ''}${count(tps)}`,
        count(errors),
      ],
    };
  });
}
