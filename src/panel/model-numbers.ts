import type { ModelSummary } from '../core/protocol.ts';
import { MODEL_COLUMNS } from './model-columns.ts';
import { modelSegments } from './model-segments.ts';
import type { NumbersRow } from './numbers-table.tsx';
import { remoteText } from './remote-text.ts';
import { segmentsCell } from './segment-words.ts';

export const MODEL_NUMBER_TITLES: readonly string[] = [
  ...MODEL_COLUMNS.map((column) => column.title),
  'A typical request by phase, ms',
];

/** The figures of the Models chart, one row a model: the same cells, with their intervals in line. */
export function modelNumbers(
  models: readonly ModelSummary[],
  budgetMs: number,
): readonly NumbersRow[] {
  return models.map((model) => {
    const figures = MODEL_COLUMNS.map((column) => {
      const cell = column.cell(model, budgetMs);
      return cell.sub === undefined ? cell.text : `${cell.text} (${cell.sub})`;
    });
    return {
      key: model.id,
      head: remoteText(model.id, 80),
      cells: [...figures, segmentsCell(modelSegments(model))],
    };
  });
}
