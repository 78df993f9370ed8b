import { expect, test } from 'vitest';
import { dayInName, dayOf, filesToPrune, recordFileName } from '../../src/history/record-files.ts';

const NOW = Date.UTC(2026, 11, 20, 12);

const file = (day: string, bytes = 100, pid = 7) => ({
  name: recordFileName(day, pid, '0a1b2c3d'),
  bytes,
});

const prune = (files: { name: string; bytes: number }[], changes = {}) =>
  filesToPrune(files, {
    nowEpochMs: NOW,
    keepDays: 10,
    maxTotalBytes: 1000,
    own: null,
    ...changes,
  });

test('a day is UTC and sorts by name', () => {
  expect(dayOf(NOW)).toBe('2026-12-20');
  expect(dayOf(Date.UTC(2026, 11, 20, 23, 59, 59, 999))).toBe('2026-12-20');
});

test('a name gives its day back', () => {
  expect(dayInName(recordFileName('2026-12-20', 4711, 'deadbeef'))).toBe('2026-12-20');
});

test.each([
  'settings.json',
  'records.jsonl',
  'records-2026-12-20-1-deadbeef.jsonl.bak',
  'records-2026-12-20-1-deadbeef.json',
  'records-2026-12-20-x-deadbeef.jsonl',
  '../records-2026-12-20-1-deadbeef.jsonl',
  'records-2026-12-20-1-../../../.jsonl',
])('%s is not ours', (name) => {
  expect(dayInName(name)).toBeNull();
});

test('the last day that is kept stays, the one before goes', () => {
  const kept = file('2026-12-10');
  const gone = file('2026-12-09');
  expect(prune([kept, gone])).toEqual([gone.name]);
});

test('when all of them are too large the oldest go first', () => {
  const files = [file('2026-12-19', 400), file('2026-12-12', 400), file('2026-12-15', 400)];
  expect(prune(files)).toEqual([file('2026-12-12').name]);
  expect(prune(files, { maxTotalBytes: 400 })).toEqual([
    file('2026-12-12').name,
    file('2026-12-15').name,
  ]);
});

test("this process's own file counts but stays", () => {
  const own = file('2026-12-01', 900);
  const other = file('2026-12-19', 400, 8);
  expect(prune([own, other], { own: own.name })).toEqual([other.name]);
});

test('files of others in the folder are left alone', () => {
  expect(prune([{ name: 'a.txt', bytes: 1e9 }, file('2026-12-19')])).toEqual([]);
});
