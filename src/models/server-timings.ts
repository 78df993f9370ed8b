import type { ServerTimings, TokenUsage } from '../core/model.ts';
import { countAt, isJson, type Json, objectAt } from './json.ts';

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

/** A day: longer than any lane is waited for, so a longer phase is not one of this request. */
const MAX_MS = 86_400_000;

/** A duration of 0 to one day in milliseconds; `msPerUnit` of the field's own unit. Anything else is left out. */
function durationMs(field: unknown, msPerUnit: number): number | undefined {
  const ms = typeof field === 'number' ? field * msPerUnit : Number.NaN;
  return ms >= 0 && ms <= MAX_MS ? ms : undefined;
}

/**
 * llama.cpp `timings`, milliseconds. `prompt_ms` runs from the slot's start to the first sampled token, so
 * the wait for a slot is in none of them. `cache_n` is this request's reuse; `tokens_cached` is not.
 */
export function llamaTimings(event: Json): Reported {
  const timings = objectAt(event, 'timings');
  if (timings === undefined) return NOTHING;
  const cachedTokens = countAt(timings, 'cache_n');
  const evaluated = countAt(timings, 'prompt_n');
  const promptTokens = evaluated === undefined ? undefined : evaluated + (cachedTokens ?? 0);
  return {
    usage: present<TokenUsage>({
      promptTokens,
      cachedTokens,
      completionTokens: countAt(timings, 'predicted_n'),
    }),
    timings: present<ServerTimings>({
      prefillMs: durationMs(timings['prompt_ms'], 1),
      decodeMs: durationMs(timings['predicted_ms'], 1),
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
      promptTokens: countAt(line, 'prompt_eval_count'),
      completionTokens: countAt(line, 'eval_count'),
    }),
    timings: present<ServerTimings>({
      loadMs: durationMs(line['load_duration'], perMs),
      prefillMs: durationMs(line['prompt_eval_duration'], perMs),
      decodeMs: durationMs(line['eval_duration'], perMs),
      totalMs: durationMs(line['total_duration'], perMs),
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
  const promptTokens = countAt(usage, 'prompt_tokens');
  const completionTokens = countAt(usage, 'completion_tokens');
  if (!promptTokens && !completionTokens) return {};
  const details = usage['prompt_tokens_details'] ?? usage['prompt_token_details'];
  const cachedTokens =
    (isJson(details) ? countAt(details, 'cached_tokens') : undefined) ??
    countAt(usage, 'prompt_cache_hit_tokens') ??
    countAt(usage, 'num_cached_tokens');
  return present<TokenUsage>({ promptTokens, cachedTokens, completionTokens });
}

function vllmTimings(metrics: Json | undefined): ServerTimings {
  if (metrics === undefined) return {};
  return present<ServerTimings>({
    queueMs: durationMs(metrics['queue_time_ms'], 1),
    prefillMs: durationMs(metrics['time_to_first_token_ms'], 1),
    decodeMs: durationMs(metrics['generation_time_ms'], 1),
  });
}

/** Groq and Cerebras share these names. `total_time` is left out: Groq's does not include the queue. */
function phaseSeconds(times: Json | undefined): ServerTimings {
  if (times === undefined) return {};
  return present<ServerTimings>({
    queueMs: durationMs(times['queue_time'], 1000),
    prefillMs: durationMs(times['prompt_time'], 1000),
    decodeMs: durationMs(times['completion_time'], 1000),
  });
}

function fireworksTimings(metrics: Json | undefined): ServerTimings {
  if (metrics === undefined) return {};
  const ms = (key: string): number | undefined => {
    const raw = metrics[key];
    const seconds = typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : raw;
    return durationMs(seconds, 1000);
  };
  return present<ServerTimings>({
    queueMs: ms('prefill-queue-duration'),
    prefillMs: ms('prefill-duration'),
    decodeMs: ms('generation-duration'),
  });
}
