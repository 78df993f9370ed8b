import type { Dialect, Outcome } from './dialect.ts';
import { type Body, limitIn, stringsIn, textIn } from './request-body.ts';
import type { Script } from './script.ts';
import { serverEvent } from './server-event.ts';

/** As recorded from a real llama-server, see test/fixtures/llama-server. */
export function llamaDialect(body: Body, script: Script): Dialect {
  const base = { index: 0, tokens: [0], stop: false, id_slot: -1 };
  const silent = script.reports === 'plain';
  return {
    contentType: 'text/event-stream',
    headersAtOnce: false,
    prompt: textIn(body, 'input_prefix') + textIn(body, 'input_suffix') + textIn(body, 'prompt'),
    progress: ({ promptTokens, cachedTokens }) =>
      body['return_progress'] === true && !silent
        ? serverEvent({
            ...base,
            content: '',
            tokens_predicted: 0,
            tokens_evaluated: promptTokens,
            prompt_progress: {
              total: promptTokens,
              cache: cachedTokens,
              processed: cachedTokens,
              time_ms: 0,
            },
          })
        : null,
    opening: null,
    piece: (content, counts) =>
      serverEvent({
        ...base,
        content,
        tokens_predicted: counts.completionTokens,
        tokens_evaluated: counts.promptTokens,
      }),
    thought: null,
    ending: (outcome) => [
      serverEvent({
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
        ...(silent ? {} : { timings: llamaTimings(outcome) }),
        ...script.lastFields,
      }),
    ],
    error: (error) => serverEvent({ error }),
    limit: limitIn(body, 'n_predict'),
    stop: stringsIn(body, 'stop'),
  };
}

/** Milliseconds; the wait for a slot is in none of them. */
export function llamaTimings(outcome: Outcome): Body {
  return {
    cache_n: outcome.cachedTokens,
    prompt_n: outcome.promptTokens - outcome.cachedTokens,
    prompt_ms: outcome.prefillMs,
    predicted_n: outcome.completionTokens,
    // llama.cpp never says less than a microsecond.
    predicted_ms: Math.max(0.001, outcome.decodeMs),
  };
}
