import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jobFit } from '../../src/core/measure/job-fit.ts';
import type { SpeedFit } from '../../src/core/protocol.ts';
import { type JobModel, jobSpans } from '../../src/panel/job-spans.ts';
import { speed } from '../support/panel-fixtures.ts';

const job = { promptTokens: 0, outputTokens: 480 };
const of = (id: string, ...fit: SpeedFit): JobModel => ({ id, speed: speed(fit) });

test('the quick starter is first up to the crossing, the quick writer after it', () => {
  // 200 + 40 n = 5000 + 8.333 n at n = 151.6.
  const models = [of('starter', 200, 0, 40, 0), of('writer', 5000, 0, 1000 / 120, 0)];
  expect(jobSpans(models, job)).toEqual([
    { id: 'starter', untilTokens: 151 },
    { id: 'writer', untilTokens: null },
  ]);
});

test('a model that is first for a single token only is first nowhere', () => {
  // 100 + 90 n = 150 + 60 n at n = 1.7.
  const models = [of('starter', 100, 0, 90, 0), of('writer', 150, 0, 60, 0)];
  expect(jobSpans(models, job)).toEqual([{ id: 'writer', untilTokens: null }]);
});

test('a model that is first between two whole numbers of tokens is not named', () => {
  // a meets b at 10.2 tokens, and b meets c at 10.7.
  const models = [
    of('a', 100, 0, 50, 0),
    of('b', 100 + 10.2 * 20, 0, 30, 0),
    of('c', 304 + 10.7 * 20, 0, 10, 0),
  ];
  expect(jobSpans(models, job)).toEqual([
    { id: 'a', untilTokens: 10 },
    { id: 'c', untilTokens: null },
  ]);
});

test('a model that is never first is not named', () => {
  const models = [of('slow', 900, 0, 50, 0), of('fast', 100, 0, 10, 0)];
  expect(jobSpans(models, job)).toEqual([{ id: 'fast', untilTokens: null }]);
});

test('a third model may be first in between', () => {
  const models = [of('a', 100, 0, 50, 0), of('b', 1000, 0, 20, 0), of('c', 5000, 0, 8, 0)];
  expect(jobSpans(models, job)).toEqual([
    { id: 'a', untilTokens: 30 },
    { id: 'b', untilTokens: 333 },
    { id: 'c', untilTokens: null },
  ]);
});

test('a decline may hand the lead back', () => {
  const models = [of('steady', 1000, 0, 20, 0), of('tiring', 1100, 0, 15, 0.02)];
  expect(jobSpans(models, job).map(({ id }) => id)).toEqual(['steady', 'tiring', 'steady']);
});

test('two that need the same time for one token are told apart by the next', () => {
  const models = [of('a', 3395, 0, 72, 0), of('b', 3442, 0, 25, 0)];
  expect(jobSpans(models, job).at(-1)).toEqual({ id: 'b', untilTokens: null });
});

test('one model is first at every length, and none at no length', () => {
  expect(jobSpans([of('only', 100, 0, 10, 0)], job)).toEqual([{ id: 'only', untilTokens: null }]);
  expect(jobSpans([], job)).toEqual([]);
});

test('at every length the span names the model that the list has first', () => {
  const fit = fc.tuple(
    fc.integer({ min: 1, max: 9000 }),
    fc.constant(0),
    fc.integer({ min: 2, max: 90 }),
    fc.integer({ min: 0, max: 40 }).map((hundredths) => hundredths / 1000),
  );
  fc.assert(
    fc.property(
      fc.array(fit, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 9_900 }),
      (fits, outputTokens) => {
        const models = fits.map((each, i) => of(`m${i}`, ...each));
        const spans = jobSpans(models, job);
        const said = spans.find(
          ({ untilTokens }) => untilTokens === null || outputTokens <= untilTokens,
        );
        // Within a token or two of a crossing either may be named: they take equally long there.
        const isFirst = (tokens: number): boolean => {
          const times = jobFit(models, { ...job, outputTokens: Math.max(1, tokens) });
          const mine = times.find(({ id }) => id === said?.id)?.totalMs ?? Number.NaN;
          return mine - (times[0]?.totalMs ?? 0) <= 1e-6;
        };
        expect([-2, -1, 0, 1, 2].some((off) => isFirst(outputTokens + off))).toBe(true);
      },
    ),
    { seed: 17, numRuns: 2000 },
  );
});
