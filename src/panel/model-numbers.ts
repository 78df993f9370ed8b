import type { ModelSummary } from '../core/protocol.ts';
import { count, MISSING } from './format.ts';
import { MODEL_COLUMNS } from './model-columns.ts';
import { modelSegments } from './model-segments.ts';
import type { NumbersRow } from './numbers-table.tsx';
import { remoteText } from './remote-text.ts';
import type { SegmentName } from './segment.ts';
import { segmentCell } from './segment-words.ts';

/** The phases of a typical request, with their titles; their cells say how each is known. */
const PHASES: readonly (readonly [SegmentName, string])[] = [
  ['wait', 'Wait, ms'],
  ['connect', 'Connecting, ms'],
  ['network', 'Network, ms'],
  ['queue', 'Queue, ms'],
  ['load', 'Loading, ms'],
  ['prefill', 'Prefill, ms'],
  ['server', 'Server, not split, ms'],
];

export const MODEL_NUMBER_TITLES: readonly string[] = [
  ...MODEL_COLUMNS.map((column) => column.title),
  ...PHASES.map(([, title]) => title),
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
    const segments = modelSegments(model);
    const phases = PHASES.map(([name]) => {
      const segment = segments.find((candidate) => candidate.name === name);
      return segment === undefined ? MISSING : segmentCell(segment);
    });
    return {
      key: model.id,
      head: remoteText(model.id, 80),
      cells: [...figures, ...phases, count(model.requests)],
    };
  });
}
