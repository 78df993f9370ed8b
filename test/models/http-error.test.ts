import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CompletionError } from '../../src/core/outcome.ts';
import { eventError, httpError, type Peer } from '../../src/models/http-error.ts';
import { errorOf } from '../support/model-server/asking.ts';

const peer: Peer = {
  host: 'gateway.example',
  path: '/v1/completions',
  model: 'qwen2.5-coder',
  secrets: ['sk-secret-key'],
};

function fail(
  status: number,
  body: string | Uint8Array,
  headers: Record<string, string> = { 'content-type': 'application/json' },
  to: Peer = peer,
): Promise<CompletionError> {
  return httpError({ status, headers, body: chunks(body), complete: () => undefined }, to, 0);
}

async function* chunks(body: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield Buffer.from(body);
}

const recorded = (name: string) =>
  readFileSync(new URL(`../fixtures/llama-server/${name}.body`, import.meta.url));

test.each([
  [401, '{"error":{"message":"Incorrect API key provided: sk-se***key"}}'],
  [403, '{"error":"forbidden"}'],
])('%i says to set the key and repeats nothing of the answer', async (status, body) => {
  const error = await fail(status, body);
  expect(error).toMatchObject({ code: 'auth', status });
  expect(error.message).toBe(
    `gateway.example refused the API key (${status}). Set it with First Token: Set API Key.`,
  );
});

test.each([
  ['{"error":{"message":"The model `qwen2.5-coder` does not exist.","code":"model_not_found"}}'],
  ['{"error":"model \\"qwen2.5-coder\\" not found, try pulling it first"}'],
])('404 about the model names the model: %s', async (body) => {
  expect((await fail(404, body)).message).toContain(
    'gateway.example does not know the model “qwen2.5-coder” (404)',
  );
});

test('404 about the route names the path and the usual slip', async () => {
  const error = await fail(404, recorded('error-unknown-route'));
  expect(error).toMatchObject({ code: 'http', status: 404 });
  expect(error.message).toBe(
    'gateway.example has no /v1/completions (404). Check the endpoint and the provider; many servers want /v1 at its end.',
  );
});

test('405 points to endpoint and provider', async () => {
  expect((await fail(405, '')).message).toContain('takes no completions at /v1/completions (405)');
});

test.each([
  [{ 'retry-after-ms': '1500', 'retry-after': '9' }, 1500, '; it asks to wait 2 s'],
  [{ 'retry-after': '3' }, 3000, '; it asks to wait 3 s'],
  [{}, undefined, ''],
])('429 is a rate limit with the pause it asks for: %o', async (headers, retryAfterMs, words) => {
  const error = await fail(429, '{"error":{"message":"slow down"}}', headers);
  expect(error).toMatchObject({ code: 'rate-limited', status: 429, retryAfterMs });
  expect(error.message).toBe(`gateway.example limits the rate (429)${words}: slow down`);
});

test.each([
  [recorded('error-too-long').toString()],
  ['{"error":{"message":"This model\'s maximum context length is 4096 tokens."}}'],
  ['{"message":"The input is longer than the model\'s context"}'],
])('400 for too long a prompt says so: %s', async (body) => {
  const error = await fail(400, body);
  expect(error).toMatchObject({ code: 'http', status: 400 });
  expect(error.message).toMatch(/^The prompt is too long for the context of the model at gateway/);
});

test.each([
  [400, recorded('error-wrong-type').toString(), /refused the request \(400\): Field 'n_predict'/],
  [
    500,
    recorded('error-missing-field').toString(),
    /failing or overloaded \(500\): .*input_suffix/,
  ],
  [503, '{"error":{"message":"Loading model","code":503}}', /overloaded \(503\): Loading model$/],
  [
    422,
    '{"detail":[{"msg":"suffix is not supported","input":{"prompt":"CODE"}}]}',
    /\(422\): suffix is not supported$/,
  ],
  [424, '{"error":"Request failed","error_type":"generation"}', /\(424\): Request failed$/],
  [418, 'just text', /refused the request \(418\): just text$/],
  [502, '', /overloaded \(502\)$/],
])('%i quotes what the server said: %s', async (status, body, message) => {
  expect((await fail(status, body)).message).toMatch(message);
});

test('a validation error that repeats the prompt does not bring code into the sentence', async () => {
  const body = '{"detail":[{"msg":"bad","input":{"prompt":"const secret = 1;"}}]}';
  expect((await fail(422, body)).message).not.toContain('secret');
});

test.each([
  [404, '<html><body>Not here</body></html>', 'text/html'],
  [502, '<!DOCTYPE html><p>Bad gateway', 'text/html; charset=utf-8'],
  [500, '  <!doctype HTML>', 'application/json'],
])('%i with a web page is named as such', async (status, body, type) => {
  expect((await fail(status, body, { 'content-type': type })).message).toBe(
    `gateway.example answered /v1/completions with a web page (${status}). Is the endpoint right?`,
  );
});

test('a redirect says where it points and is not followed', async () => {
  const error = await fail(307, '', { location: 'https://login.example/?next=%2Fv1\u0007' });
  expect(error).toMatchObject({ code: 'http', status: 307 });
  expect(error.message).toContain(
    'redirects /v1/completions to https://login.example/?next=%2Fv1 (307)',
  );
});

