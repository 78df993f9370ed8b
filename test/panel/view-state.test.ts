import fc from 'fast-check';
import { expect, test } from 'vitest';
import { INITIAL_VIEW, readViewState } from '../../src/panel/view-state.ts';

test('what was saved comes back', () => {
  const saved = {
    ...INITIAL_VIEW,
    sort: { key: 'keyP90', order: 'descending' } as const,
    allModels: true,
    racesAsTable: true,
    jobsAsTable: true,
    job: { preset: 'own', promptTokens: 900, outputTokens: 50, repeatsPrompt: true } as const,
  };
  expect(readViewState(structuredClone(saved))).toEqual(saved);
});

test.each([
  undefined,
  null,
  'view',
  { ...INITIAL_VIEW, v: 0, allModels: true },
  { ...INITIAL_VIEW, v: '1', allModels: true },
])('another version, or no state, gives the initial view: %j', (stored) => {
  expect(readViewState(stored)).toEqual(INITIAL_VIEW);
});

test.each([{ key: 'vanished', order: 'ascending' }, { key: 'tps', order: 'sideways' }, 7])(
  'a sort that does not exist falls back alone: %j',
  (sort) => {
    expect(readViewState({ ...INITIAL_VIEW, sort, moreFigures: true })).toEqual({
      ...INITIAL_VIEW,
      moreFigures: true,
    });
  },
);

test('anything at all gives a whole view', () => {
  fc.assert(
    fc.property(fc.anything(), (stored) => {
      expect(Object.keys(readViewState(stored)).sort()).toEqual(Object.keys(INITIAL_VIEW).sort());
    }),
  );
});
