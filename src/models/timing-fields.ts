import type { ServerTimings, TokenUsage } from '../core/model.ts';

/** Milliseconds in one unit of the wire. */
const NANOSECONDS = 1e-6;
const MILLISECONDS = 1;
const SECONDS = 1000;

/** The first field has to be there; further ones add to it. */
type Fields = readonly [string, ...string[]];

/** Counts as servers have them. `uncachedTokens`: of the prompt, what had to be read. */
export interface CountFields extends TokenUsage {
  readonly uncachedTokens?: number;
}

/** What one server says in one object of an event, or in its headers. */
export interface TimingFields {
  readonly server: string;
  /** Where the object stands. */
  readonly at: readonly string[];
  /** Milliseconds per unit, of every duration in the object. */
  readonly unit?: number;
  /** Numbers may come as text. */
  readonly asText?: boolean;
  readonly timings?: { readonly [K in keyof ServerTimings]?: Fields };
  readonly usage?: { readonly [K in keyof CountFields]?: Fields };
}

/**
 * `prompt_ms` runs from the slot's start to the first sampled token, so the wait for a slot is in none of them.
 * `prompt_n` is what was read of the prompt, and `cache_n`, which younger servers have, this request's
 * reuse; `tokens_cached` is what the slot holds and is left out.
 */
export const LLAMA_FIELDS: readonly TimingFields[] = [
  {
    server: 'llama.cpp',
    at: ['timings'],
    unit: MILLISECONDS,
    timings: { prefillMs: ['prompt_ms'], decodeMs: ['predicted_ms'] },
    usage: {
      uncachedTokens: ['prompt_n'],
      cachedTokens: ['cache_n'],
      completionTokens: ['predicted_n'],
    },
  },
  {
    server: 'llama.cpp, native routes',
    at: [],
    usage: { promptTokens: ['tokens_evaluated'], completionTokens: ['tokens_predicted'] },
  },
];

/**
 * `load_duration` holds scheduler wait and model load together; `prompt_eval_count` holds cached and evaluated
 * tokens together. What the phases leave of `total_duration` is the wait for the runner plus
 * tokenising: it is not reported as such, so no queue time is read here.
 */
export const OLLAMA_FIELDS: readonly TimingFields[] = [
  {
    server: 'Ollama',
    at: [],
    unit: NANOSECONDS,
    timings: {
      loadMs: ['load_duration'],
      prefillMs: ['prompt_eval_duration'],
      decodeMs: ['eval_duration'],
      totalMs: ['total_duration'],
    },
    usage: { promptTokens: ['prompt_eval_count'], completionTokens: ['eval_count'] },
  },
];

/** `total_time` is left out: Groq's does not include the queue, and Cerebras does not say. */
const GROQ_AND_CEREBRAS = {
  queueMs: ['queue_time'],
  prefillMs: ['prompt_time'],
  decodeMs: ['completion_time'],
} as const;

const OPENAI_COUNTS = {
  promptTokens: ['prompt_tokens'],
  completionTokens: ['completion_tokens'],
} as const;

/**
 * A request waits for the tokenizer and for prefill; both are its queue. The wait between prefill and
 * decode, `generation-queue-duration`, comes after the first token.
 */
const fireworks = (prefix: string): TimingFields => ({
  server: 'Fireworks',
  at: prefix === '' ? ['perf_metrics'] : [],
  unit: SECONDS,
  asText: true,
  timings: {
    queueMs: [`${prefix}prefill-queue-duration`, `${prefix}tokenizer-queue-duration`],
    prefillMs: [`${prefix}prefill-duration`],
    decodeMs: [`${prefix}generation-duration`],
    ttftMs: [`${prefix}server-time-to-first-token`],
    totalMs: [`${prefix}server-processing-time`],
  },
  usage: {
    promptTokens: [`${prefix}prompt-tokens`],
    cachedTokens: [`${prefix}cached-prompt-tokens`],
  },
});

/** An OpenAI-like chunk, from whichever server is behind it. Where two say the same, the first in this list is taken. */
export const COMPLETION_FIELDS: readonly TimingFields[] = [
  { server: 'OpenAI', at: ['usage'], usage: OPENAI_COUNTS },
  {
    server: 'OpenAI',
    at: ['usage', 'prompt_tokens_details'],
    usage: { cachedTokens: ['cached_tokens'] },
  },
  {
    server: 'OpenAI',
    at: ['usage', 'completion_tokens_details'],
    usage: { reasoningTokens: ['reasoning_tokens'] },
  },
  { server: 'DeepSeek', at: ['usage'], usage: { cachedTokens: ['prompt_cache_hit_tokens'] } },
  { server: 'Mistral', at: ['usage'], usage: { cachedTokens: ['num_cached_tokens'] } },
  {
    server: 'Mistral, misspelt',
    at: ['usage', 'prompt_token_details'],
    usage: { cachedTokens: ['cached_tokens'] },
  },
  { server: 'Groq, whole answers', at: ['usage'], unit: SECONDS, timings: GROQ_AND_CEREBRAS },
  {
    server: 'Groq',
    at: ['x_groq', 'usage'],
    unit: SECONDS,
    timings: GROQ_AND_CEREBRAS,
    usage: OPENAI_COUNTS,
  },
  {
    server: 'Groq',
    at: ['x_groq', 'usage', 'prompt_tokens_details'],
    usage: { cachedTokens: ['cached_tokens'] },
  },
  { server: 'Cerebras', at: ['time_info'], unit: SECONDS, timings: GROQ_AND_CEREBRAS },
  fireworks(''),
  {
    server: 'vLLM',
    at: ['metrics'],
    unit: MILLISECONDS,
    timings: {
      queueMs: ['queue_time_ms'],
      // Counted from scheduling, not from arrival: this is the prefill.
      prefillMs: ['time_to_first_token_ms'],
      decodeMs: ['generation_time_ms'],
    },
  },
  {
    server: 'SGLang',
    at: ['meta_info'],
    unit: SECONDS,
    timings: {
      queueMs: ['queue_time'],
      prefillMs: ['prefill_launch_latency'],
      totalMs: ['e2e_latency'],
    },
    usage: { ...OPENAI_COUNTS, cachedTokens: ['cached_tokens'] },
  },
  {
    server: 'LM Studio, /api/v0',
    at: ['stats'],
    unit: SECONDS,
    // In the documented answer 9 tokens in 0.156 s are 57.7 a second: without the 0.299 s before the first.
    timings: { ttftMs: ['time_to_first_token'], decodeMs: ['generation_time'] },
  },
  ...LLAMA_FIELDS,
];

/**
 * Headers of a whole answer. Ahead of a stream they could only tell of its beginning, and the servers leave
 * them out. Left out here: TGI's `x-inference-time` (prefill and decode in one) and what gateways measure of
 * themselves (`openai-processing-ms`, `x-envoy-upstream-service-time`, `x-litellm-…-duration-ms`), which is
 * no phase of the model's work.
 */
export const HEADER_FIELDS: readonly TimingFields[] = [
  {
    server: 'TGI',
    at: [],
    unit: MILLISECONDS,
    asText: true,
    timings: { queueMs: ['x-queue-time'], totalMs: ['x-total-time'] },
    usage: { promptTokens: ['x-prompt-tokens'], completionTokens: ['x-generated-tokens'] },
  },
  fireworks('fireworks-'),
];
