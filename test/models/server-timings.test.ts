import { expect, test } from 'vitest';
import { completionTimings, llamaTimings, ollamaTimings } from '../../src/models/server-timings.ts';

test('llama.cpp reports milliseconds, and its reuse apart from what it evaluated', () => {
  const timings = {
    cache_n: 30,
    prompt_n: 6,
    prompt_ms: 2.73,
    predicted_n: 16,
    predicted_ms: 3.7,
    predicted_per_second: 4066,
  };
  expect(llamaTimings({ timings, tokens_cached: 51 })).toEqual({
    usage: { promptTokens: 36, cachedTokens: 30, completionTokens: 16 },
    timings: { prefillMs: 2.73, decodeMs: 3.7 },
  });
});

test('an old llama.cpp without cache_n has an unknown reuse, not zero', () => {
  const { usage } = llamaTimings({ timings: { prompt_n: 6, predicted_n: 1 } });
  expect(usage).toEqual({ promptTokens: 6, completionTokens: 1 });
});

test('Ollama reports nanoseconds and never its queue', () => {
  expect(
    ollamaTimings({
      total_duration: 500_000_000,
      load_duration: 20_000_000,
      prompt_eval_count: 120,
      prompt_eval_duration: 80_000_000,
      eval_count: 24,
      eval_duration: 300_000_000,
    }),
  ).toEqual({
    usage: { promptTokens: 120, completionTokens: 24 },
    timings: { totalMs: 500, loadMs: 20, prefillMs: 80, decodeMs: 300 },
  });
});

test('Ollama leaves zero fields out, and so do we', () => {
  expect(ollamaTimings({ eval_count: 3 })).toEqual({ usage: { completionTokens: 3 }, timings: {} });
});

const usage = { prompt_tokens: 100, completion_tokens: 20 };

test.each([
  [
    'vLLM, milliseconds',
    {
      metrics: {
        queue_time_ms: 12,
        time_to_first_token_ms: 80,
        generation_time_ms: 300,
        mean_itl_ms: 5,
      },
    },
    { queueMs: 12, prefillMs: 80, decodeMs: 300 },
  ],
  [
    'vLLM with nulls',
    { metrics: { queue_time_ms: null, time_to_first_token_ms: 80 } },
    { prefillMs: 80 },
  ],
  [
    'Groq, seconds',
    {
      x_groq: {
        usage: { queue_time: 0.25, prompt_time: 0.5, completion_time: 1.5, total_time: 2 },
      },
    },
    { queueMs: 250, prefillMs: 500, decodeMs: 1500 },
  ],
  [
    'Cerebras, seconds',
    {
      time_info: { queue_time: 0.125, prompt_time: 0.25, completion_time: 0.5, total_time: 0.875 },
    },
    { queueMs: 125, prefillMs: 250, decodeMs: 500 },
  ],
  [
    'Fireworks, seconds as text',
    {
      perf_metrics: {
        'prefill-queue-duration': '0.125',
        'prefill-duration': 0.25,
        'generation-duration': 'n/a',
      },
    },
    { queueMs: 125, prefillMs: 250 },
  ],
  [
    'llama.cpp behind the OpenAI route',
    { timings: { prompt_ms: 3, predicted_ms: 4 } },
    { prefillMs: 3, decodeMs: 4 },
  ],
  ['nobody', {}, {}],
  ['a liar', { metrics: { queue_time_ms: -1, generation_time_ms: 'fast' }, time_info: 7 }, {}],
])('%s', (_who, chunk, timings) => {
  expect(completionTimings({ ...chunk, usage })).toMatchObject({ timings });
  expect(completionTimings(chunk).timings).toEqual(timings);
});

test.each([
  ['null', null],
  ['all zero', { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }],
  ['a list', []],
  ['absent', undefined],
])('a usage that is %s says nothing', (_what, value) => {
  expect(completionTimings({ usage: value }).usage).toEqual({});
});

test.each([
  ['OpenAI', { prompt_tokens_details: { cached_tokens: 64 } }],
  ['Mistral, misspelt', { prompt_token_details: { cached_tokens: 64 } }],
  ['Mistral', { num_cached_tokens: 64 }],
  ['DeepSeek', { prompt_cache_hit_tokens: 64, prompt_cache_miss_tokens: 36 }],
])('cached tokens in the manner of %s are found', (_who, fields) => {
  expect(completionTimings({ usage: { ...usage, ...fields } }).usage).toEqual({
    promptTokens: 100,
    cachedTokens: 64,
    completionTokens: 20,
  });
});

test('cached tokens that are not mentioned stay unknown', () => {
  expect(completionTimings({ usage: { ...usage, prompt_tokens_details: null } }).usage).toEqual({
    promptTokens: 100,
    completionTokens: 20,
  });
});

test.each([2.5, -1, 1e308, Number.MAX_SAFE_INTEGER, '7', null])('%j is no count', (value) => {
  const counts = { prompt_tokens: 100, completion_tokens: value };
  expect(completionTimings({ usage: counts }).usage).toEqual({ promptTokens: 100 });
  expect(ollamaTimings({ eval_count: value }).usage).toEqual({});
  expect(llamaTimings({ timings: { prompt_n: 6, cache_n: value } }).usage).toEqual({
    promptTokens: 6,
  });
});

test.each([1e308, -0.5, 86_401, '7', null])('%j seconds are no duration', (value) => {
  expect(completionTimings({ time_info: { queue_time: value } }).timings).toEqual({});
});
