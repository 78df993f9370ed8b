import { expect, test } from 'vitest';
import { createFigures, MAX_RECORDS } from '../../../src/core/measure/figures.ts';
import { lane, race } from '../../support/records.ts';

test('the newest races come first although a long one was written down late', () => {
  const figures = createFigures();
  for (const at of [1000, 3000, 2000]) figures.add(race({ at, lanes: [lane()] }));
  expect(figures.recentRaces(2).map(({ at }) => at)).toEqual([3000, 2000]);
});

test('keystrokes answered from memory are no races, but the last of them is known', () => {
  const figures = createFigures();
  figures.add(race({ at: 1000, lanes: [lane()] }));
  figures.add(race({ at: 2000, lanes: [] }));
  expect(figures.recentRaces(10).map(({ at }) => at)).toEqual([1000]);
  expect(figures.lastRace()?.at).toBe(2000);
});

test('what was asked ahead is no last keystroke', () => {
  const figures = createFigures();
  figures.add(race({ at: 1000, lanes: [lane()] }));
  figures.add(race({ at: 2000, trigger: 'ahead', silence: 'unasked', lanes: [lane()] }));
  expect(figures.lastRace()?.at).toBe(1000);
});

test('older records from disk stand before those of this window', () => {
  const figures = createFigures();
  figures.add(race({ at: 2000, lanes: [lane()] }));
  figures.load([race({ at: 1000, lanes: [lane()] })]);
  expect(figures.recentRaces(10).map(({ at }) => at)).toEqual([2000, 1000]);
});

test('what is kept in memory is bounded', () => {
  const figures = createFigures();
  for (let at = 0; at < MAX_RECORDS * 1.3; at += 1) figures.add(race({ at, lanes: [lane()] }));
  const { totals } = figures.summary({ models: [], defaultModel: 'm', budgetMs: 300 });
  expect(totals.keystrokes).toBeLessThanOrEqual(MAX_RECORDS * 1.1);
});

test('clear forgets the figures', () => {
  const figures = createFigures();
  figures.add(race({ at: 1, lanes: [lane()] }));
  figures.clear();
  expect(figures.lastRace()).toBeNull();
});
