import { expect, test } from 'vitest';
import { createFigures } from '../../../src/core/measure/figures.ts';
import { MAX_RECORDS, MAX_REQUESTS } from '../../../src/core/measure/newest-records.ts';
import { lane, measurement, race } from '../../support/records.ts';

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

test('racing many models keeps fewer keystrokes, the youngest ones', () => {
  const lanes = Array.from({ length: 30 }, (_, index) => lane({ model: `m${index}` }));
  const count = Math.ceil((MAX_REQUESTS * 1.5) / lanes.length);
  const races = Array.from({ length: count }, (_, at) => race({ id: `r${at}`, at, lanes }));
  const added = createFigures();
  for (const one of races) added.add(one);
  const loaded = createFigures();
  loaded.load(races);
  for (const figures of [added, loaded]) {
    const { totals } = figures.summary({ models: [], defaultModel: 'm', budgetMs: 300 });
    expect(totals.keystrokes).toBeLessThanOrEqual((MAX_REQUESTS * 1.1) / lanes.length);
    expect(totals.keystrokes).toBeGreaterThan((MAX_REQUESTS * 0.9) / lanes.length);
    expect(figures.recentRaces(1)[0]?.at).toBe(count - 1);
  }
});

test('measuring requests are no keystrokes, whether added or read from disk', () => {
  const figures = createFigures();
  figures.load([race({ at: 1000, lanes: [lane()] }), measurement({ at: 1500 })]);
  figures.add(measurement({ at: 2000, run: 'run2' }));
  expect(figures.recentRaces(10).map(({ at }) => at)).toEqual([1000]);
  expect(figures.lastRace()?.at).toBe(1000);
  const models = [{ id: 'qwen', provider: 'llama-server', detail: '' }] as const;
  const { totals, measured } = figures.summary({ models, defaultModel: 'qwen', budgetMs: 300 });
  expect(totals.keystrokes).toBe(1);
  expect(measured).toMatchObject({ at: 2000, rows: [{ cold: { n: 1 } }] });
});

test('clear forgets the figures', () => {
  const figures = createFigures();
  figures.add(race({ at: 1, lanes: [lane()] }));
  figures.clear();
  expect(figures.lastRace()).toBeNull();
});
