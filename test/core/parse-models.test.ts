import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_MODELS, parseModels } from '../../src/core/parse-models.ts';

const qwen = { id: 'qwen', provider: 'llama-server', endpoint: 'http://127.0.0.1:8012' };
const gateway = {
  id: 'gateway',
  provider: 'openai-completions',
  endpoint: 'https://gateway.example/v1/',
  model: 'coder-7b',
};

const sentences = (raw: unknown) => parseModels(raw).problems.map((problem) => problem.message);
const ids = (raw: unknown) => parseModels(raw).models.map((model) => model.id);

test('a minimal entry gets the defaults of the settings table', () => {
  expect(parseModels([qwen])).toEqual({
    models: [
      {
        ...qwen,
        promptTokens: 2000,
        maxTokens: 64,
        temperature: 0,
        stop: [],
        headers: {},
        timeoutMs: 10000,
      },
    ],
    problems: [],
    leftOut: new Set(),
  });
});

test('a full entry is taken as it is, without the trailing slash', () => {
  const full = {
    ...gateway,
    fim: 'qwen',
    promptTokens: 1200,
    maxTokens: 32,
    temperature: 0.2,
    topP: 0.9,
    minP: 0.05,
    topK: 40,
    stop: ['\n\n'],
    headers: { 'X-Team': 'editor' },
    timeoutMs: 2000,
  };
  const { models, problems } = parseModels([full]);
  expect(problems).toEqual([]);
  expect(models).toEqual([{ ...full, endpoint: 'https://gateway.example/v1' }]);
});

test('a list that is not one leaves only the predictor', () => {
  for (const raw of [{}, 'qwen', 3, null, true]) {
    expect(parseModels(raw).models).toEqual([]);
    expect(sentences(raw)).toEqual([
      'firstToken.models must be a list; no configured model is used.',
    ]);
  }
  expect(sentences(undefined)).toEqual([]);
});

test('a wrong entry is left out, named, and the others go on', () => {
  const raw = [{ ...qwen, maxTokens: 0 }, gateway];
  expect(ids(raw)).toEqual(['gateway']);
  expect(parseModels(raw).leftOut).toEqual(new Set(['qwen']));
  expect(parseModels(raw).problems).toEqual([
    {
      key: 'models',
      modelId: 'qwen',
      message:
        'Model "qwen" is left out: "maxTokens" must be a whole number from 1 to 1024, not 0.',
    },
  ]);
});

const wrong: readonly [what: string, entry: unknown, sentence: string][] = [
  [
    'no object',
    'qwen',
    'Entry 1 of firstToken.models is left out: it must be an object with "id", "provider" and "endpoint".',
  ],
  [
    'no id',
    { provider: 'ollama', endpoint: 'http://localhost:11434', model: 'q' },
    'Entry 1 of firstToken.models is left out: "id" is missing and must be visible text on one line, 1 to 40 characters.',
  ],
  [
    'an id with a control character',
    { ...qwen, id: 'qw\nen' },
    'Entry 1 of firstToken.models is left out: "id" must be visible text on one line, 1 to 40 characters, not "qw\\nen".',
  ],
  [
    'an id that turns the text around',
    { ...qwen, id: 'a\u202eb' },
    'Entry 1 of firstToken.models is left out: "id" must be visible text on one line, 1 to 40 characters, not "a\ufffdb".',
  ],
  [
    'an id of spaces',
    { ...qwen, id: '  ' },
    'Entry 1 of firstToken.models is left out: "id" must be visible text on one line, 1 to 40 characters, not "  ".',
  ],
  [
    'a reserved id',
    { ...qwen, id: 'Built-In' },
    'Model "Built-In" is left out: the id "Built-In" is reserved, so it needs another.',
  ],
  [
    'the id auto',
    { ...qwen, id: 'auto' },
    'Model "auto" is left out: the id "auto" is reserved, so it needs another.',
  ],
  [
    'two wrong keys',
    { ...qwen, provider: 'openai', temperature: 'hot' },
    'Model "qwen" is left out: "provider" must be "llama-server", "openai-completions" or "ollama", not "openai", and "temperature" must be a number from 0 to 2, not "hot".',
  ],
  [
    'no endpoint',
    { id: 'qwen', provider: 'llama-server' },
    'Model "qwen" is left out: "endpoint" is missing and must be a URL such as http://127.0.0.1:8012.',
  ],
  [
    'an endpoint that is no URL',
    { ...qwen, endpoint: 8012 },
    'Model "qwen" is left out: "endpoint" must be a URL such as http://127.0.0.1:8012.',
  ],
  [
    'no provider',
    { id: 'qwen', endpoint: 'http://127.0.0.1:8012' },
    'Model "qwen" is left out: "provider" is missing and must be "llama-server", "openai-completions" or "ollama".',
  ],
  [
    'an empty entry',
    {},
    'Entry 1 of firstToken.models is left out: "id" is missing and must be visible text on one line, 1 to 40 characters, and "provider" is missing and must be "llama-server", "openai-completions" or "ollama", and "endpoint" is missing and must be a URL such as http://127.0.0.1:8012.',
  ],
  [
    'a wrong FIM name',
    { ...qwen, topK: -1 },
    'Model "qwen" is left out: "topK" must be a whole number of at least 0, not -1.',
  ],
  [
    'nine stop strings',
    { ...qwen, stop: Array.from({ length: 9 }, () => 'x') },
    'Model "qwen" is left out: "stop" must be a list of at most 8 non-empty strings, not a list.',
  ],
  [
    'Ollama without a model',
    { id: 'o', provider: 'ollama', endpoint: 'http://localhost:11434' },
    'Model "o" is left out: "model" is missing and must name a model that Ollama has, such as "qwen2.5-coder:1.5b-base".',
  ],
];

