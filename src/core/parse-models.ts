import { parseModelEntry } from './parse-model-entry.ts';
import type { ModelEntry, SettingsProblem } from './settings.ts';

/** More than this many models cannot be compared by a person, and each would cost requests. */
export const MAX_MODELS = 50;

export interface ParsedModels {
  readonly models: readonly ModelEntry[];
  readonly problems: readonly SettingsProblem[];
  /** Ids that were in the list but could not be used. */
  readonly leftOut: ReadonlySet<string>;
}

/**
 * Reads `firstToken.models`. A wrong entry is left out with one sentence that names it by id, or by
 * position where the id itself is wrong; the others go on. Never throws, whatever the value is.
 */
export function parseModels(raw: unknown): ParsedModels {
  const models = new Map<string, ModelEntry>();
  const problems: SettingsProblem[] = [];
  const refused = new Set<string>();

  if (raw !== undefined && !Array.isArray(raw)) {
    const message = 'firstToken.models must be a list; no configured model is used.';
    problems.push({ key: 'models', message });
  }
  const entries: readonly unknown[] = Array.isArray(raw) ? raw : [];
  if (entries.length > MAX_MODELS) {
    const message = `firstToken.models has ${entries.length} entries; only the first ${MAX_MODELS} are used.`;
    problems.push({ key: 'models', message });
  }
  for (const [index, value] of entries.slice(0, MAX_MODELS).entries()) {
    const { id, entry, messages } = parseModelEntry(value, index + 1, new Set(models.keys()));
    for (const message of messages) {
      problems.push({ key: 'models', ...(id === undefined ? {} : { modelId: id }), message });
    }
    if (entry !== undefined) models.set(entry.id, entry);
    else if (id !== undefined) refused.add(id);
  }
  const leftOut = new Set([...refused].filter((id) => !models.has(id)));
  return { models: [...models.values()], problems, leftOut };
}
