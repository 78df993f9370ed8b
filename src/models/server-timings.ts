import type { ServerTimings, TokenUsage } from '../core/model.ts';
import { isJson, type Json, numberAt, objectAt } from './json.ts';

/**
 * Every server's timing and token fields and their units, in one place. Fields that are absent stay
 * absent: nothing here is derived or guessed.
 */
export interface Reported {
  readonly usage: TokenUsage;
  readonly timings: ServerTimings;
}

const NOTHING: Reported = { usage: {}, timings: {} };

type Fields<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** Drops the undefined fields. */
function present<T extends object>(fields: Fields<T>): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}

function scaled(value: Json, key: string, factor: number): number | undefined {
  const number = numberAt(value, key);
  return number === undefined ? undefined : number * factor;
}

/**
 * llama.cpp `timings`, milliseconds. `prompt_ms` runs from the slot's start to the first sampled token, so
 * the wait for a slot is in none of them. `cache_n` is this request's reuse; `tokens_cached` is not.
 */
export function llamaTimings(event: Json): Reported {
  const timings = objectAt(event, 'timings');
  if (timings === undefined) return NOTHING;
  const cachedTokens = numberAt(timings, 'cache_n');
  const evaluated = numberAt(timings, 'prompt_n');
  const promptTokens = evaluated === undefined ? undefined : evaluated + (cachedTokens ?? 0);
  return {
    usage: present<TokenUsage>({
      promptTokens,
      cachedTokens,
      completionTokens: numberAt(timings, 'predicted_n'),
    }),
    timings: present<ServerTimings>({
      prefillMs: numberAt(timings, 'prompt_ms'),
      decodeMs: numberAt(timings, 'predicted_ms'),
    }),
  };
}

/**
 * Ollama's last line, nanoseconds. `load_duration` holds scheduler wait and model load together;
 * `prompt_eval_count` holds cached and evaluated tokens together. The rest of `total_duration` is the
 * wait for the runner plus tokenising: it is not reported as such, so no queue time is claimed.
 */
export function ollamaTimings(line: Json): Reported {
  const perMs = 1e-6;
  return {
    usage: present<TokenUsage>({
      promptTokens: numberAt(line, 'prompt_eval_count'),
      completionTokens: numberAt(line, 'eval_count'),
    }),
    timings: present<ServerTimings>({
      loadMs: scaled(line, 'load_duration', perMs),
      prefillMs: scaled(line, 'prompt_eval_duration', perMs),
      decodeMs: scaled(line, 'eval_duration', perMs),
      totalMs: scaled(line, 'total_duration', perMs),
    }),
  };
}

/**
 * What an OpenAI-like chunk reports beside text, from whichever server is behind it:
 * llama.cpp `timings`; vLLM `metrics` (ms; its time to first token starts at scheduling, so it is the
 * prefill); Groq `x_groq.usage` and Cerebras `time_info` (seconds); Fireworks `perf_metrics` (seconds,
 * numbers or numeric strings).
 */
export function completionTimings(chunk: Json): Reported {
  const fromLlama = llamaTimings(chunk);
  return {
    usage: { ...fromLlama.usage, ...usageOf(chunk) },
    timings: {
      ...fromLlama.timings,
      ...vllmTimings(objectAt(chunk, 'metrics')),
      ...phaseSeconds(objectAt(objectAt(chunk, 'x_groq') ?? {}, 'usage')),
      ...phaseSeconds(objectAt(chunk, 'time_info')),
      ...fireworksTimings(objectAt(chunk, 'perf_metrics')),
    },
  };
}

/** `usage`, unless it is null or all zero: some servers send such a placeholder with every chunk. */
function usageOf(chunk: Json): TokenUsage {
  const usage = objectAt(chunk, 'usage');
  if (usage === undefined) return {};
  const promptTokens = numberAt(usage, 'prompt_tokens');
  const completionTokens = numberAt(usage, 'completion_tokens');
  if (!promptTokens && !completionTokens) return {};
  const details = usage['prompt_tokens_details'] ?? usage['prompt_token_details'];
  const cachedTokens =
    (isJson(details) ? numberAt(details, 'cached_tokens') : undefined) ??
    numberAt(usage, 'prompt_cache_hit_tokens') ??
    numberAt(usage, 'num_cached_tokens');
  return present<TokenUsage>({ promptTokens, cachedTokens, completionTokens });
}

function vllmTimings(metrics: Json | undefined): ServerTimings {
  if (metrics === undefined) return {};
  return present<ServerTimings>({
    queueMs: numberAt(metrics, 'queue_time_ms'),
    prefillMs: numberAt(metrics, 'time_to_first_token_ms'),
    decodeMs: numberAt(metrics, 'generation_time_ms'),
  });
}

/** Groq and Cerebras share these names. `total_time` is left out: Groq's does not include the queue. */
function phaseSeconds(times: Json | undefined): ServerTimings {
  if (times === undefined) return {};
  return present<ServerTimings>({
    queueMs: scaled(times, 'queue_time', 1000),
    prefillMs: scaled(times, 'prompt_time', 1000),
    decodeMs: scaled(times, 'completion_time', 1000),
  });
}

function fireworksTimings(metrics: Json | undefined): ServerTimings {
  if (metrics === undefined) return {};
  const ms = (key: string): number | undefined => {
    const raw = metrics[key];
    const seconds = typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : raw;
    const valid = typeof seconds === 'number' && Number.isFinite(seconds) && seconds >= 0;
    return valid ? seconds * 1000 : undefined;
  };
  return present<ServerTimings>({
    queueMs: ms('prefill-queue-duration'),
    prefillMs: ms('prefill-duration'),
    decodeMs: ms('generation-duration'),
  });
}
