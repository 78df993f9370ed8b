import type { ModelSummary } from '../core/protocol.ts';
import { count, MISSING, tableMs } from './format.ts';
import { MODEL_COLUMNS } from './model-columns.ts';
import type { NumbersRow } from './numbers-table.tsx';
import { remoteText } from './remote-text.ts';

const PHASES = ['Wait, ms', 'Connecting, ms', 'Server, ms'] as const;

export const MODEL_NUMBER_TITLES: readonly string[] = [
  ...MODEL_COLUMNS.map((column) => column.title),
  ...PHASES,
  'Requests',
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
    const phases =
      model.phases === null
        ? PHASES.map(() => MISSING)
        : [model.phases.waitMs, model.phases.connectMs, model.phases.firstTokenMs].map(tableMs);
    return {
      key: model.id,
      head: remoteText(model.id, 80),
      cells: [...figures, ...phases, count(model.requests)],
    };
  });
}
