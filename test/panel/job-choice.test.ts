import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULT_JOB, presetJob, readJob, readTokens } from '../../src/panel/job-choice.ts';

test('the jobs to start from have the sizes of the field', () => {
  expect(presetJob('inline')).toMatchObject({ outputTokens: 30, repeatsPrompt: true });
  expect(presetJob('background')).toMatchObject({ outputTokens: 480, repeatsPrompt: false });
});

test.each([
  ['480', 1, 480],
  [' 480 ', 1, 480],
  ['0', 0, 0],
  ['0', 1, null],
  ['', 1, null],
  ['1e3', 1, null],
  ['12.5', 1, null],
  ['-3', 0, null],
  ['99999999999', 1, null],
])('%j, at least %i, is %j', (typed, least, tokens) => {
  expect(readTokens(typed, least)).toBe(tokens);
});

test('one’s own sizes come back; a preset comes back as it is now', () => {
  const own = { preset: 'own', promptTokens: 900, outputTokens: 50, repeatsPrompt: true } as const;
  expect(readJob(structuredClone(own))).toEqual(own);
  expect(readJob({ preset: 'inline', promptTokens: 1, outputTokens: 1 })).toEqual(
    presetJob('inline'),
  );
});

test.each([
  { preset: 'own', promptTokens: -1, outputTokens: 50 },
  { preset: 'own', promptTokens: 900, outputTokens: 0 },
  { preset: 'own', promptTokens: 900, outputTokens: '50' },
  { preset: 'vanished', promptTokens: 900, outputTokens: 50 },
  null,
  'inline',
])('%j is no job and gives the default', (stored) => {
  expect(readJob(stored)).toEqual(DEFAULT_JOB);
});

test('anything at all gives a job that can be reckoned with', () => {
  fc.assert(
    fc.property(fc.anything(), (stored) => {
      const job = readJob(stored);
      expect(job.outputTokens).toBeGreaterThanOrEqual(1);
      expect(job.promptTokens).toBeGreaterThanOrEqual(0);
    }),
  );
});
