import { execFile } from 'node:child_process';
import { createServer, type Server, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import type { TransportMark } from '../../src/core/model.ts';
import { CompletionError } from '../../src/core/outcome.ts';
import {
  createTransport,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from '../../src/models/transport.ts';
import { errorOf } from '../support/model-server/asking.ts';
import type { Script, ServedRequest } from '../support/model-server/script.ts';
import { type ModelServer, startModelServer } from '../support/model-server/start-model-server.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function transport(): Transport {
  const created = createTransport();
  cleanups.push(() => created.close());
  return created;
}

async function serve(script: Script | ((request: ServedRequest) => Script)): Promise<ModelServer> {
  const server = await startModelServer({ script });
  cleanups.push(() => server.close());
  return server;
}

interface Sent {
  readonly marks: TransportMark[];
  readonly controller: AbortController;
  readonly response: Promise<TransportResponse>;
}

function post(through: Transport, origin: string, more: Partial<TransportRequest> = {}): Sent {
  const marks: TransportMark[] = [];
  const controller = new AbortController();
  const response = through.post({
    url: `${origin}/infill`,
    headers: { 'content-type': 'application/json' },
    body: '{"n_predict":8}',
    signal: controller.signal,
    onMark: (mark) => marks.push(mark),
    ...more,
  });
  return { marks, controller, response };
}

async function textOf(response: TransportResponse): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

test('a response comes back with status, headers and body, and marks in order', async () => {
  const server = await serve({ text: 'a b' });
  const { response, marks } = post(transport(), server.url);
  const answer = await response;
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toBe('text/event-stream');
  expect(await textOf(answer)).toContain('"content":" b"');
  expect(marks).toEqual([
    { name: 'connected', reused: false, roundTripMs: expect.any(Number) },
    { name: 'headers' },
  ]);
});

test('the body and headers arrive as they were given, and no compression is invited', async () => {
  const server = await serve({});
  await textOf(await post(transport(), server.url, { body: '{"input_prefix":"größer"}' }).response);
  const request = server.log[0]?.request;
  expect(request?.body).toEqual({ input_prefix: 'größer' });
  expect(request?.headers).toMatchObject({
    'content-type': 'application/json',
    'accept-encoding': 'identity',
    connection: 'keep-alive',
  });
});

test('the next request takes the warm connection and says so', async () => {
  const server = await serve({});
  const through = transport();
  await textOf(await post(through, server.url).response);
  const second = post(through, server.url);
  await textOf(await second.response);
  expect(second.marks[0]).toEqual({
    name: 'connected',
    reused: true,
    roundTripMs: expect.any(Number),
  });
  expect(server.connections()).toBe(1);
});

test('the round trip is that of the connection, and the same for each request on it', async () => {
  const server = await serve({});
  const through = transport();
  const first = post(through, server.url);
  await textOf(await first.response);
  const second = post(through, server.url);
  await textOf(await second.response);
  expect(server.connections()).toBe(1);
  const [one, two] = [first, second].map(({ marks }) => roundTripOf(marks));
  expect(one).toBeGreaterThan(0);
  expect(two).toBe(one);
});

test('a new connection has a round trip of its own', async () => {
  const server = await serve({ ttftMs: 20 });
  const through = transport();
  const sent = [post(through, server.url), post(through, server.url)];
  await Promise.all(sent.map(async ({ response }) => textOf(await response)));
  const [one, two] = sent.map(({ marks }) => roundTripOf(marks));
  expect(one).not.toBe(two);
});

test('requests at the same time have a connection each', async () => {
  const server = await serve({ ttftMs: 20 });
  const through = transport();
  const sent = [post(through, server.url), post(through, server.url), post(through, server.url)];
  await Promise.all(sent.map(async ({ response }) => textOf(await response)));
  expect(server.connections()).toBe(3);
  expect(sent.map(({ marks }) => marks[0])).toEqual(
    Array(3).fill({ name: 'connected', reused: false, roundTripMs: expect.any(Number) }),
  );
});

test('beyond six at a time a request waits for a connection, and is told to reuse it', async () => {
  const server = await serve({ ttftMs: 20 });
  const through = transport();
  const sent = Array.from({ length: 8 }, () => post(through, server.url));
  await Promise.all(sent.map(async ({ response }) => textOf(await response)));
  expect(server.log).toHaveLength(8);
  expect(server.connections()).toBe(6);
  expect(
    sent.filter(({ marks }) => marks.some((mark) => 'reused' in mark && mark.reused)).length,
  ).toBe(2);
});

test('an abort before the headers closes the socket under the server', async () => {
  const server = await serve({ stallAt: 'headers' });
  const { response, controller } = post(transport(), server.url);
  await expect.poll(() => server.log.length).toBe(1);
  controller.abort();
  expect(await errorOf(response)).toMatchObject({ code: 'aborted' });
  await expect.poll(() => server.log[0]?.closedByClientAtMs).not.toBeNull();
});

test('an abort in the middle of a stream closes the socket and ends the reader at once', async () => {
  const server = await serve({ text: 'a b c', stallAt: 2 });
  const { response, controller } = post(transport(), server.url);
  const answer = await response;
  const chunks: string[] = [];
  const reading = (async () => {
    for await (const chunk of answer.body) {
      chunks.push(Buffer.from(chunk).toString());
      if (chunks.join('').includes('" b"')) controller.abort();
    }
  })();
  expect(await errorOf(reading)).toMatchObject({ code: 'aborted' });
  await expect.poll(() => server.log[0]?.closedByClientAtMs).not.toBeNull();
});

test('what had arrived and was not read yet is not delivered after an abort', async () => {
  const server = await serve({ text: 'a b c', stallAt: 2 });
  const { response, controller } = post(transport(), server.url);
  const answer = await response;
  await expect.poll(() => server.log[0]?.firstTokenSentMs).not.toBeNull();
  controller.abort();
  const first = answer.body[Symbol.asyncIterator]().next();
  expect(await errorOf(first)).toMatchObject({ code: 'aborted' });
});

test('a signal that was aborted before sends nothing', async () => {
  const server = await serve({});
  const signal = AbortSignal.abort();
  const { response } = post(transport(), server.url, { signal });
  expect(await errorOf(response)).toMatchObject({ code: 'aborted' });
  expect(server.connections()).toBe(0);
});

test('the deadline of the caller comes back as the caller put it', async () => {
  const server = await serve({ stallAt: 'headers' });
  const deadline = new CompletionError('timeout', 'No answer within 10 s.');
  const first = post(transport(), server.url);
  first.controller.abort(deadline);
  expect(await errorOf(first.response)).toBe(deadline);
  const second = post(transport(), server.url);
  second.controller.abort('timeout');
  expect(await errorOf(second.response)).toMatchObject({ code: 'timeout' });
});

test('leaving the body early closes the socket', async () => {
  const server = await serve({ text: 'a b c', stallAt: 1 });
  const answer = await post(transport(), server.url).response;
  for await (const _chunk of answer.body) break;
  await expect.poll(() => server.log[0]?.closedByClientAtMs).not.toBeNull();
});

test('leaving the body after the answer said that it is over keeps the connection', async () => {
  const server = await serve({ text: 'a', tps: 200 });
  const through = transport();
  const answer = await post(through, server.url).response;
  for await (const _chunk of answer.body) {
    answer.complete();
    break;
  }
  await expect.poll(() => server.log[0]?.endedMs).not.toBeNull();
  const second = post(through, server.url);
  await textOf(await second.response);
  expect(second.marks[0]).toEqual({
    name: 'connected',
    reused: true,
    roundTripMs: expect.any(Number),
  });
});

test('a server that never ends after its end mark loses the connection, not our time', async () => {
  const server = await serve({ text: 'a b', stallAt: 2 });
  const answer = await post(transport(), server.url).response;
  for await (const _chunk of answer.body) {
    answer.complete();
    break;
  }
  await expect.poll(() => server.log[0]?.closedByClientAtMs, { timeout: 2000 }).not.toBeNull();
});

test('a warm connection that dies before the first byte is replaced once, and both marks are made', async () => {
  const server = await serve((request) =>
    request.nthOnConnection > 1 ? { resetAt: 'headers' } : {},
  );
  const through = transport();
  await textOf(await post(through, server.url).response);
  const second = post(through, server.url);
  expect(await textOf(await second.response)).toContain('"stop":true');
  expect(second.marks).toEqual([
    { name: 'connected', reused: true, roundTripMs: expect.any(Number) },
    { name: 'connected', reused: false, roundTripMs: expect.any(Number) },
    { name: 'headers' },
  ]);
  expect(server.log).toHaveLength(3);
});

test('a fresh connection that dies is not tried again', async () => {
  const server = await serve({ resetAt: 'headers' });
  const { response } = post(transport(), server.url);
  expect(await errorOf(response)).toMatchObject({
    code: 'unreachable',
    message: expect.stringMatching(/^127\.0\.0\.1:\d+ closed the connection without an answer/),
  });
  expect(server.log).toHaveLength(1);
});

test('the second attempt is not followed by a third', async () => {
  const server = await serve((request) =>
    server.log.length > 1 || request.nthOnConnection > 1 ? { resetAt: 'headers' } : {},
  );
  const through = transport();
  await textOf(await post(through, server.url).response);
  expect(await errorOf(post(through, server.url).response)).toMatchObject({ code: 'unreachable' });
  expect(server.log).toHaveLength(3);
});

test('a warm connection that breaks after the first byte is not tried again', async () => {
  const server = await serve((request) =>
    request.nthOnConnection > 1 ? { text: 'a b', resetAt: 1 } : {},
  );
  const through = transport();
  await textOf(await post(through, server.url).response);
  const answer = await post(through, server.url).response;
  expect(await errorOf(textOf(answer))).toMatchObject({
    code: 'bad-stream',
    message: expect.stringMatching(/broke off in the middle of its answer/),
  });
  expect(server.log).toHaveLength(2);
});

test('many answers in a row from a server that closes after each are all received', async () => {
  const server = await serve({ text: 'a', closeAfterStream: true });
  const through = transport();
  for (let turn = 0; turn < 20; turn += 1) {
    expect(await textOf(await post(through, server.url).response)).toContain('"stop":true');
  }
});

test('redirects come back as they are', async () => {
  const server = await serve({ status: 307, headers: { location: 'http://192.0.2.1/infill' } });
  const answer = await post(transport(), server.url).response;
  expect(answer.status).toBe(307);
  expect(answer.headers['location']).toBe('http://192.0.2.1/infill');
  expect(server.log).toHaveLength(1);
});

test('a connection opened ahead is warm for the first request', async () => {
  const server = await serve({});
  const through = transport();
  through.prewarm(`${server.url}/v1`);
  through.prewarm(`${server.url}/v1`);
  await expect.poll(() => server.connections()).toBe(1);
  await expect
    .poll(async () => {
      const sent = post(through, server.url);
      await textOf(await sent.response);
      return sent.marks[0];
    })
    .toEqual({ name: 'connected', reused: true, roundTripMs: expect.any(Number) });
  expect(server.connections()).toBe(1);
});

test('warming up for a server that is not there is silent', async () => {
  const port = await unusedPort();
  const through = transport();
  through.prewarm(`http://127.0.0.1:${port}`);
  await new Promise((resolve) => setImmediate(resolve));
  const { response } = post(through, `http://127.0.0.1:${port}`);
  expect(await errorOf(response)).toMatchObject({ code: 'unreachable' });
});

test('a connection that is being opened outlives the keystroke that asked for it', async () => {
  const server = await serve({});
  const through = transport();
  const first = post(through, server.url);
  first.controller.abort();
  expect(await errorOf(first.response)).toMatchObject({ code: 'aborted' });
  await expect.poll(() => server.connections()).toBe(1);
  expect(server.log).toHaveLength(0);
  await textOf(await post(through, server.url).response);
  expect(server.connections()).toBe(1);
});

test('nobody listening is said with host and port', async () => {
  const port = await unusedPort();
  const { response } = post(transport(), `http://127.0.0.1:${port}`);
  expect(await errorOf(response)).toMatchObject({
    code: 'unreachable',
    message: `Nothing is listening on 127.0.0.1:${port}. Is the server running?`,
  });
});

test('a server that does not speak TLS is named as such', async () => {
  const server = await serve({});
  const { response } = post(transport(), server.url.replace('http:', 'https:'));
  expect(await errorOf(response)).toMatchObject({
    code: 'unreachable',
    message: expect.stringContaining('does not speak TLS'),
  });
});

test('something that is not HTTP is named as such', async () => {
  const origin = await raw((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'));
  expect(await errorOf(post(transport(), origin).response)).toMatchObject({
    code: 'bad-stream',
    message: expect.stringContaining('did not answer in HTTP'),
  });
});

test('endless headers are refused', async () => {
  const line = `x-filler: ${'x'.repeat(1000)}\r\n`;
  const origin = await raw((socket) => socket.write(`HTTP/1.1 200 OK\r\n${line.repeat(100)}`));
  expect(await errorOf(post(transport(), origin).response)).toMatchObject({ code: 'bad-stream' });
});

test('a body without end is refused', async () => {
  const server = await serve({ body: 'x'.repeat(262_144), endless: true });
  const answer = await post(transport(), server.url).response;
  expect(await errorOf(textOf(answer))).toMatchObject({
    code: 'bad-stream',
    message: expect.stringContaining('more than any completion needs'),
  });
  await expect.poll(() => server.log[0]?.closedByClientAtMs).not.toBeNull();
});

test('a reader that lags makes the server wait instead of filling memory', async () => {
  const server = await serve({ body: 'x'.repeat(65_536), endless: true });
  const answer = await post(transport(), server.url).response;
  let before = -1;
  await expect
    .poll(() => {
      const now = server.log[0]?.bytes ?? 0;
      const stalled = now === before;
      before = now;
      return stalled;
    })
    .toBe(true);
  expect(before).toBeLessThan(16 * 1024 * 1024);
  let read = 0;
  for await (const chunk of answer.body) {
    read += chunk.length;
    if (read > before) break;
  }
  expect(read).toBeGreaterThan(before);
});

test('closing the transport closes its connections', async () => {
  const server = await serve({ stallAt: 'headers' });
  const through = createTransport();
  const { response } = post(through, server.url);
  await expect.poll(() => server.log.length).toBe(1);
  await through.close();
  expect(await errorOf(response)).toBeInstanceOf(CompletionError);
  await expect.poll(() => server.log[0]?.closedByClientAtMs).not.toBeNull();
});

test('the process-wide dispatcher that fetch uses is not touched', async () => {
  const server = await serve({});
  const module = new URL('../../src/models/transport.ts', import.meta.url).href;
  const program = `
    const slots = () => [1, 2].map((n) => globalThis[Symbol.for('undici.globalDispatcher.' + n)]);
    const before = slots();
    const { createTransport } = await import(${JSON.stringify(module)});
    const transport = createTransport();
    const response = await transport.post({
      url: '${server.url}/infill', headers: {}, body: '{}',
      signal: new AbortController().signal, onMark() {},
    });
    for await (const chunk of response.body);
    await transport.close();
    console.log(slots().every((slot, index) => slot === before[index]), before.length, response.status);
  `;
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program]);
  expect(stdout.trim()).toBe('true 2 200');
});

function roundTripOf(marks: readonly TransportMark[]): number | null | undefined {
  return marks.find((mark) => mark.name === 'connected')?.roundTripMs;
}

async function raw(onConnection: (socket: Socket) => void): Promise<string> {
  const server: Server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => onConnection(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
}

async function unusedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test('when a request is stopped the next finds a connection ready, if that is wanted', async () => {
  for (const wanted of [true, false]) {
    const server = await startModelServer({ script: { ttftMs: 60_000 } });
    const through = createTransport({ mayOpenAhead: () => wanted });
    const stop = new AbortController();
    const marks: TransportMark[] = [];
    const send = (signal: AbortSignal) =>
      through.post({
        url: `${server.url}/v1/completions`,
        headers: {},
        body: '{}',
        signal,
        onMark: (mark) => {
          if (mark.name === 'connected') marks.push(mark);
        },
      });
    const first = send(stop.signal).catch(() => {});
    await expect.poll(() => marks.length).toBe(1);
    stop.abort();
    await first;
    await expect.poll(() => server.connections()).toBe(wanted ? 2 : 1);
    const again = new AbortController();
    const second = send(again.signal).catch(() => {});
    await expect.poll(() => marks.length).toBe(2);
    expect(marks[1]).toMatchObject({ name: 'connected', reused: wanted });
    again.abort();
    await second;
    await through.close();
    await server.close();
  }
});
