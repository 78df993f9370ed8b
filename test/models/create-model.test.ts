import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CompletionModel } from '../../src/core/model.ts';
import type { ModelEntry } from '../../src/core/settings.ts';
import { createModel } from '../../src/models/create-model.ts';
import { createTransport, type Transport } from '../../src/models/transport.ts';
import { ask, completionRequest, modelEntry } from '../support/model-server/asking.ts';
import type { Script, ServedRequest } from '../support/model-server/script.ts';
import {
  type LogEntry,
  type ModelServer,
  startModelServer,
} from '../support/model-server/start-model-server.ts';

let transport: Transport;
let server: ModelServer | undefined;
beforeEach(() => {
  transport = createTransport();
  server = undefined;
});
afterEach(async () => {
  await transport.close();
  await server?.close();
});

type Answer = Script | ((request: ServedRequest) => Script);
const PROVIDERS = ['llama-server', 'openai-completions', 'ollama'] as const;

async function serve(script: Answer, slots?: number): Promise<ModelServer> {
  server = await startModelServer({ script, ...(slots === undefined ? {} : { slots }) });
  return server;
}

function entryFor(provider: ModelEntry['provider'], url: string, more: Partial<ModelEntry> = {}) {
  const endpoint = provider === 'openai-completions' ? `${url}/v1` : url;
  return modelEntry({ provider, endpoint, model: 'qwen2.5-coder', ...more });
}

function make(entry: ModelEntry, key?: string): CompletionModel {
  const created = createModel(entry, { transport, apiKey: async () => key });
  if ('problem' in created) throw new Error(created.problem);
  return created.model;
}

function problemOf(entry: ModelEntry): string | undefined {
  const created = createModel(entry, { transport, apiKey: async () => undefined });
  return 'problem' in created ? created.problem : undefined;
}

test.each(PROVIDERS)('%s answers over a real connection', async (provider) => {
  const { url, log } = await serve({ text: 'first + 1;' });
  const model = make(entryFor(provider, url));
  expect([model.id, model.provider, model.queueKey]).toEqual(['local', provider, url]);
  const { text, parts, error, marks } = await ask(model);
  expect(error).toBeUndefined();
  expect(text).toBe('first + 1;');
  expect(parts.at(-1)).toEqual({ type: 'finish', reason: 'stop' });
  expect(parts.find((part) => part.type === 'usage')).toMatchObject({
    usage: { completionTokens: 4 },
  });
  expect(marks).toContainEqual({
    name: 'connected',
    reused: false,
    roundTripMs: expect.any(Number),
  });
  expect(log[0]?.endedMs).not.toBeNull();
});

test.each(PROVIDERS)(
  '%s hands on its first text while the server still holds the rest',
  async (provider) => {
    const { url, log } = await serve({ text: 'a b c', stallAt: 1 });
    const controller = new AbortController();
    const seen: string[] = [];
    const { error } = await ask(make(entryFor(provider, url)), {
      signal: controller.signal,
      onPart: (part) => {
        if (part.type === 'text') seen.push(part.text);
        controller.abort();
      },
    });
    expect(seen).toEqual(['a']);
    expect(error).toMatchObject({ code: 'aborted' });
    await expect.poll(() => log[0]?.closedByClientAtMs).not.toBeNull();
  },
);

test.each(PROVIDERS)(
  '%s is stopped down to the socket before it says anything',
  async (provider) => {
    const { url, log } = await serve({ stallAt: 'first-token' });
    const controller = new AbortController();
    const asked = ask(make(entryFor(provider, url)), { signal: controller.signal });
    await expect.poll(() => log.length).toBe(1);
    controller.abort();
    expect((await asked).error).toMatchObject({ code: 'aborted' });
    await expect.poll(() => log[0]?.closedByClientAtMs).not.toBeNull();
  },
);

test.each(PROVIDERS)('%s keeps its connection for the next keystroke', async (provider) => {
  const started = await serve({ text: 'a;' });
  const model = make(entryFor(provider, started.url));
  await ask(model);
  await expect.poll(() => started.log[0]?.endedMs).not.toBeNull();
  expect((await ask(model)).marks).toContainEqual({
    name: 'connected',
    reused: true,
    roundTripMs: expect.any(Number),
  });
  expect(started.connections()).toBe(1);
});

const odd: readonly [what: string, script: Script][] = [
  ['events cut inside a character', { splitUtf8: true }],
  ['a byte at a time', { dripMs: 0 }],
  ['a role first', { roleChunk: true }],
  ['comments while it waits', { ttftMs: 30, commentsEveryMs: 5 }],
  ['usage null on every chunk', { usageOnChunks: 'null' }],
  ['usage zero on every chunk', { usageOnChunks: 'zero' }],
  ['empty finish reasons', { openFinishReason: '' }],
  ['no [DONE]', { noDone: true }],
  ['a connection closed after the stream', { closeAfterStream: true }],
  ['a wrong content type', { headers: { 'content-type': 'text/plain' } }],
];

