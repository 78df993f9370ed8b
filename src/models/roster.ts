import { CHARS_PER_TOKEN } from '../core/measure/decode-rate.ts';
import type { Provider } from '../core/model.ts';
import type { Entrant } from '../core/race/entrant.ts';
import type { ModelEntry, SettingsProblem } from '../core/settings.ts';
import { type CreateModelDeps, createModel } from './create-model.ts';

/** What a model is called and where it is, for lists and tables. */
export interface RosterModel {
  readonly id: string;
  readonly provider: Provider;
  /** For example `llama-server · 127.0.0.1:8012`. */
  readonly detail: string;
  /** `scheme://host:port`, to which a key is bound; null for the built-in predictor. */
  readonly origin: string | null;
}

export interface Roster {
  readonly entrants: readonly Entrant[];
  readonly models: readonly RosterModel[];
  readonly problems: readonly SettingsProblem[];
}

/** Builds every model of the settings; a wrong entry becomes a sentence and the others go on. */
export function createRoster(entries: readonly ModelEntry[], deps: CreateModelDeps): Roster {
  const entrants: Entrant[] = [];
  const models: RosterModel[] = [];
  const problems: SettingsProblem[] = [];
  for (const entry of entries) {
    const created = createModel(entry, deps);
    if ('problem' in created) {
      problems.push({ key: 'models', modelId: entry.id, message: created.problem });
      continue;
    }
    const url = new URL(entry.endpoint);
    const maxPromptChars = entry.promptTokens * CHARS_PER_TOKEN;
    entrants.push({ ...created, timeoutMs: entry.timeoutMs, maxPromptChars });
    models.push({
      id: entry.id,
      provider: entry.provider,
      detail: [entry.provider, url.host, ...(entry.model === undefined ? [] : [entry.model])].join(
        ' · ',
      ),
      origin: url.origin,
    });
  }
  return { entrants, models, problems };
}
