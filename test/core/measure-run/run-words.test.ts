import { describe, expect, test } from 'vitest';
import type { ModelRun } from '../../../src/core/measure-run/run-summary.ts';
import { costWords, endWords, progressWords } from '../../../src/core/measure-run/run-words.ts';

test('what a run costs, with three digits at most', () => {
  expect(costWords({ requests: 39, promptTokens: 129_216, maxOutputTokens: 9816 })).toEqual({
    requests: '39 requests',
    tokens: 'about 129,000 prompt and at most 9,820 output tokens',
  });
  expect(costWords({ requests: 1, promptTokens: 64, maxOutputTokens: 8 })).toEqual({
    requests: '1 request',
    tokens: 'about 64 prompt and at most 8 output tokens',
  });
});

test.each([
  [null, 'qwen · 12 of 39'],
  [41_200, 'qwen · 12 of 39 · about 42 s left'],
  [61_000, 'qwen · 12 of 39 · about 2 min left'],
])('progress with %s ms left', (leftMs, words) => {
  expect(progressWords({ model: 'qwen', done: 11, total: 39, leftMs })).toBe(words);
});

describe('the end', () => {
  const run = (model: string, changes: Partial<ModelRun> = {}): ModelRun => ({
    model,
    measured: 12,
    silent: [],
    failed: 0,
    stopped: 0,
    skipped: [],
    ...changes,
  });

  test('counts models and requests', () => {
    expect(endWords({ cancelled: false, models: [run('a'), run('b')] })).toBe(
      'Measured 2 models, 24 requests besides the warm-up.',
    );
  });

  test('says what is missing, and why', () => {
    const skipped = [
      { reason: 'A prompt that failed is not sent again.', requests: 1 },
      { reason: 'Nothing is listening at 127.0.0.1:1.', requests: 11 },
    ];
    const models = [
      run('a'),
      run('b', { measured: 0, failed: 2, skipped }),
      run('c', { failed: 1 }),
    ];
    expect(endWords({ cancelled: false, models })).toBe(
      'Measured 2 models, 24 requests besides the warm-up. b lacks 14 requests: Nothing is listening at 127.0.0.1:1. c lacks 1 request.',
    );
  });

  test('of a cancelled run says that what was measured is kept', () => {
    const models = [run('a', { measured: 3, stopped: 1, skipped: [{ reason: 'x', requests: 8 }] })];
    expect(endWords({ cancelled: true, models })).toBe(
      'Measuring was cancelled; what was measured is kept: 1 model, 3 requests.',
    );
  });

  test('names who answered nothing to how many requests of which size, and what that means', () => {
    const silent = [
      { promptTokens: 512, silent: 2, ended: 4 },
      { promptTokens: 2048, silent: 1, ended: 4 },
    ];
    const words = endWords({
      cancelled: false,
      models: [run('a', { measured: 9, silent }), run('b')],
    });
    expect(words).toContain(
      'Measured 2 models, 21 requests besides the warm-up. a answered nothing to 3 of 12 requests: 2 of 4 at 512 prompt tokens, 1 of 4 at 2,048 prompt tokens. An answer of nothing has no first token',
    );
    expect(words).toMatch(/took the code for complete, or .* another FIM format/);
  });

  test('does not call measured what answered nothing to everything', () => {
    const silent = [{ promptTokens: 512, silent: 2, ended: 2 }];
    const nothing = run('a', { measured: 0, silent });
    expect(endWords({ cancelled: false, models: [nothing] })).toMatch(
      /^Nothing was measured\. a answered nothing to all of its 2 requests\. An answer of nothing /,
    );
    expect(endWords({ cancelled: true, models: [nothing] })).toMatch(
      /^Measuring was cancelled before anything was measured\. a answered nothing /,
    );
  });
});
