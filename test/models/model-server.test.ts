import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createSlots } from '../support/model-server/slots.ts';
import {
  type LogEntry,
  type ModelServer,
  startModelServer,
} from '../support/model-server/start-model-server.ts';
import { tokenTimes } from '../support/model-server/token-times.ts';

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
});

/** Everything a client that knows nothing of HTTP libraries receives, segment by segment. */
async function exchange(
  url: string,
  path: string,
  body: object,
  onSegment?: (segment: Buffer) => void,
): Promise<readonly Buffer[]> {
  const text = JSON.stringify(body);
  const segments: Buffer[] = [];
  const { port } = new URL(url);
  const socket = connect({ port: Number(port), host: '127.0.0.1', noDelay: true });
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
  // Not by iteration, which joins what has piled up.
  socket.on('data', (segment) => {
    segments.push(segment);
    onSegment?.(segment);
  });
  await once(socket, 'close');
  return segments;
}

/** What the log says of one request, in ms; `load` is all that came before prefill. */
function timesIn(entry: LogEntry | undefined) {
  const { receivedMs, processingMs, firstTokenSentMs, lastTokenSentMs, endedMs } = entry ?? {};
  const since = (from: number | null | undefined, to: number | null | undefined): number =>
    (to ?? Number.NaN) - (from ?? Number.NaN);
  return {
    load: since(receivedMs, processingMs),
    prefill: since(processingMs, firstTokenSentMs),
    decode: since(firstTokenSentMs, lastTokenSentMs),
    total: since(receivedMs, endedMs),
  };
}

/** The events of a response, comments and end mark left out. */
function eventsIn(segments: readonly Buffer[]): readonly Record<string, unknown>[] {
  const events = textOf(segments).match(/^data: \{.*\}$/gm) ?? [];
  return events.map((event) => JSON.parse(event.slice('data: '.length)));
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

test('Ollama: lines, the last one with done and nanoseconds; the queue is what the others leave of the total', async () => {
  server = await startModelServer({
    script: { text: 'a b', ttftMs: 12, queueMs: 6, loadMs: 3, tps: 500 },
  });
  const text = textOf(await exchange(server.url, '/api/generate', { model: 'm', prompt: 'abcde' }));
  expect(text).toMatch(/"response":"a","done":false\}\n/);
  const last = JSON.parse(/\{[^\n]*"done":true[^\n]*\}/.exec(text)?.[0] ?? '');
  const { total, load, prefill, decode } = timesIn(server.log[0]);
  expect(last).toMatchObject({
    done_reason: 'stop',
    load_duration: 3e6,
    prompt_eval_count: 2,
    prompt_eval_duration: Math.round(prefill * 1e6),
    eval_count: 2,
    eval_duration: Math.round(decode * 1e6),
  });
  expect(load).toBeGreaterThanOrEqual(9);
  expect(last.total_duration / 1e6).toBeGreaterThanOrEqual(load + prefill + decode);
  expect(last.total_duration / 1e6).toBeLessThanOrEqual(total);
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
  expect(log[1]?.processingMs).toBeGreaterThanOrEqual(log[0]?.endedMs ?? Number.NaN);
});

const INCLUDE_USAGE = { stream_options: { include_usage: true } };

test.each([
  ['vllm', ['metrics', 'queue_time_ms'], 1],
  ['groq', ['x_groq', 'usage', 'queue_time'], 1000],
  ['cerebras', ['time_info', 'queue_time'], 1000],
  ['fireworks', ['perf_metrics', 'prefill-queue-duration'], 1000],
] as const)('%s reports the queue that there was, in its own unit', async (reports, path, unit) => {
  server = await startModelServer({ script: { reports, text: 'a b', ttftMs: 9, queueMs: 6 } });
  const events = eventsIn(await exchange(server.url, '/v1/completions', INCLUDE_USAGE));
  const found = events
    .map((event) =>
      path.reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], event),
    )
    .find((value) => value !== undefined);
  expect(Number(found) * unit).toBeCloseTo(timesIn(server.log[0]).load, 6);
});

