import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSettings } from '../../src/core/parse-settings.ts';
import { SETTINGS, type SettingKey } from '../../src/core/settings.ts';

const KEYS = Object.keys(SETTINGS) as SettingKey[];

/** The given settings; every other one is not set. */
function raw(values: Partial<Record<SettingKey, unknown>> = {}): Record<SettingKey, unknown> {
  const unset = Object.fromEntries(KEYS.map((key) => [key, undefined]));
  return { ...(unset as Record<SettingKey, unknown>), ...values };
}

const qwen = { id: 'qwen', provider: 'llama-server', endpoint: 'http://127.0.0.1:8012' };

test('nothing set gives the defaults of the table and no problem', () => {
  expect(parseSettings(raw())).toEqual({
    settings: {
      enabled: true,
      models: [],
      defaultModel: 'auto',
      racePolicy: 'adaptive',
      extraRequests: 0.1,
      shadow: 0.1,
      partialLine: true,
      fetchAhead: 'local',
      budgetMs: 300,
      contextEnabled: true,
      predictorEnabled: true,
      predictorEagerness: 'balanced',
      disabledLanguages: ['plaintext', 'scminput', 'log'],
      keepDays: 30,
      telemetry: { endpoint: '', conventions: 'operation', intervalSeconds: 60 },
    },
    problems: [],
  });
});

test('every setting of the table is read', () => {
  const { settings, problems } = parseSettings({
    enabled: false,
    models: [qwen],
    defaultModel: 'qwen',
    'race.policy': 'race',
    'race.extraRequests': 2.5,
    'race.shadow': 0.25,
    'race.partialLine': false,
    'race.fetchAhead': 'always',
    budgetMs: 450,
    'context.enabled': false,
    'predictor.enabled': false,
    'predictor.eagerness': 'eager',
    disabledLanguages: ['markdown'],
    'records.keepDays': 7,
    'telemetry.endpoint': 'http://127.0.0.1:4318/',
    'telemetry.conventions': 'inference',
    'telemetry.intervalSeconds': 15,
  });
  expect(problems).toEqual([]);
  expect(settings).toMatchObject({
    enabled: false,
    models: [{ id: 'qwen' }],
    defaultModel: 'qwen',
    racePolicy: 'race',
    extraRequests: 2.5,
    shadow: 0.25,
    partialLine: false,
    fetchAhead: 'always',
    budgetMs: 450,
    contextEnabled: false,
    predictorEnabled: false,
    predictorEagerness: 'eager',
    disabledLanguages: ['markdown'],
    keepDays: 7,
    telemetry: { endpoint: 'http://127.0.0.1:4318', conventions: 'inference', intervalSeconds: 15 },
  });
});

const wrong: readonly [key: SettingKey, value: unknown, sentence: string][] = [
  [
    'enabled',
    'yes',
    'firstToken.enabled must be true or false, not "yes"; the default true is used.',
  ],
  [
    'budgetMs',
    'fast',
    'firstToken.budgetMs must be a whole number from 50 to 10000, not "fast"; the default 300 is used.',
  ],
  [
    'budgetMs',
    49,
    'firstToken.budgetMs must be a whole number from 50 to 10000, not 49; the default 300 is used.',
  ],
  [
    'budgetMs',
    300.5,
    'firstToken.budgetMs must be a whole number from 50 to 10000, not 300.5; the default 300 is used.',
  ],
  [
    'race.policy',
    'all',
    'firstToken.race.policy must be "solo", "adaptive" or "race", not "all"; the default "adaptive" is used.',
  ],
  [
    'race.extraRequests',
    Number.NaN,
    'firstToken.race.extraRequests must be a number from 0 to 4, not NaN; the default 0.1 is used.',
  ],
  [
    'race.extraRequests',
    Number.POSITIVE_INFINITY,
    'firstToken.race.extraRequests must be a number from 0 to 4, not Infinity; the default 0.1 is used.',
  ],
  [
    'predictor.eagerness',
    ['eager'],
    'firstToken.predictor.eagerness must be "quiet", "balanced" or "eager", not a list; the default "balanced" is used.',
  ],
  [
    'predictor.enabled',
    null,
    'firstToken.predictor.enabled must be true or false, not null; the default true is used.',
  ],
  [
    'records.keepDays',
    {},
    'firstToken.records.keepDays must be a whole number from 1 to 365, not an object; the default 30 is used.',
  ],
  [
    'telemetry.endpoint',
    'http://collector.example:4318',
    'firstToken.telemetry.endpoint must be a URL that starts with https:// unless the collector is on this machine; no metrics are sent.',
  ],
  [
    'telemetry.endpoint',
    { url: 'http://127.0.0.1:4318' },
    'firstToken.telemetry.endpoint must be a URL such as http://127.0.0.1:4318; no metrics are sent.',
  ],
  [
    'telemetry.conventions',
    'latest',
    'firstToken.telemetry.conventions must be "operation" or "inference", not "latest"; the default "operation" is used.',
  ],
  [
    'telemetry.intervalSeconds',
    1,
    'firstToken.telemetry.intervalSeconds must be a whole number from 5 to 3600, not 1; the default 60 is used.',
  ],
  [
    'disabledLanguages',
    'markdown',
    'firstToken.disabledLanguages must be a list of language ids; the default is used.',
  ],
];

