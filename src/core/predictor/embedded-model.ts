import type { CompletionModel, Part, StreamOptions } from '../model.ts';
import { CompletionError } from '../outcome.ts';
import type { CompletionRequest } from '../request.ts';
import { PREDICTION_FLOOR, type Predictor } from './predictor.ts';

/** The id under which the predictor races; no entry of the settings may take it. */
const EMBEDDED_MODEL_ID = 'built-in';

/**
 * The predictor as a lane of the race. Everything is computed before the first part is asked for a
 * second time; there are no timers, and no marks, since there is no transport.
 *
 * `threshold` gives the probability at which the predictor may speak on its own; text is cut where it
 * is still reached. What lies between the floor and the threshold is yielded too: the arbiter may
 * hold it in reserve. Silence is a stream that only finishes.
 */
export function createEmbeddedModel(
  predictor: Predictor,
  options: { readonly threshold?: () => number } = {},
): CompletionModel {
  async function* stream(
    request: CompletionRequest,
    { signal }: StreamOptions,
  ): AsyncGenerator<Part> {
    if (signal.aborted) throw new CompletionError('aborted', 'The request was cancelled.');
    const prediction = predictor.predict(request, options.threshold?.());
    if (prediction !== null && prediction.probability >= PREDICTION_FLOOR) {
      yield { type: 'confidence', probability: prediction.probability };
      if (signal.aborted) throw new CompletionError('aborted', 'The request was cancelled.');
      yield { type: 'text', text: prediction.text };
    }
    yield { type: 'finish', reason: 'stop' };
  }

  return { id: EMBEDDED_MODEL_ID, provider: 'embedded', queueKey: null, stream };
}
