import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MODEL_COLUMNS } from '../../src/panel/model-columns.ts';
import {
  DEFAULT_SORT,
  nextSort,
  ROWS_BEFORE_MORE,
  type SortKey,
  sortModels,
  visibleModels,
} from '../../src/panel/model-rows.ts';
import { manySnapshot, model, share, typicalSnapshot } from '../support/panel-fixtures.ts';

const ids = (models: readonly { id: string }[]) => models.map(({ id }) => id);

describe('sorting', () => {
  test('starts with the share in time, best first, failing ones at its end', () => {
    expect(ids(sortModels(typicalSnapshot().models, DEFAULT_SORT))).toEqual([
      'qwen-local',
      'gemini-flash',
      'coder-7b',
      'codestral',
      'built-in',
      'deepseek-fim',
    ]);
  });

  test('unknown figures come last in both orders', () => {
    const models = [
      model('none', { inTime: null }),
      model('some', { inTime: share(1, 2) }),
      model('all', { inTime: share(2, 2) }),
    ];
    for (const [order, expected] of [
      ['ascending', ['some', 'all', 'none']],
      ['descending', ['all', 'some', 'none']],
    ] as const) {
      expect(ids(sortModels(models, { key: 'inTime', order }))).toEqual(expected);
    }
  });

  test('equal figures go by name, and the input is left alone', () => {
    const models = [model('b'), model('a')];
    expect(ids(sortModels(models, DEFAULT_SORT))).toEqual(['a', 'b']);
    expect(ids(models)).toEqual(['b', 'a']);
  });

  test('every column sorts every model exactly once', () => {
    const keys: SortKey[] = ['name', ...MODEL_COLUMNS.map(({ key }) => key)];
    const { models } = typicalSnapshot();
    fc.assert(
      fc.property(
        fc.constantFrom(...keys),
        fc.constantFrom('ascending' as const, 'descending' as const),
        fc.shuffledSubarray([...models], { minLength: models.length }),
        (key, order, shuffled) => {
          const sorted = sortModels(shuffled, { key, order });
          expect(ids(sorted)).toEqual(ids(sortModels(models, { key, order })));
          expect(ids(sorted).toSorted()).toEqual(ids(models).toSorted());
        },
      ),
    );
  });

  test('a head sorts its own way first, then the other way round', () => {
    const first = nextSort(DEFAULT_SORT, 'keyP50');
    expect(first).toEqual({ key: 'keyP50', order: 'ascending' });
    expect(nextSort(first, 'keyP50')).toEqual({ key: 'keyP50', order: 'descending' });
    expect(nextSort(first, 'wins').order).toBe('descending');
    expect(nextSort(first, 'name').order).toBe('ascending');
  });
});

describe('a long list', () => {
  const sorted = sortModels(manySnapshot().models, DEFAULT_SORT);

  test('shows eight, and the default and the failing ones wherever they are', () => {
    const { shown, hidden } = visibleModels(sorted, false);
    expect(ids(shown)).toEqual([...ids(sorted).slice(0, 8), 'model-21', 'model-30']);
    expect(hidden).toBe(20);
  });

  test('shows all on demand', () => {
    expect(visibleModels(sorted, true)).toEqual({ shown: sorted, hidden: 0 });
  });

  test('is not long at eight', () => {
    const eight = sorted.slice(0, ROWS_BEFORE_MORE);
    expect(visibleModels(eight, false)).toEqual({ shown: eight, hidden: 0 });
  });
});
