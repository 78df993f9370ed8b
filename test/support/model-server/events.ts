import type { Script, ServedRequest } from './script.ts';

/** One answer in one protocol: the bytes of each event, as the real servers write them. */
export interface Dialect {
  readonly contentType: string;
  /** True where the server sends the status line before it has anything to say (vLLM); llama-server and Ollama do not. */
  readonly headersAtOnce: boolean;
  /** What is sent when prefill begins, and when it ends. */
  readonly progress: (promptTokens: number, processed: number) => string | null;
  readonly opening: string | null;
  readonly piece: (text: string, index: number) => string;
  readonly ending: (outcome: Outcome) => readonly string[];
  readonly error: (error: unknown) => string;
  readonly limit: number;
  readonly stop: readonly string[];
}

interface Outcome {
  readonly finish: 'stop' | 'length';
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly prefillMs: number;
  readonly decodeMs: number;
  readonly queueMs: number;
}

type Body = Record<string, unknown>;

const sse = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

const count = (value: unknown): number =>
  typeof value === 'number' && value >= 0 ? value : Number.POSITIVE_INFINITY;

/** The protocol that a path speaks; null for a path that no server here knows. */
export function dialectOf(request: ServedRequest, script: Script): Dialect | null {
  const body = (request.body ?? {}) as Body;
  if (request.path === '/infill' || request.path === '/completion') return llama(body, script);
  if (request.path === '/v1/completions' || request.path === '/completions') {
    return openAi(body, script);
  }
  return request.path === '/api/generate' ? ollama(body, script) : null;
}

/** As recorded from a real llama-server, see test/fixtures/llama-server. */
function llama(body: Body, script: Script): Dialect {
  const base = { index: 0, tokens: [0], stop: false, id_slot: -1 };
  return {
    contentType: 'text/event-stream',
    headersAtOnce: false,
    progress: (total, processed) =>
      body['return_progress'] === true
        ? sse({
            ...base,
            content: '',
            tokens_predicted: 0,
            tokens_evaluated: total,
            prompt_progress: { total, cache: 0, processed, time_ms: 0 },
          })
        : null,
    opening: null,
    piece: (content, index) =>
      sse({ ...base, content, tokens_predicted: index + 1, tokens_evaluated: 0 }),
    ending: (outcome) => [
      sse({
        index: 0,
        content: '',
        tokens: [],
        id_slot: 0,
        stop: true,
        model: 'simulated.gguf',
        tokens_predicted: outcome.completionTokens,
        tokens_evaluated: outcome.promptTokens,
        generation_settings: { n_predict: body['n_predict'] ?? -1 },
        has_new_line: false,
        truncated: false,
        stop_type: outcome.finish === 'length' ? 'limit' : 'eos',
        stopping_word: '',
        tokens_cached: outcome.promptTokens + outcome.completionTokens - 1,
        timings: llamaTimings(outcome),
        ...script.lastFields,
      }),
    ],
    error: (error) => sse({ error }),
    limit: count(body['n_predict']),
    stop: strings(body['stop']),
  };
}

function llamaTimings(outcome: Outcome): Body {
  return {
    cache_n: 0,
    prompt_n: outcome.promptTokens,
    prompt_ms: outcome.prefillMs,
    predicted_n: outcome.completionTokens,
    predicted_ms: outcome.decodeMs,
  };
}

function openAi(body: Body, script: Script): Dialect {
  const usage =
    script.usageOnChunks === 'null'
      ? { usage: null }
      : script.usageOnChunks === 'zero'
        ? { usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 } }
        : {};
  const chunk = (choices: unknown[], fields: Body): string =>
    sse({ id: 'cmpl-1', object: 'text_completion', model: body['model'], choices, ...fields });
  const open = script.openFinishReason ?? null;
  const wantsUsage =
    (body['stream_options'] as Body | undefined)?.['include_usage'] === true && !script.noUsage;
  return {
    contentType: 'text/event-stream; charset=utf-8',
    headersAtOnce: true,
    progress: () => null,
    opening: script.roleChunk
      ? chunk([{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }], usage)
      : null,
    piece: (text) => chunk([{ index: 0, text, logprobs: null, finish_reason: open }], usage),
    ending: (outcome) => [
      chunk([{ index: 0, text: '', logprobs: null, finish_reason: outcome.finish }], {
        ...usage,
        ...(wantsUsage ? {} : script.lastFields),
      }),
      ...(wantsUsage
        ? [
            chunk([], {
              usage: {
                prompt_tokens: outcome.promptTokens,
                completion_tokens: outcome.completionTokens,
                total_tokens: outcome.promptTokens + outcome.completionTokens,
              },
              ...script.lastFields,
            }),
          ]
        : []),
      ...(script.noDone ? [] : ['data: [DONE]\n\n']),
    ],
    error: (error) => sse({ error }),
    limit: count(body['max_tokens'] ?? 16),
    stop: strings(body['stop']),
  };
}

function ollama(body: Body, script: Script): Dialect {
  const options = (body['options'] ?? {}) as Body;
  const line = (fields: Body): string =>
    `${JSON.stringify({ model: body['model'], created_at: '2026-01-01T00:00:00Z', ...fields })}\n`;
  const ns = (ms: number): number => Math.round(ms * 1e6);
  return {
    contentType: 'application/x-ndjson',
    headersAtOnce: false,
    progress: () => null,
    opening: null,
    piece: (response) => line({ response, done: false }),
    ending: (outcome) => [
      line({
        response: '',
        done: true,
        done_reason: outcome.finish,
        total_duration: ns(outcome.queueMs + outcome.prefillMs + outcome.decodeMs),
        load_duration: ns(outcome.queueMs),
        prompt_eval_count: outcome.promptTokens,
        prompt_eval_duration: ns(outcome.prefillMs),
        eval_count: outcome.completionTokens,
        eval_duration: ns(outcome.decodeMs),
        ...script.lastFields,
      }),
    ],
    error: (error) => `${JSON.stringify({ error })}\n`,
    limit: count(options['num_predict']),
    stop: strings(options['stop']),
  };
}