test.each(odd)('%s makes no difference to the answer', async (_what, script) => {
  const { url } = await serve({ ...script, text: 'größer + ｜🙂;' });
  for (const provider of PROVIDERS) {
    // Ollama's protocol has no comments to tolerate.
    if (provider === 'ollama' && script.commentsEveryMs !== undefined) continue;
    const { text, error, parts } = await ask(make(entryFor(provider, url)));
    expect([provider, error, text]).toEqual([provider, undefined, 'größer + ｜🙂;']);
    expect(parts.at(-1)).toEqual({ type: 'finish', reason: 'stop' });
  }
});

const failures: readonly [what: string, script: Script, code: string, message: RegExp][] = [
  [
    'a web page',
    { body: '<!doctype html>', headers: { 'content-type': 'text/html' } },
    'http',
    /web page \(200\)/,
  ],
  ['a web page with an error', { status: 404, body: '<html>' }, 'http', /web page \(404\)/],
  [
    'a redirect',
    { status: 302, headers: { location: 'https://login.example/' } },
    'http',
    /redirects .* to https:\/\/login\.example\//,
  ],
  ['a refused key', { status: 401, body: '{}' }, 'auth', /refused the API key \(401\)/],
  [
    'an unknown route',
    { status: 404, body: '{"error":{"message":"File Not Found"}}' },
    'http',
    /has no \/.* \(404\)/,
  ],
  [
    'a full server',
    { status: 503, body: '{"error":"server busy"}' },
    'http',
    /overloaded \(503\): server busy/,
  ],
  ['an error first', { errorAfter: 0 }, 'http', /fell over/],
  ['an error in the middle', { text: 'a b', errorAfter: 1 }, 'http', /fell over/],
  [
    'a reset before the answer',
    { resetAt: 'headers' },
    'unreachable',
    /closed the connection without an answer/,
  ],
  ['a reset in the middle', { text: 'a b', resetAt: 1 }, 'bad-stream', /broke off in the middle/],
  ['a clean end before anything', { cutAfter: 0 }, 'bad-stream', /without a single event/],
  [
    'compression',
    { headers: { 'content-encoding': 'gzip' } },
    'bad-stream',
    /compressed its answer/,
  ],
  ['garbage without end', { body: 'x'.repeat(262_144), endless: true }, 'bad-stream', /more than/],
];

test.each(failures)('%s becomes one sentence', async (_what, script, code, message) => {
  const started = await serve(script);
  for (const provider of PROVIDERS) {
    if (script.cutAfter === 0 && provider === 'llama-server') continue;
    const { error } = await ask(make(entryFor(provider, started.url)));
    expect(error).toMatchObject({ code });
    const sentence = (error as Error).message;
    expect(sentence).toMatch(message);
    expect(sentence).toMatch(/127\.0\.0\.1:\d+/);
  }
  // No connection is left hanging, however it went.
  if (script.resetAt !== undefined) return;
  const over = ({ endedMs, closedByClientAtMs }: LogEntry) => endedMs ?? closedByClientAtMs;
  await expect.poll(() => started.log.every((entry) => over(entry) !== null)).toBe(true);
});

test('a redirect is not followed, so that neither code nor key goes elsewhere', async () => {
  const elsewhere = await startModelServer({});
  const { url, log } = await serve({
    status: 307,
    headers: { location: `${elsewhere.url}/infill` },
  });
  await ask(make(entryFor('llama-server', url), 'sk-1'));
  expect(log).toHaveLength(1);
  expect(elsewhere.log).toHaveLength(0);
  await elsewhere.close();
});

test('a request that waits behind another shows when its prefill began', async () => {
  const { url } = await serve({ text: 'a b c d', ttftMs: 10, tps: 100 }, 1);
  const model = make(entryFor('llama-server', url));
  const order: string[] = [];
  await Promise.all([
    ask(model, { onPart: (part) => part.type === 'finish' && order.push('first ended') }),
    ask(model, { onMark: (mark) => mark.name === 'processing' && order.push('second began') }),
  ]);
  expect(order).toEqual(['first ended', 'second began']);
});

test('the key is sent as a bearer, and to its own origin only', async () => {
  const { url, log } = await serve({});
  const asked: string[] = [];
  const created = createModel(entryFor('openai-completions', url), {
    transport,
    apiKey: async (origin) => {
      asked.push(origin);
      return origin === url ? 'sk-1' : undefined;
    },
  });
  if ('problem' in created) throw new Error(created.problem);
  await ask(created.model);
  expect(new Set(asked)).toEqual(new Set([url]));
  expect(log[0]?.request.headers['authorization']).toBe('Bearer sk-1');
});

test('without a key there is no authorization header', async () => {
  const { url, log } = await serve({});
  await ask(make(entryFor('ollama', url)));
  expect(log[0]?.request.headers).not.toHaveProperty('authorization');
});

test('custom headers are sent', async () => {
  const { url, log } = await serve({});
  await ask(make(entryFor('ollama', url, { headers: { 'X-Team': 'blue' } })));
  expect(log[0]?.request.headers['x-team']).toBe('blue');
});

