import type { Clock } from '../../src/core/clock.ts';
import type { CompletionModel, Part, Provider } from '../../src/core/model.ts';
import { CompletionError } from '../../src/core/outcome.ts';
import type { CompletionRequest } from '../../src/core/request.ts';

/** What the model does, in order: wait, say a part, or fail. */
export type Step = number | string | Part | CompletionError;

export interface FakeModel extends CompletionModel {
  readonly requests: { readonly request: CompletionRequest; abortedAtMs: number | null }[];
}

export interface FakeModelOptions {
  readonly id?: string;
  readonly provider?: Provider;
  readonly queueKey?: string | null;
  /** Script, or one per request. */
  readonly script: readonly Step[] | ((request: CompletionRequest) => readonly Step[]);
}

/** A model on the fake clock: numbers wait, strings are answer text, errors are thrown. */
export function createFakeModel(clock: Clock, options: FakeModelOptions): FakeModel {
  const { id = 'model', provider = 'llama-server', queueKey = `http://${id}` } = options;
  const requests: FakeModel['requests'] = [];
  return {
    id,
    provider,
    queueKey,
    requests,
    async *stream(request, { signal, onMark }) {
      const entry = { request, abortedAtMs: null as number | null };
      requests.push(entry);
      const aborted = (): void => {
        entry.abortedAtMs = clock.nowMs();
      };
      signal.addEventListener('abort', aborted, { once: true });
      if (provider !== 'embedded') onMark({ name: 'connected', reused: true, roundTripMs: null });
      const script =
        typeof options.script === 'function' ? options.script(request) : options.script;
      try {
        for (const step of script) {
          if (typeof step === 'number') await clock.sleep(step, signal);
          if (signal.aborted) throw new CompletionError('aborted', 'Aborted.');
          if (step instanceof CompletionError) throw step;
          if (typeof step === 'string') yield { type: 'text', text: step };
          else if (typeof step === 'object') yield step;
        }
      } finally {
        signal.removeEventListener('abort', aborted);
      }
    },
  };
}

/** The predictor's shape: an answer at once, with its probability. */
export function createFakePredictor(
  clock: Clock,
  answer: { readonly text: string; readonly probability: number } | null,
): FakeModel {
  return createFakeModel(clock, {
    id: 'built-in',
    provider: 'embedded',
    queueKey: null,
    script:
      answer === null ? [] : [{ type: 'confidence', probability: answer.probability }, answer.text],
  });
}
