import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type ModelServer, startModelServer } from '../support/model-server/start-model-server.ts';

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
});

/** Everything a client that knows nothing of HTTP libraries receives, segment by segment. */
async function exchange(url: string, path: string, body: object): Promise<readonly Buffer[]> {
  const text = JSON.stringify(body);
  const segments: Buffer[] = [];
  const { port } = new URL(url);
  const socket = connect({ port: Number(port), host: '127.0.0.1', noDelay: true });
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
  // Not by iteration, which joins what has piled up.
  socket.on('data', (segment) => segments.push(segment));
  await once(socket, 'close');
  return segments;
}

const textOf = (segments: readonly Buffer[]) => Buffer.concat(segments).toString('utf8');

test('llama-server: progress when asked for, pieces, one closing event, no [DONE]', async () => {
  server = await startModelServer({ script: { text: 'a b' } });
  const text = textOf(
    await exchange(server.url, '/infill', { n_predict: 8, return_progress: true }),
  );
  expect(text).toMatch(/"prompt_progress".*"content":"a".*"content":" b".*"stop":true/s);
  expect(text).not.toContain('[DONE]');
  expect(textOf(await exchange(server.url, '/infill', {}))).not.toContain('prompt_progress');
});

test('the OpenAI-like route: usage in a chunk of its own when asked for, then [DONE]', async () => {
  server = await startModelServer({ script: { text: 'a b', usageOnChunks: 'null' } });
  const body = { max_tokens: 8, stream_options: { include_usage: true } };
  const text = textOf(await exchange(server.url, '/v1/completions', body));
  expect(text).toMatch(
    /"text":"a".*"usage":null.*"choices":\[\],"usage":\{"prompt_tokens".*\[DONE\]/s,
  );
  expect(textOf(await exchange(server.url, '/v1/completions', {}))).not.toContain('prompt_tokens');
});

test('Ollama: lines, the last one with done and nanoseconds', async () => {
  server = await startModelServer({ script: { text: 'a b', ttftMs: 2 } });
  const text = textOf(await exchange(server.url, '/api/generate', { model: 'm' }));
  expect(text).toMatch(/"response":"a","done":false\}\n/);
  expect(text).toMatch(/"done":true,"done_reason":"stop".*"prompt_eval_duration":2000000/);
});

test('token limits and stop strings of the request are kept', async () => {
  server = await startModelServer({ script: { text: 'a b c; d' } });
  const limited = textOf(await exchange(server.url, '/infill', { n_predict: 2 }));
  expect(limited).toContain('"stop_type":"limit"');
  expect(limited).toContain('"tokens_predicted":2');
  const stopped = textOf(await exchange(server.url, '/infill', { n_predict: 9, stop: [';'] }));
  expect(stopped).not.toContain(';"');
});

test('the log tells when, in order', async () => {
  server = await startModelServer({ script: { text: 'a', ttftMs: 5 } });
  await exchange(server.url, '/infill', { n_predict: 8 });
  const [entry] = server.log;
  expect(entry?.request).toMatchObject({ path: '/infill', body: { n_predict: 8 }, connection: 1 });
  const times = [entry?.receivedMs, entry?.headersSentMs, entry?.firstTokenSentMs, entry?.endedMs];
  expect(times).toEqual([...times].sort((a, b) => Number(a) - Number(b)));
  expect(times).not.toContain(null);
  expect(entry?.closedByClientAtMs).toBeNull();
  expect(entry?.bytes).toBeGreaterThan(100);
});

test('a character can be split between two TCP segments', async () => {
  server = await startModelServer({ script: { pieces: ['ö'], splitUtf8: true } });
  const [lead = 0] = Buffer.from('ö');
  let split = false;
  // A busy machine may read both segments at once; it does not do so every time.
  for (let tries = 0; tries < 50 && !split; tries += 1) {
    const segments = await exchange(server.url, '/infill', {});
    // The chunk ends in the first byte of the character, before the line end of the chunked coding.
    split = segments.some((segment) => segment.at(-3) === lead);
    expect(textOf(segments)).not.toContain('"content":"ö"');
  }
  expect(split).toBe(true);
});

test('an unknown path answers as llama-server does', async () => {
  server = await startModelServer();
  const text = textOf(await exchange(server.url, '/v1/fim/completions', {}));
  expect(text).toMatch(/^HTTP\/1\.1 404 .*"message":"File Not Found"/s);
});

test('with one slot the second request waits for the first', async () => {
  server = await startModelServer({ script: { text: 'a b', ttftMs: 5 }, slots: 1 });
  const { url, log } = server;
  await Promise.all([exchange(url, '/infill', {}), exchange(url, '/infill', {})]);
  expect(log[1]?.firstTokenSentMs).toBeGreaterThanOrEqual(log[0]?.endedMs ?? Number.NaN);
});
