import type { ModelEntry } from '../core/settings.ts';

/** The person's sampling under the names that all of our protocols share; what is not set is not sent. */
export function samplingFields(
  entry: Pick<ModelEntry, 'temperature' | 'topP' | 'minP' | 'topK'>,
): Readonly<Record<string, number>> {
  return {
    temperature: entry.temperature,
    ...(entry.topP === undefined ? {} : { top_p: entry.topP }),
    ...(entry.minP === undefined ? {} : { min_p: entry.minP }),
    ...(entry.topK === undefined ? {} : { top_k: entry.topK }),
  };
}