test.each(wrong)('a wrong %s (%j) falls back with one sentence', (key, value, sentence) => {
  const { settings, problems } = parseSettings(raw({ [key]: value }));
  expect(problems).toEqual([{ key, message: sentence }]);
  expect(settings).toEqual(parseSettings(raw()).settings);
});

test('a long or invisible value is cut and made visible in the sentence', () => {
  const { problems } = parseSettings(raw({ 'race.policy': `\u202e\n${'x'.repeat(5000)}` }));
  expect(problems[0]?.message).not.toMatch(/[\u202e\n]/u);
  expect(problems[0]?.message.length).toBeLessThan(200);
});

test('a wrong language costs only itself, so that the others stay off', () => {
  const { settings, problems } = parseSettings(
    raw({ disabledLanguages: ['markdown', 7, '', 'markdown', 'a\u0000b', 'log'] }),
  );
  expect(settings.disabledLanguages).toEqual(['markdown', 'log']);
  expect(problems.map((problem) => problem.message)).toEqual([
    'firstToken.disabledLanguages must hold at most 500 language ids such as "markdown"; 3 of its items ignored.',
  ]);
});

test('an empty list of languages means none, not the default', () => {
  expect(parseSettings(raw({ disabledLanguages: [] })).settings.disabledLanguages).toEqual([]);
});

test('a default model that is not in the list becomes auto', () => {
  const { settings, problems } = parseSettings(raw({ models: [qwen], defaultModel: 'qwen2' }));
  expect(settings.defaultModel).toBe('auto');
  expect(problems).toEqual([
    {
      key: 'defaultModel',
      message:
        'firstToken.defaultModel must be "auto" or an id from firstToken.models, not "qwen2"; "auto" is used.',
    },
  ]);
});

test('a default model whose entry is wrong says so', () => {
  const models = [{ ...qwen, endpoint: 'ftp://x' }];
  const { settings, problems } = parseSettings(raw({ models, defaultModel: 'qwen' }));
  expect(settings.defaultModel).toBe('auto');
  expect(problems.at(-1)?.message).toBe(
    'firstToken.defaultModel names "qwen", which is left out of firstToken.models; "auto" is used.',
  );
});

test('the problems of models come with the key and the id', () => {
  const models = [{ ...qwen, provider: 'x' }];
  const { problems } = parseSettings(raw({ models }));
  expect(problems).toMatchObject([{ key: 'models', modelId: 'qwen' }]);
});

test('whatever the values are, the settings are usable and every fallback has a sentence', () => {
  const usable = parseSettings(raw()).settings;
  const values = fc.record(Object.fromEntries(KEYS.map((key) => [key, fc.anything()])));
  fc.assert(
    fc.property(values, (any) => {
      const { settings, problems } = parseSettings(any as Record<SettingKey, unknown>);
      expect(Object.keys(settings)).toEqual(Object.keys(usable));
      expect(Number.isInteger(settings.budgetMs)).toBe(true);
      expect(settings.budgetMs).toBeGreaterThanOrEqual(50);
      expect(settings.extraRequests).toBeLessThanOrEqual(4);
      expect(settings.keepDays).toBeGreaterThanOrEqual(1);
      for (const { message } of problems) {
        expect(message).toMatch(/^(firstToken\.|Model "|Entry \d).*\.$/);
        expect(message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      }
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    }),
  );
});