test('a quote is short, on one line, free of control characters and of the key', async () => {
  const noise = `\u001b[31mboom\u001b[0m\r\n\u202e${'é'.repeat(500)} sk-secret-key`;
  const { message } = await fail(500, JSON.stringify({ error: { message: noise } }));
  expect(message.length).toBeLessThan(260);
  expect(message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  const echoed = await fail(500, '{"error":"no such key sk-secret-key"}');
  expect(echoed.message).toContain('no such key •••');
});

test('a huge error body is read to 64 kB and no further', async () => {
  let pulled = 0;
  const body = async function* (): AsyncGenerator<Uint8Array> {
    for (;;) {
      pulled += 1;
      yield Buffer.alloc(16_384, 'x');
    }
  };
  const response = { status: 500, headers: {}, body: body(), complete: () => undefined };
  expect((await httpError(response, peer, 0)).code).toBe('http');
  expect(pulled).toBe(4);
});

test('an error body that breaks off does not hide the status, but an abort does', async () => {
  const broken = (error: Error) => ({
    status: 503,
    headers: {},
    // biome-ignore lint/correctness/useYield: it fails before it has anything to give.
    body: (async function* (): AsyncGenerator<Uint8Array> {
      throw error;
    })(),
    complete: () => undefined,
  });
  expect((await httpError(broken(new Error('reset')), peer, 0)).status).toBe(503);
  const abort = new CompletionError('aborted', 'Stopped.');
  expect(await errorOf(httpError(broken(abort), peer, 0))).toBe(abort);
});

test.each([
  [
    { error: { code: 500, message: 'invalid UTF-8', type: 'server_error' } },
    'http',
    500,
    /\(500\): invalid UTF-8/,
  ],
  [{ error: { code: 401, message: 'no' } }, 'auth', 401, /refused the API key/],
  [{ error: { type: 'rate_limit_exceeded', message: 'slow' } }, 'rate-limited', 429, /slow/],
  [{ error: { message: 'suffix', http_status_code: 422 } }, 'http', 422, /\(422\): suffix/],
  [{ error: 'model runner has stopped' }, 'http', undefined, /in its answer: model runner/],
  [{ error: {} }, 'http', undefined, /reported an error in its answer$/],
])('an event with %o is an error', (event, code, status, message) => {
  const error = eventError(event, peer);
  expect(error).toMatchObject({ code, status });
  expect(error?.message).toMatch(message);
});

test('an event named error is one whatever it holds', () => {
  expect(eventError({ message: 'gone' }, peer, 'error')?.message).toContain('gone');
});

test('an event without error is none', () => {
  expect(eventError({ choices: [] }, peer)).toBeUndefined();
  expect(eventError({ error: null }, peer)).toBeUndefined();
});

test.each([
  ['across the place where words are cut', `${' '.repeat(1265)}sk-secret-key`],
  ['across the last character shown', `${'x'.repeat(150)} sk-secret-key`],
  ['with soft hyphens between', [...'sk-secret-key'].join('\u00ad')],
  ['with escapes, line breaks and spaces between', [...'sk-secret-key'].join('\u001b \r\n\u200b')],
  ['twice, and once in a word', 'sk-secret-key,asked:sk-secret-key!'],
])('no part of a key that is repeated %s is shown', async (_where, words) => {
  for (const body of [words, JSON.stringify({ error: { message: words } })]) {
    const { message } = await fail(500, body);
    expect(message.replace(/\s/g, '')).not.toContain('sk-');
    expect(message.replace(/\s/g, '')).not.toContain('secret');
    expect(message).toContain('•');
  }
});

test('half a key at the end of what is read of a body is not shown', async () => {
  const { message } = await fail(500, `${' '.repeat(65_530)}sk-secret-key`);
  expect(message).not.toContain('sk-');
  const response = {
    status: 500,
    headers: {},
    body: (async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from(`${' '.repeat(65_530)}sk-sec`);
      yield Buffer.from('ret-key');
    })(),
    complete: () => undefined,
  };
  expect((await httpError(response, peer, 0)).message).not.toContain('sk-');
});

test('a key in a redirect is blotted out', async () => {
  const { message } = await fail(307, '', { location: `https://b.example/?key=sk-secret-key` });
  expect(message).toContain('?key=••• (307)');
});

test.each([false, '', null, 0])('an event with %j as its error is none', (error) => {
  expect(eventError({ error, choices: [] }, peer)).toBeUndefined();
});

test('an error whose code is no status has none', () => {
  expect(eventError({ error: { code: 404.5, message: 'x' } }, peer)?.status).toBeUndefined();
});

test.each([
  ['a list', '[{"input":{"prompt":"const secret = 1;"}}]'],
  ['cut', `{"detail":[{"input":{"prompt":"const secret = 1;${'x'.repeat(70_000)}"}}]}`],
])('JSON that is %s does not bring code into the sentence', async (_what, body) => {
  expect((await fail(422, body)).message).toBe('gateway.example refused the request (422)');
});