test.each([
  ['http://192.0.2.1:8000', 'config'],
  ['http://gateway.invalid/v1', 'config'],
])('a key is not sent to %s over plain http', async (endpoint, code) => {
  const model = make(modelEntry({ endpoint }), 'sk-1');
  const { error, marks } = await ask(model);
  expect(error).toMatchObject({ code, message: expect.stringContaining('over plain http') });
  expect((error as Error).message).not.toContain('sk-1');
  expect(marks.map(({ name }) => name)).toEqual(['prompt']);
});

test.each([
  ['a line break in a value', { 'x-a': 'b\r\nhost: evil' }, /not one line of text/],
  ['a host', { Host: 'evil' }, /header "Host"/],
  ['a length', { 'Content-Length': '1' }, /header "Content-Length"/],
  ['a hop-by-hop header', { 'transfer-encoding': 'chunked' }, /header "transfer-encoding"/],
  ['a credential', { authorization: 'Bearer x' }, /Set API Key/],
])('%s among the headers is refused', (_what, headers, message) => {
  expect(problemOf(modelEntry({ headers }))).toMatch(message);
});

test('a model whose FIM format is not known says how to name it', () => {
  const entry = modelEntry({ provider: 'openai-completions', model: 'house-model' });
  expect(problemOf(entry)).toMatch(
    /^Model "local" is left out: it needs "fim", because the FIM format cannot be told from "model": "house-model"\. .*qwen.*"suffix".*"none"/,
  );
  const { model: _model, ...nameless } = entry;
  expect(problemOf(nameless)).toMatch(
    /^Model "local" is left out: it needs "fim", because there is no "model" to tell/,
  );
  expect(problemOf({ ...nameless, fim: 'none' })).toBeUndefined();
});

test('models in the house share a queue per server, hosted ones do not', () => {
  expect(make(modelEntry({ endpoint: 'http://gpu.lan:8012' })).queueKey).toBe(
    'http://gpu.lan:8012',
  );
  expect(make(modelEntry({ endpoint: 'https://gateway.example' })).queueKey).toBeNull();
});

test('Ollama needs a model name', () => {
  expect(problemOf(modelEntry({ provider: 'ollama' }))).toBe(
    'Model "local" is left out: it needs "model": the name that `ollama list` shows.',
  );
});

test.each(['file:///etc/passwd', 'localhost:8012', ''])(
  'the endpoint "%s" is refused',
  (endpoint) => {
    expect(problemOf(modelEntry({ endpoint }))).toMatch(/needs an "endpoint"/);
  },
);

test('a path in the endpoint is kept, with or without a slash at its end', async () => {
  const { url, log } = await serve({});
  for (const endpoint of [`${url}/v1`, `${url}/v1/`]) {
    await ask(make(modelEntry({ provider: 'openai-completions', fim: 'none', endpoint })));
  }
  expect(log.map((entry) => entry.request.path)).toEqual(['/v1/completions', '/v1/completions']);
});

test('three failures in a row spare the server', async () => {
  const { url, log } = await serve({ status: 500, body: '{"error":"broken"}' });
  const model = make(entryFor('llama-server', url));
  for (let time = 0; time < 5; time += 1) await ask(model);
  expect(log).toHaveLength(3);
  expect((await ask(model)).error).toMatchObject({ status: 500 });
});

test('what is typed within a line is asked to end with it', async () => {
  const { url, log } = await serve({ text: 'one;\ntwo;' });
  const request = completionRequest({ suffix: ');\n' });
  for (const provider of PROVIDERS) {
    expect((await ask(make(entryFor(provider, url)), { request })).text).toBe('one;');
  }
  expect(log).toHaveLength(3);
});

test.each(['sk-abc\n', 'sk-🙂', 'sk-€', 'sk\u0000'])('a key like %j is not sent', async (key) => {
  const { url, log } = await serve({});
  const { error } = await ask(make(entryFor('openai-completions', url), key));
  expect(error).toMatchObject({ code: 'config' });
  expect((error as Error).message).toBe(
    `The API key for ${new URL(url).host} cannot be sent: it holds a line break or a character that no key has. Set it again with First Token: Set API Key.`,
  );
  expect(log).toEqual([]);
});

test.each(['€', '🙂'])('a header with the value %j is not sent', async (value) => {
  const { url, log } = await serve({});
  const { error } = await ask(make(entryFor('ollama', url, { headers: { 'X-Team': value } })));
  // Some values are refused with the settings already; these are found on sending.
  expect(error).toMatchObject({ code: 'config' });
  expect((error as Error).message).toContain('The header "X-Team" of model "local"');
  expect(log).toEqual([]);
});

test('a key and a header of printable Latin-1 are sent', async () => {
  const { url, log } = await serve({});
  const entry = entryFor('openai-completions', url, { headers: { 'X-Team': 'größer' } });
  expect((await ask(make(entry, 'sk-a b/=+é'))).error).toBeUndefined();
  expect(log).toHaveLength(1);
});
