import * as v from 'valibot';
import { INVISIBLE } from './invisible.ts';
import { parseCollector } from './parse-collector.ts';
import { parseModels } from './parse-models.ts';
import { quoteValue } from './quote-value.ts';
import {
  CONVENTIONS,
  EAGERNESS,
  FETCH_AHEAD,
  POLICIES,
  SETTING_PREFIX,
  SETTINGS,
  type SettingKey,
  type Settings,
  type SettingsProblem,
} from './settings.ts';
import { line, numberIn, oneOf, truth, wholeIn } from './value-schemas.ts';

// The editor and its extensions together know a few hundred languages.
const MAX_LANGUAGES = 500;
const MAX_LANGUAGE_CHARS = 100;

export interface ParsedSettings {
  readonly settings: Settings;
  readonly problems: readonly SettingsProblem[];
}

/**
 * Turns the values of `firstToken.*`, as the editor holds them, into settings that are always usable.
 * `undefined` means "not set". A wrong value falls back to its default, a wrong model is left out, and
 * each adds one sentence to `problems`. Never throws, whatever the values are.
 */
export function parseSettings(raw: Readonly<Record<SettingKey, unknown>>): ParsedSettings {
  const problems: SettingsProblem[] = [];

  function read<Schema extends v.GenericSchema>(
    key: SettingKey,
    schema: Schema,
  ): v.InferOutput<Schema> {
    const fallback = v.parse(schema, SETTINGS[key].default);
    const value = raw[key];
    if (value === undefined) return fallback;
    const result = v.safeParse(schema, value);
    if (result.success) return result.output;
    const expected = result.issues[0].message;
    const used = `the default ${JSON.stringify(fallback)} is used`;
    const message = `${SETTING_PREFIX}.${key} must be ${expected}, not ${quoteValue(value)}; ${used}.`;
    problems.push({ key, message });
    return fallback;
  }

  const { models, problems: modelProblems, leftOut } = parseModels(raw.models);
  problems.push(...modelProblems);

  function readDefaultModel(): string {
    const id = read('defaultModel', line(SETTINGS.models.schema.items.properties.id.maxLength));
    if (id === 'auto' || models.some((model) => model.id === id)) return id;
    const reason = leftOut.has(id)
      ? `names "${id}", which is left out of firstToken.models`
      : `must be "auto" or an id from firstToken.models, not "${id}"`;
    const message = `${SETTING_PREFIX}.defaultModel ${reason}; "auto" is used.`;
    problems.push({ key: 'defaultModel', message });
    return 'auto';
  }

  /** The good ids stay when one is wrong: forgetting them all would send what was meant to stay. */
  function readLanguages(): readonly string[] {
    const key = 'disabledLanguages';
    const value: unknown = raw[key] ?? SETTINGS[key].default;
    const report = (message: string) => problems.push({ key, message });
    if (!Array.isArray(value)) {
      report(`${SETTING_PREFIX}.${key} must be a list of language ids; the default is used.`);
      return SETTINGS[key].default;
    }
    const good = value.slice(0, MAX_LANGUAGES).filter(isLanguageId);
    const ignored = value.length - good.length;
    if (ignored > 0) {
      const what = `at most ${MAX_LANGUAGES} language ids such as "markdown"`;
      report(`${SETTING_PREFIX}.${key} must hold ${what}; ${ignored} of its items ignored.`);
    }
    return [...new Set(good)];
  }

  /** A wrong address is off, not a default: nothing may go where the person did not mean. */
  function readCollector(): string {
    const key = 'telemetry.endpoint';
    const parsed = parseCollector(raw[key] ?? SETTINGS[key].default);
    if (parsed.ok) return parsed.endpoint;
    const message = `${SETTING_PREFIX}.${key} must be ${parsed.expected}; no metrics are sent.`;
    problems.push({ key, message });
    return '';
  }

  const settings: Settings = {
    enabled: read('enabled', truth()),
    models,
    defaultModel: readDefaultModel(),
    racePolicy: read('race.policy', oneOf(POLICIES)),
    extraRequests: read('race.extraRequests', numberIn(SETTINGS['race.extraRequests'].schema)),
    shadow: read('race.shadow', numberIn(SETTINGS['race.shadow'].schema)),
    partialLine: read('race.partialLine', truth()),
    fetchAhead: read('race.fetchAhead', oneOf(FETCH_AHEAD)),
    budgetMs: read('budgetMs', wholeIn(SETTINGS.budgetMs.schema)),
    contextEnabled: read('context.enabled', truth()),
    predictorEnabled: read('predictor.enabled', truth()),
    predictorEagerness: read('predictor.eagerness', oneOf(EAGERNESS)),
    disabledLanguages: readLanguages(),
    keepDays: read('records.keepDays', wholeIn(SETTINGS['records.keepDays'].schema)),
    telemetry: {
      endpoint: readCollector(),
      conventions: read('telemetry.conventions', oneOf(CONVENTIONS)),
      intervalSeconds: read(
        'telemetry.intervalSeconds',
        wholeIn(SETTINGS['telemetry.intervalSeconds'].schema),
      ),
    },
  };
  return { settings, problems };
}

function isLanguageId(value: unknown): value is string {
  if (typeof value !== 'string' || value === '') return false;
  return value.length <= MAX_LANGUAGE_CHARS && !INVISIBLE.test(value);
}
