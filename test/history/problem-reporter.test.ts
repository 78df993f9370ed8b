import { expect, test } from 'vitest';
import { createProblemReporter } from '../../src/history/problem-reporter.ts';

function reporter() {
  const told: string[] = [];
  return { told, problems: createProblemReporter((sentence) => told.push(sentence)) };
}

const diskError = (code: string) =>
  Object.assign(new Error(`${code}: no, open '/home/ada/x.jsonl'`), { code });

test('a trouble is told once until it has passed', () => {
  const { told, problems } = reporter();
  problems.report('write', diskError('ENOSPC'));
  problems.report('write', diskError('ENOSPC'));
  expect(told).toEqual(['Latency records wait in memory: the disk is full.']);
  problems.passed('write');
  problems.report('write', diskError('EROFS'));
  expect(told[1]).toBe('Latency records wait in memory: their folder is read-only.');
});

test('troubles of different kinds do not hide each other', () => {
  const { told, problems } = reporter();
  problems.report('damaged');
  problems.report('newer');
  problems.passed('write');
  problems.report('damaged');
  expect(told).toEqual([
    'Damaged lines among the latency records were skipped.',
    'Some latency records come from a newer First Token; they are kept, but not shown here.',
  ]);
});

test('an unknown cause is named by its code, and no path is told', () => {
  const { told, problems } = reporter();
  problems.report('read', diskError('EIO'));
  problems.report('clear', new Error('/home/ada/secret'));
  expect(told).toEqual([
    'The latency records could not be read: the disk said EIO.',
    'Some latency records could not be removed: the disk did not take them.',
  ]);
});

test.each([
  'write',
  'overflow',
  'invalid',
  'prune',
  'clear',
  'read',
  'damaged',
  'newer',
  'unreadable',
] as const)('%s is one sentence', (trouble) => {
  const { told, problems } = reporter();
  problems.report(trouble, diskError('EACCES'));
  expect(told).toHaveLength(1);
  expect(told[0]).toMatch(/^[A-Z].*\.$/);
  expect(told[0]).not.toContain('/home');
});