test('a plain server says nothing of its times', async () => {
  server = await startModelServer({ script: { reports: 'plain', text: 'a b', queueMs: 1 } });
  const bodies = [
    ['/infill', { return_progress: true }],
    ['/v1/completions', INCLUDE_USAGE],
    ['/api/generate', {}],
  ] as const;
  for (const [path, body] of bodies) {
    const text = textOf(await exchange(server.url, path, body));
    expect(text).not.toMatch(/time|_ms|progress|duration"|metrics/);
  }
});

test('DeepSeek sends comments while the request waits, and none once prefill has begun', async () => {
  const script = { reports: 'deepseek', commentsEveryMs: 4, ttftMs: 40, queueMs: 20 } as const;
  server = await startModelServer({ script });
  const text = textOf(await exchange(server.url, '/v1/completions', {}));
  expect(text).toMatch(/: keep-alive.*"text"/s);
  const [entry] = server.log;
  expect(entry?.lastCommentSentMs).toBeLessThanOrEqual(entry?.processingMs ?? Number.NaN);
});

test('headers go out early or late on demand', async () => {
  const early = { text: 'a', ttftMs: 10, headersEarly: true };
  server = await startModelServer({ script: early });
  await exchange(server.url, '/infill', {});
  const [entry] = server.log;
  expect(entry?.headersSentMs).toBeLessThan(entry?.processingMs ?? Number.NaN);
});

test('a role chunk goes ahead of the first token', async () => {
  const script = { text: 'a', ttftMs: 20, roleChunk: true, roleChunkEarlyMs: 15 };
  server = await startModelServer({ script });
  let roleAtMs = Number.NaN;
  await exchange(server.url, '/v1/completions', {}, (segment) => {
    if (segment.includes('"role":"assistant"')) roleAtMs = performance.now();
  });
  expect(roleAtMs).toBeLessThan(server.log[0]?.firstTokenSentMs ?? Number.NaN);
});

test('thinking comes before the answer, on the routes that can tell them apart', async () => {
  server = await startModelServer({ script: { thinking: ['hm', 'm'], text: 'a' } });
  const [first, second, third, fourth] = eventsIn(
    await exchange(server.url, '/v1/completions', {}),
  );
  expect([first, second, third]).toMatchObject([
    { choices: [{ delta: { reasoning_content: 'hm' } }] },
    { choices: [{ delta: { reasoning_content: 'm' } }] },
    { choices: [{ text: 'a' }] },
  ]);
  expect(fourth).toMatchObject({ choices: [{ finish_reason: 'stop' }] });
  const [entry] = server.log;
  expect(entry?.firstAnswerSentMs).toBeGreaterThanOrEqual(entry?.firstTokenSentMs ?? Number.NaN);
  const usage = eventsIn(await exchange(server.url, '/v1/completions', INCLUDE_USAGE)).at(-1);
  expect(usage).toMatchObject({
    usage: { completion_tokens: 3, completion_tokens_details: { reasoning_tokens: 2 } },
  });
});

test('several tokens can share an event; the last one may hold fewer', async () => {
  const script = { text: 'a b c d e', tokensPerChunk: 2 };
  server = await startModelServer({ script });
  const events = eventsIn(await exchange(server.url, '/infill', {}));
  expect(events.map((event) => [event['content'], event['tokens_predicted']])).toEqual([
    ['a b', 2],
    [' c d', 4],
    [' e', 5],
    ['', 5],
  ]);
  expect(server.log[0]?.tokensSentMs).toHaveLength(5);
});

test('usage can count along', async () => {
  server = await startModelServer({ script: { text: 'a b', usageOnChunks: 'counting' } });
  const events = eventsIn(await exchange(server.url, '/v1/completions', {}));
  expect(events.map(({ usage }) => (usage as Record<string, number>)['completion_tokens'])).toEqual(
    [1, 2, 2],
  );
});

test('the rate falls along the output by as much as was asked for', () => {
  const times = tokenTimes({ tps: 100, tpsFallPer1000: 0.35 }, 1002);
  const rateAt = (index: number) => 1000 / ((times[index] ?? 0) - (times[index - 1] ?? 0));
  expect(rateAt(1)).toBeCloseTo(100, 0);
  expect(rateAt(1000)).toBeCloseTo(65, 6);
  expect(tokenTimes({ tps: 100 }, 3)).toEqual([0, 10, 20]);
  expect(tokenTimes({}, 3)).toEqual([0, 0, 0]);
});

test('a slot evaluates only what differs from the beginning of its last prompt and answer', async () => {
  server = await startModelServer({ script: { text: 'ijkl', cache: true }, slots: 1 });
  const prompts = ['abcdefgh', 'abcdefghijklmnop', 'abcdefghijklmnop', 'xbcdefgh'];
  for (const prompt of prompts) await exchange(server.url, '/infill', { prompt });
  expect(server.log.map(({ promptTokens, cachedTokens }) => [promptTokens, cachedTokens])).toEqual([
    [2, 0],
    [4, 3],
    [4, 3],
    [2, 0],
  ]);
});

test('the slot that knows the prompt takes it', async () => {
  const slots = createSlots(2);
  const [one, two] = [await slots.take('aaaaaaaa'), await slots.take('bbbbbbbb')];
  one.release('');
  two.release('');
  const again = await slots.take('bbbbbbbbbb');
  expect(again.cachedChars).toBe(8);
  expect((await slots.take('bbbbbbbbbb')).cachedChars).toBe(0);
});

test('prefill takes as long as the tokens that are evaluated', async () => {
  server = await startModelServer({ script: { text: 'a', msPerPromptToken: 1 } });
  await exchange(server.url, '/infill', { prompt: 'x'.repeat(80) });
  // 20 tokens of a millisecond each: the server waits at least so long, whatever the machine does.
  expect(timesIn(server.log[0]).prefill).toBeGreaterThanOrEqual(20);
});
