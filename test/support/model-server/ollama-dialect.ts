import type { Dialect } from './dialect.ts';
import { type Body, limitIn, stringsIn, textIn } from './request-body.ts';
import type { Script } from './script.ts';

/** Ollama's own route. Nanoseconds; fields that are zero are left out, as Go does with `omitempty`. */
export function ollamaDialect(body: Body, script: Script): Dialect {
  const options = (body['options'] ?? {}) as Body;
  const line = (fields: Body): string =>
    `${JSON.stringify({ model: body['model'], created_at: '2026-01-01T00:00:00Z', ...fields })}\n`;
  const ns = (ms: number): number | undefined => Math.round(ms * 1e6) || undefined;
  return {
    contentType: 'application/x-ndjson',
    headersAtOnce: false,
    prompt: textIn(body, 'prompt') + textIn(body, 'suffix'),
    progress: () => null,
    opening: null,
    piece: (response) => line({ response, done: false }),
    thought: (thinking) => line({ response: '', thinking, done: false }),
    ending: (outcome) => [
      line({
        response: '',
        done: true,
        done_reason: outcome.finish,
        ...(script.reports === 'plain'
          ? {}
          : {
              // The wait for the runner is in no field of its own: it is what the others leave of the total.
              total_duration: ns(outcome.totalMs),
              load_duration: ns(outcome.loadMs),
              prompt_eval_count: outcome.promptTokens,
              prompt_eval_duration: ns(outcome.prefillMs),
              eval_count: outcome.completionTokens,
              eval_duration: ns(outcome.decodeMs),
            }),
        ...script.lastFields,
      }),
    ],
    error: (error) => `${JSON.stringify({ error })}\n`,
    limit: limitIn(options, 'num_predict'),
    stop: stringsIn(options, 'stop'),
  };
}
