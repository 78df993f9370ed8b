import { expect, test } from 'vitest';
import type { ModelSummary } from '../../src/core/protocol.ts';
import { modelSegments } from '../../src/panel/model-segments.ts';
import { tailWords } from '../../src/panel/tail-words.ts';
import { model, percentiles, phase } from '../support/panel-fixtures.ts';

const drawn = (part: Partial<ModelSummary>) =>
  modelSegments(model('m', part)).map((s) => `${s.name} ${s.known} ${s.fromMs}-${s.toMs}`);

test('a typical request has its phases in order', () => {
  const segments = [phase('wait', 24), phase('queue', 2000, 'server'), phase('prefill', 90)];
  expect(drawn({ segments })).toEqual([
    'wait measured 0-24',
    'queue measured 24-2024',
    'prefill derived 2024-2114',
  ]);
});

test('a model that thinks goes on thinking until the first token of its answer', () => {
  const part = {
    segments: [phase('wait', 24), phase('server', 160)],
    fromKey: percentiles({ p50Ms: 900, n: 40 }),
  };
  expect(drawn({ ...part, firstAnswer: percentiles({ p50Ms: 876, n: 40 }) }).at(-1)).toBe(
    'thinking measured 184-900',
  );
  expect(drawn(part).at(-1)).toBe('server whole 24-184');
});

test('a token of thinking that came in one piece with the answer is not drawn', () => {
  const part = {
    segments: [phase('wait', 24), phase('server', 160)],
    fromKey: percentiles({ p50Ms: 184.9, n: 40 }),
    firstAnswer: percentiles({ p50Ms: 160.9, n: 40 }),
  };
  expect(drawn(part).at(-1)).toBe('server whole 24-184');
});

test('nothing measured, nothing drawn', () => {
  expect(drawn({ segments: null })).toEqual([]);
});

const queue = { p50Ms: 31, p90Ms: 1130, n: 300, from: 'server', plusMinusMs: null } as const;
const fromKey = percentiles({ p50Ms: 187, p90Ms: 1287, n: 388 });

test('a queue that makes most of the tail is named', () => {
  const words = (part: Partial<ModelSummary>) => tailWords(model('m', { queue, fromKey, ...part }));
  expect(words({})).toBe(`slowest tenth: queue +${(1.1).toLocaleString()} s`);
  expect(words({ queue: { ...queue, from: 'estimated', p90Ms: 731, plusMinusMs: 60 } })).toBe(
    'slowest tenth: queue ≈\u00A0+700 ms',
  );
  expect(words({ queue: { ...queue, p90Ms: 500 } })).toBeNull();
  expect(words({ queue: { ...queue, p90Ms: null } })).toBeNull();
  expect(words({ queue: null })).toBeNull();
});
