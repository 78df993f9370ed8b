import type { Clock } from '../core/clock.ts';
import type { CompletionModel } from '../core/model.ts';
import { parseHeaders } from '../core/parse-headers.ts';
import { fimForModelName } from '../core/prompt/fim-for-model-name.ts';
import { quoteValue } from '../core/quote-value.ts';
import { FIM_NAMES, type ModelEntry } from '../core/settings.ts';
import { type GuardedModel, withCircuit } from './circuit.ts';
import { createLlamaServer } from './llama-server.ts';
import { createOllama } from './ollama.ts';
import { createOpenAiCompletions } from './openai-completions.ts';
import { createServerLink, type ServerLink } from './server-link.ts';
import { createSystemClock } from './system-clock.ts';
import type { Transport } from './transport.ts';

export interface CreateModelDeps {
  readonly transport: Transport;
  /** The key stored for an origin, sent to that origin only. Asked at every request: answer from memory. */
  readonly apiKey: (origin: string) => Promise<string | undefined>;
  readonly clock?: Clock;
}

export type CreatedModel = GuardedModel | { readonly problem: string };

/** A checked settings entry becomes a model, or one sentence that says what to change in the entry. */
export function createModel(entry: ModelEntry, deps: CreateModelDeps): CreatedModel {
  const { complaints } = parseHeaders(entry.headers);
  if (complaints[0] !== undefined) return problem(entry, complaints[0]);
  if (!/^https?:\/\//i.test(entry.endpoint) || !URL.canParse(entry.endpoint)) {
    return problem(entry, 'needs an "endpoint" such as http://127.0.0.1:8012');
  }
  const clock = deps.clock ?? createSystemClock();
  const link = createServerLink(entry, { ...deps, epochMs: clock.epochMs });
  const adapter = createAdapter(entry, link);
  if ('problem' in adapter) return adapter;
  const key = () => deps.apiKey(link.origin);
  return withCircuit(adapter.model, { clock, key });
}

function createAdapter(
  entry: ModelEntry,
  link: ServerLink,
): { readonly model: CompletionModel } | { readonly problem: string } {
  const { model } = entry;
  switch (entry.provider) {
    case 'llama-server':
      return { model: createLlamaServer(entry, link) };
    case 'ollama':
      if (model !== undefined) return { model: createOllama({ ...entry, model }, link) };
      return problem(entry, 'needs "model": the name that `ollama list` shows');
    case 'openai-completions': {
      const fim = entry.fim ?? (model === undefined ? null : fimForModelName(model));
      if (fim !== null) return { model: createOpenAiCompletions(entry, fim, link) };
      return problem(entry, `needs "fim", because ${unknownFim(model)}. ${FIM_ADVICE}`);
    }
  }
}

const FIM_ADVICE = `Use one of ${FIM_NAMES.join(', ')}; "suffix" lets the server do it, "none" sends the prefix only`;

function unknownFim(model: string | undefined): string {
  return model === undefined
    ? 'there is no "model" to tell the FIM format from'
    : `the FIM format cannot be told from "model": ${quoteValue(model)}`;
}

function problem(entry: ModelEntry, clause: string): { readonly problem: string } {
  return { problem: `Model "${entry.id}" is left out: it ${clause}.` };
}
