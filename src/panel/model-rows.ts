import type { ModelSummary } from '../core/protocol.ts';
import { type ColumnKey, MODEL_COLUMNS } from './model-columns.ts';

export type SortKey = ColumnKey | 'name';

export interface Sort {
  readonly key: SortKey;
  readonly order: 'ascending' | 'descending';
}

export const DEFAULT_SORT: Sort = { key: 'inTime', order: 'descending' };

/** Rows shown before "Show N More". */
export const ROWS_BEFORE_MORE = 8;

/** Sorted copy. Unknown figures come last whichever way it sorts; equal ones go by name. */
export function sortModels(models: readonly ModelSummary[], sort: Sort): readonly ModelSummary[] {
  const sign = sort.order === 'ascending' ? 1 : -1;
  const column = MODEL_COLUMNS.find(({ key }) => key === sort.key);
  const byName = (a: ModelSummary, b: ModelSummary) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
  if (column === undefined) return models.toSorted((a, b) => sign * byName(a, b));
  return models.toSorted((a, b) => {
    const [x, y] = [column.value(a), column.value(b)];
    if (x === null || y === null) return Number(x === null) - Number(y === null) || byName(a, b);
    return sign * (x - y) || byName(a, b);
  });
}

/** The sort after a click on a head: the column's own order first, then the other way round. */
export function nextSort(current: Sort, key: SortKey): Sort {
  if (current.key === key) {
    return { key, order: current.order === 'ascending' ? 'descending' : 'ascending' };
  }
  const column = MODEL_COLUMNS.find((candidate) => candidate.key === key);
  return { key, order: column?.firstOrder ?? 'ascending' };
}

/**
 * The rows to draw, in the given order: the first eight, and always the default and the ones that
 * fail, wherever they are sorted.
 */
export function visibleModels(
  sorted: readonly ModelSummary[],
  showAll: boolean,
): { readonly shown: readonly ModelSummary[]; readonly hidden: number } {
  if (showAll || sorted.length <= ROWS_BEFORE_MORE) return { shown: sorted, hidden: 0 };
  const shown = sorted.filter(
    (model, index) =>
      index < ROWS_BEFORE_MORE ||
      model.isDefault ||
      model.state === 'failing' ||
      model.state === 'misconfigured',
  );
  return { shown, hidden: sorted.length - shown.length };
}
