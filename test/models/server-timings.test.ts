import { expect, test } from 'vitest';
import type { Json } from '../../src/models/json.ts';
import {
  completionTimings,
  headerTimings,
  llamaTimings,
  ollamaTimings,
  type Reported,
} from '../../src/models/server-timings.ts';
import {
  COMPLETION_FIELDS,
  HEADER_FIELDS,
  LLAMA_FIELDS,
  OLLAMA_FIELDS,
} from '../../src/models/timing-fields.ts';

type Golden = readonly [
  server: string,
  read: (event: Json) => Reported,
  event: Json,
  usage: Reported['usage'],
  timings: Reported['timings'],
];

/** One answer of each server as its documentation or source has it, and what it means in milliseconds. */
const GOLDEN: readonly Golden[] = [
  [
    'llama.cpp, native, milliseconds, its reuse apart from what it evaluated',
    llamaTimings,
    {
      tokens_evaluated: 36,
      tokens_predicted: 16,
      tokens_cached: 51,
      timings: {
        cache_n: 30,
        prompt_n: 6,
        prompt_ms: 2.73,
        prompt_per_second: 2197.8,
        predicted_n: 16,
        predicted_ms: 3.7,
        predicted_per_second: 4066,
      },
    },
    { promptTokens: 36, cachedTokens: 30, completionTokens: 16 },
    { prefillMs: 2.73, decodeMs: 3.7 },
  ],
  [
    'llama.cpp, native, of before timings',
    llamaTimings,
    { tokens_evaluated: 36, tokens_predicted: 16 },
    { promptTokens: 36, completionTokens: 16 },
    {},
  ],
  [
    'llama.cpp of before cache_n, which says the whole and what it read of it',
    llamaTimings,
    { tokens_evaluated: 1000, tokens_predicted: 1, timings: { prompt_n: 3, predicted_n: 1 } },
    { promptTokens: 1000, cachedTokens: 997, completionTokens: 1 },
    {},
  ],
  [
    'the same behind the OpenAI route',
    completionTimings,
    { usage: { prompt_tokens: 1000, completion_tokens: 1 }, timings: { prompt_n: 3 } },
    { promptTokens: 1000, cachedTokens: 997, completionTokens: 1 },
    {},
  ],
  [
    'llama.cpp that says only what it read, which is not the whole',
    llamaTimings,
    { timings: { prompt_n: 3, predicted_n: 1 } },
    { completionTokens: 1 },
    {},
  ],
  [
    'llama.cpp that says what it read and what it had, and so the whole',
    llamaTimings,
    { timings: { prompt_n: 3, cache_n: 997 } },
    { promptTokens: 1000, cachedTokens: 997 },
    {},
  ],
  [
    'a proxy that counts less than llama.cpp read behind it',
    completionTimings,
    { usage: { prompt_tokens: 2, completion_tokens: 1 }, timings: { prompt_n: 3 } },
    { promptTokens: 2, completionTokens: 1 },
    {},
  ],
  [
    'llama.cpp behind the OpenAI route',
    completionTimings,
    {
      usage: { prompt_tokens: 36, completion_tokens: 16, total_tokens: 52 },
      timings: { cache_n: 35, prompt_n: 1, prompt_ms: 3, predicted_n: 16, predicted_ms: 4 },
    },
    { promptTokens: 36, cachedTokens: 35, completionTokens: 16 },
    { prefillMs: 3, decodeMs: 4 },
  ],
  [
    'Ollama, nanoseconds, and never a queue',
    ollamaTimings,
    {
      total_duration: 500_000_000,
      load_duration: 20_000_000,
      prompt_eval_count: 120,
      prompt_eval_duration: 80_000_000,
      eval_count: 24,
      eval_duration: 300_000_000,
    },
    { promptTokens: 120, completionTokens: 24 },
    { totalMs: 500, loadMs: 20, prefillMs: 80, decodeMs: 300 },
  ],
  [
    'Ollama, which leaves zero fields out',
    ollamaTimings,
    { eval_count: 3 },
    { completionTokens: 3 },
    {},
  ],
  [
    'vLLM, milliseconds, its time to first token without the queue',
    completionTimings,
    {
      choices: [],
      usage: {
        prompt_tokens: 100,
        completion_tokens: 20,
        prompt_tokens_details: { cached_tokens: 64 },
      },
      metrics: {
        queue_time_ms: 12,
        time_to_first_token_ms: 80,
        generation_time_ms: 300,
        mean_itl_ms: 15.8,
        tokens_per_second: 52.6,
      },
    },
    { promptTokens: 100, cachedTokens: 64, completionTokens: 20 },
    { queueMs: 12, prefillMs: 80, decodeMs: 300 },
  ],
  [
    'vLLM with nulls',
    completionTimings,
    { metrics: { queue_time_ms: null, time_to_first_token_ms: 80, generation_time_ms: null } },
    {},
    { prefillMs: 80 },
  ],
  [
    'SGLang, seconds',
    completionTimings,
    {
      meta_info: {
        prompt_tokens: 100,
        completion_tokens: 20,
        cached_tokens: 64,
        queue_time: 0.012,
        prefill_launch_delay: 0.0005,
        prefill_launch_latency: 0.08,
        e2e_latency: 0.4,
        decode_throughput: 60.5,
      },
    },
    { promptTokens: 100, cachedTokens: 64, completionTokens: 20 },
    { queueMs: 12, prefillMs: 80, totalMs: 400 },
  ],
  [
    'Groq, seconds, its total without the queue',
    completionTimings,
    {
      x_groq: {
        id: 'req_1',
        usage: {
          queue_time: 0.25,
          prompt_tokens: 100,
          prompt_time: 0.5,
          completion_tokens: 20,
          completion_time: 1.5,
          total_time: 2,
          prompt_tokens_details: { cached_tokens: 64 },
        },
      },
    },
    { promptTokens: 100, cachedTokens: 64, completionTokens: 20 },
    { queueMs: 250, prefillMs: 500, decodeMs: 1500 },
  ],
  [
    'Groq without a stream',
    completionTimings,
    {
      usage: {
        prompt_tokens: 100,
        completion_tokens: 20,
        queue_time: 0.25,
        prompt_time: 0.5,
        completion_time: 1.5,
      },
    },
    { promptTokens: 100, completionTokens: 20 },
    { queueMs: 250, prefillMs: 500, decodeMs: 1500 },
  ],
  [
    'Cerebras, seconds',
    completionTimings,
    {
      time_info: {
        queue_time: 0.125,
        prompt_time: 0.25,
        completion_time: 0.5,
        total_time: 0.875,
        created: 1_767_225_600,
      },
    },
    {},
    { queueMs: 125, prefillMs: 250, decodeMs: 500 },
  ],
  [
    'Fireworks on a dedicated deployment, seconds as text or number, both waits before prefill a queue',
    completionTimings,
    {
      perf_metrics: {
        'prompt-tokens': '100',
        'cached-prompt-tokens': 64,
        'server-time-to-first-token': '0.5',
        'server-processing-time': 2,
        'tokenizer-queue-duration': '0.0625',
        'tokenizer-duration': '0.001',
        'prefill-queue-duration': '0.125',
        'prefill-duration': 0.25,
        'generation-queue-duration': '0.5',
        'generation-duration': '1.5',
      },
    },
    { promptTokens: 100, cachedTokens: 64 },
    { queueMs: 187.5, prefillMs: 250, decodeMs: 1500, ttftMs: 500, totalMs: 2000 },
  ],
  [
    'Fireworks without servers of one’s own, which says no phases',
    completionTimings,
    { perf_metrics: { 'server-time-to-first-token': '0.5', 'generation-duration': 'n/a' } },
    {},
    { ttftMs: 500 },
  ],
  [
    'Fireworks without a stream',
    headerTimings,
    {
      'fireworks-prompt-tokens': '100',
      'fireworks-cached-prompt-tokens': '64',
      'fireworks-server-time-to-first-token': '0.5',
      'fireworks-server-processing-time': '2',
      'fireworks-tokenizer-queue-duration': '0.0625',
      'fireworks-prefill-queue-duration': '0.125',
      'fireworks-prefill-duration': '0.25',
      'fireworks-generation-duration': '1.5',
    },
    { promptTokens: 100, cachedTokens: 64 },
    { queueMs: 187.5, prefillMs: 250, decodeMs: 1500, ttftMs: 500, totalMs: 2000 },
  ],
  [
    'TGI without a stream, milliseconds as text',
    headerTimings,
    {
      'x-queue-time': '12',
      'x-validation-time': '1',
      'x-inference-time': '300',
      'x-total-time': '313',
      'x-time-per-token': '15',
      'x-compute-time': '0.313',
      'x-prompt-tokens': '100',
      'x-generated-tokens': '20',
    },
    { promptTokens: 100, completionTokens: 20 },
    { queueMs: 12, totalMs: 313 },
  ],
  [
    'gateways, which time themselves and not the model',
    headerTimings,
    {
      'openai-processing-ms': '120',
      'x-envoy-upstream-service-time': '130',
      'x-litellm-response-duration-ms': '140',
    },
    {},
    {},
  ],
  [
    'LM Studio, seconds',
    completionTimings,
    {
      usage: { prompt_tokens: 24, completion_tokens: 9 },
      stats: {
        tokens_per_second: 57.69,
        time_to_first_token: 0.299,
        generation_time: 0.156,
        stop_reason: 'eosFound',
      },
    },
    { promptTokens: 24, completionTokens: 9 },
    { ttftMs: 299, decodeMs: 156 },
  ],
  [
    'DeepSeek, which counts hits and misses',
    completionTimings,
    {
      usage: {
        prompt_tokens: 100,
        completion_tokens: 20,
        prompt_cache_hit_tokens: 64,
        prompt_cache_miss_tokens: 36,
      },
    },
    { promptTokens: 100, cachedTokens: 64, completionTokens: 20 },
    {},
  ],
  [
    'Mistral',
    completionTimings,
    { usage: { prompt_tokens: 100, completion_tokens: 20, num_cached_tokens: 64 } },
    { promptTokens: 100, cachedTokens: 64, completionTokens: 20 },
    {},
  ],
  [
    'Mistral, misspelt',
    completionTimings,
    {
      usage: {
        prompt_tokens: 100,
        completion_tokens: 20,
        prompt_token_details: { cached_tokens: 64 },
      },
    },
    { promptTokens: 100, cachedTokens: 64, completionTokens: 20 },
    {},
  ],
  [
    'OpenAI, thinking',
    completionTimings,
    {
      usage: {
        prompt_tokens: 100,
        completion_tokens: 20,
        prompt_tokens_details: { cached_tokens: 0 },
        completion_tokens_details: { reasoning_tokens: 12, accepted_prediction_tokens: 0 },
      },
    },
    { promptTokens: 100, cachedTokens: 0, completionTokens: 20, reasoningTokens: 12 },
    {},
  ],
  [
    'OpenAI, details unknown',
    completionTimings,
    { usage: { prompt_tokens: 100, completion_tokens: 20, prompt_tokens_details: null } },
    { promptTokens: 100, completionTokens: 20 },
    {},
  ],
  ['nobody', completionTimings, { choices: [{ text: 'a' }] }, {}, {}],
];