test.each(wrong)('%s: one sentence says what and what would be right', (_, entry, sentence) => {
  expect(sentences([entry, gateway])).toEqual([sentence]);
  expect(ids([entry, gateway])).toEqual(['gateway']);
});

test('the second of two equal ids is left out and named by its position', () => {
  const raw = [qwen, { ...gateway, id: 'qwen' }];
  expect(parseModels(raw).models).toMatchObject([{ provider: 'llama-server' }]);
  expect(parseModels(raw).leftOut).toEqual(new Set());
  expect(sentences(raw)).toEqual([
    'Model "qwen" is left out: entry 2 repeats the id of an earlier entry, so it needs another.',
  ]);
});

test('an id may be used again after a wrong entry of that id', () => {
  const raw = [{ ...qwen, provider: 'x' }, qwen];
  expect(ids(raw)).toEqual(['qwen']);
  expect(parseModels(raw).leftOut).toEqual(new Set());
});

test('an unknown key names the nearest known one and the entry still works', () => {
  const raw = [{ ...qwen, max_tokens: 10, colour: 'red' }];
  expect(ids(raw)).toEqual(['qwen']);
  expect(sentences(raw)).toEqual([
    'Model "qwen" has unknown keys, ignored: "max_tokens" (did you mean "maxTokens"?), "colour".',
  ]);
});

test.each(['apiKey', 'api_key', 'key', 'token', 'accessToken', 'Authorization', 'password'])(
  'a credential in "%s" is ignored and its value never repeated',
  (key) => {
    const raw = [{ ...qwen, [key]: 'sk-canary' }];
    expect(ids(raw)).toEqual(['qwen']);
    expect(JSON.stringify(parseModels(raw))).not.toContain('sk-canary');
    expect(sentences(raw)).toEqual([
      'Model "qwen" holds a credential, which is ignored: keys belong in First Token: Set API Key.',
    ]);
  },
);

test('a mistyped topK is a slip and not a credential', () => {
  expect(sentences([{ ...qwen, top_k: 3 }])).toEqual([
    'Model "qwen" has an unknown key, ignored: "top_k" (did you mean "topK"?).',
  ]);
});

test('a credential among the headers is dropped, the others are sent', () => {
  const raw = [{ ...qwen, headers: { Authorization: 'Bearer sk-canary', 'X-Team': 'a' } }];
  expect(parseModels(raw).models[0]?.headers).toEqual({ 'X-Team': 'a' });
  expect(JSON.stringify(parseModels(raw))).not.toContain('sk-canary');
  expect(sentences(raw)).toEqual([
    'Model "qwen" has the header "Authorization"; it is dropped, because keys belong in First Token: Set API Key.',
  ]);
});

test('keys of the prototype do nothing but appear as unknown', () => {
  const entry: unknown = JSON.parse(
    `{"id":"qwen","provider":"llama-server","endpoint":"http://127.0.0.1:8012",
      "__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}`,
  );
  const { models } = parseModels([entry]);
  expect(models).toHaveLength(1);
  expect(Object.getPrototypeOf(models[0])).toBe(Object.prototype);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  expect((models[0] as unknown as Record<string, unknown>)['polluted']).toBeUndefined();
});

test('an inherited endpoint does not count', () => {
  const entry = Object.create({ endpoint: 'http://evil.example' });
  Object.assign(entry, { id: 'qwen', provider: 'llama-server' });
  expect(ids([entry])).toEqual([]);
});

test('a huge list is cut at a limit that is said', () => {
  const raw = Array.from({ length: 10_000 }, (_, index) => ({ ...qwen, id: `m${index}` }));
  expect(ids(raw)).toHaveLength(MAX_MODELS);
  expect(sentences(raw)).toEqual([
    'firstToken.models has 10000 entries; only the first 50 are used.',
  ]);
});

test('an entry of a thousand unknown keys makes one short sentence', () => {
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`zz${index}`, 1]));
  const [sentence, ...more] = sentences([{ ...qwen, ...many }]);
  expect(more).toEqual([]);
  expect(sentence?.length).toBeLessThan(300);
});

test('whatever stands in the list, a good entry before and after it works', () => {
  fc.assert(
    fc.property(fc.array(fc.anything(), { maxLength: 5 }), (junk) => {
      const kept = ids([qwen, ...junk, gateway]);
      expect(kept[0]).toBe('qwen');
      expect(kept.at(-1)).toBe('gateway');
    }),
  );
});
