import type { Clock } from '../src/core/clock.ts';
import type { CompletionModel } from '../src/core/model.ts';
import { createModel } from '../src/models/create-model.ts';
import type { Transport } from '../src/models/transport.ts';
import { modelEntry } from '../test/support/model-server/asking.ts';

export type NetworkProvider = 'llama-server' | 'openai-completions' | 'ollama';

/** A model on a server at `url`, put together from a settings entry as in the extension. */
export function benchModel(
  provider: NetworkProvider,
  url: string,
  { transport, clock, maxTokens = 64 }: { transport: Transport; clock: Clock; maxTokens?: number },
): CompletionModel {
  const endpoint = provider === 'openai-completions' ? `${url}/v1` : url;
  const entry = modelEntry({ provider, endpoint, model: 'm', fim: 'qwen', maxTokens });
  const created = createModel(entry, { transport, clock, apiKey: async () => undefined });
  if ('problem' in created) throw new Error(created.problem);
  return created.model;
}