test.each(GOLDEN)('%s', (_server, read, event, usage, timings) => {
  expect(read(event)).toEqual({ usage, timings });
});

test('every field that is read has an example here', () => {
  const tables = [...LLAMA_FIELDS, ...OLLAMA_FIELDS, ...COMPLETION_FIELDS, ...HEADER_FIELDS];
  const read = tables.flatMap(({ timings, usage }) => Object.values({ ...timings, ...usage }));
  const examples = JSON.stringify(GOLDEN.map(([, , event]) => event));
  expect(read.flat().filter((field) => !examples.includes(`"${field}"`))).toEqual([]);
});

test.each([
  ['null', null],
  ['all zero', { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }],
  ['a list', []],
  ['absent', undefined],
])('a usage that is %s says nothing', (_what, value) => {
  expect(completionTimings({ usage: value }).usage).toEqual({});
});

test.each([2.5, -1, 1e308, Number.NaN, Number.MAX_SAFE_INTEGER, '7', null])(
  '%j is no count',
  (value) => {
    const counts = { prompt_tokens: 100, completion_tokens: value };
    expect(completionTimings({ usage: counts }).usage).toEqual({ promptTokens: 100 });
    expect(ollamaTimings({ eval_count: value }).usage).toEqual({});
    expect(llamaTimings({ timings: { prompt_n: 6, cache_n: value } }).usage).toEqual({});
    expect(llamaTimings({ tokens_evaluated: 9, timings: { prompt_n: value } }).usage).toEqual({
      promptTokens: 9,
    });
  },
);

test.each([1e308, -0.5, 601, Number.NaN, Number.POSITIVE_INFINITY, '7', null, [1], {}])(
  '%j seconds are no duration',
  (value) => {
    expect(completionTimings({ time_info: { queue_time: value } }).timings).toEqual({});
  },
);

test.each(['', ' ', 'n/a', '-1', 'Infinity', '1e9', '0.1s'])('%j is no number as text', (value) => {
  const perf_metrics = { 'prefill-duration': value, 'prompt-tokens': value };
  expect(completionTimings({ perf_metrics }).timings).toEqual({});
  expect(headerTimings({ 'x-queue-time': value }).timings).toEqual({});
});

test.each([7, 'fast', [], null])('%j in place of an object says nothing', (value) => {
  const event = { timings: value, metrics: value, x_groq: value, perf_metrics: value };
  expect(completionTimings(event)).toEqual({ usage: {}, timings: {} });
});
