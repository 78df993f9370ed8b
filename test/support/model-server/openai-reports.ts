import type { Outcome } from './dialect.ts';
import { llamaTimings } from './llama-dialect.ts';
import type { Body } from './request-body.ts';
import type { Reports } from './script.ts';

interface Reported {
  /** Beside the token counts in `usage`. */
  readonly usage?: Body;
  /** On the chunk with the `finish_reason`. */
  readonly withFinish?: Body;
  /** On the closing usage chunk, and so only where usage was asked for. */
  readonly withUsage?: Body;
}

/** What each server behind the OpenAI-like route says of its own times, where, and in its own unit. */
export function openAiReports(server: Reports, outcome: Outcome): Reported {
  const { queueMs, prefillMs, decodeMs, totalMs } = outcome;
  const { promptTokens, cachedTokens, completionTokens } = outcome;
  const cached = { prompt_tokens_details: { cached_tokens: cachedTokens } };
  const seconds = {
    queue_time: queueMs / 1000,
    prompt_time: prefillMs / 1000,
    completion_time: decodeMs / 1000,
  };
  switch (server) {
    case 'llama-server':
      return { usage: cached, withFinish: { timings: llamaTimings(outcome) } };
    case 'vllm':
      return {
        // Absent at zero, with or without a cache.
        ...(cachedTokens > 0 ? { usage: cached } : {}),
        withUsage: {
          metrics: {
            queue_time_ms: queueMs,
            // Counted from scheduling: prefill, and not what a client calls time to first token.
            time_to_first_token_ms: prefillMs,
            generation_time_ms: decodeMs,
            mean_itl_ms: completionTokens > 1 ? decodeMs / (completionTokens - 1) : null,
            tokens_per_second: (completionTokens * 1000) / (prefillMs + decodeMs),
          },
        },
      };
    case 'groq':
      return {
        usage: cached,
        withFinish: {
          x_groq: {
            id: 'req_1',
            usage: {
              prompt_tokens: promptTokens,
              completion_tokens: completionTokens,
              ...seconds,
              // Without the queue.
              total_time: (prefillMs + decodeMs) / 1000,
            },
          },
        },
      };
    case 'cerebras':
      return {
        usage: cached,
        withUsage: { time_info: { ...seconds, total_time: totalMs / 1000, created: 1767225600 } },
      };
    case 'fireworks':
      return {
        usage: cached,
        withFinish: {
          perf_metrics: {
            'prompt-tokens': String(promptTokens),
            'cached-prompt-tokens': String(cachedTokens),
            'server-time-to-first-token': String((queueMs + prefillMs) / 1000),
            'server-processing-time': String(totalMs / 1000),
            'tokenizer-queue-duration': '0',
            'prefill-queue-duration': String(queueMs / 1000),
            'prefill-duration': String(prefillMs / 1000),
            'generation-duration': String(decodeMs / 1000),
          },
        },
      };
    case 'deepseek':
      return {
        usage: {
          prompt_cache_hit_tokens: cachedTokens,
          prompt_cache_miss_tokens: promptTokens - cachedTokens,
        },
      };
    case 'ollama':
    case 'plain':
      return {};
  }
}
