import type { ServerResponse } from 'node:http';
import { type Dialect, dialectOf } from './events.ts';
import type { Moment, Script, ServedRequest } from './script.ts';
import type { LogEntry } from './start-model-server.ts';
import { tokensOf } from './tokens-of.ts';

interface Serving {
  readonly request: ServedRequest;
  readonly script: Script;
  readonly response: ServerResponse;
  readonly entry: LogEntry;
  /** Aborts when the connection has closed. */
  readonly gone: AbortSignal;
}

/** Plays one script on one response, and writes down when. Returns when nothing more will be sent. */
export async function answer(serving: Serving): Promise<void> {
  const { script, request, gone } = serving;
  if (gone.aborted) return;
  if (await interrupted('headers', serving)) return;
  if (script.status !== undefined || script.body !== undefined) return plain(serving);
  const dialect = dialectOf(request, script);
  if (dialect === null) {
    const error = { message: 'File Not Found', type: 'not_found_error', code: 404 };
    const body = JSON.stringify({ error });
    return plain({ ...serving, script: { status: 404, headers: JSON_TYPE, body } });
  }
  await stream(serving, dialect);
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

async function stream(serving: Serving, dialect: Dialect): Promise<void> {
  const { script, request, response, entry, gone } = serving;
  const ttftMs = script.ttftMs ?? 0;
  const queueMs = Math.min(script.queueMs ?? 0, ttftMs);
  const { tokens, finish } = answerTokens(serving, dialect);
  const promptTokens = Math.ceil(JSON.stringify(request.body ?? '').length / 4);
  const startedMs = performance.now();

  response.statusCode = 200;
  response.setHeader('content-type', dialect.contentType);
  if (script.closeAfterStream) response.setHeader('keep-alive', 'timeout=5, max=100');
  for (const [name, value] of Object.entries(script.headers ?? {})) response.setHeader(name, value);
  const send = (event: string | null) => (event === null ? undefined : write(event, serving));

  if (dialect.headersAtOnce) {
    response.flushHeaders();
    entry.headersSentMs = performance.now();
  }
  await sleepUntil(startedMs + queueMs, gone);
  await send(dialect.progress(promptTokens, 0));
  await commentsUntil(startedMs + ttftMs, serving);
  await send(dialect.opening);
  if (await interrupted('first-token', serving)) return;

  const firstAtMs = startedMs + ttftMs;
  const gapMs = script.tps === undefined ? 0 : 1000 / script.tps;
  for (const [index, token] of tokens.entries()) {
    if (await interrupted(index, serving)) return;
    if (script.cutAfter === index) return end(serving);
    if (script.errorAfter === index) {
      await send(dialect.error(script.error ?? DEFAULT_ERROR));
      return end(serving);
    }
    await sleepUntil(firstAtMs + index * gapMs, gone);
    if (gone.aborted) return;
    const nowMs = performance.now();
    entry.headersSentMs ??= nowMs;
    if (token !== '') entry.firstTokenSentMs ??= nowMs;
    await send(dialect.piece(token, index));
    entry.tokens += 1;
  }
  if (script.errorAfter === tokens.length) {
    await send(dialect.error(script.error ?? DEFAULT_ERROR));
    return end(serving);
  }
  if (await interrupted(tokens.length, serving)) return;
  if (script.cutAfter === tokens.length) return end(serving);
  const decodeMs = Math.max(0, performance.now() - firstAtMs);
  const outcome = { finish, promptTokens, completionTokens: tokens.length, queueMs, decodeMs };
  for (const event of dialect.ending({ ...outcome, prefillMs: ttftMs - queueMs })) {
    await send(event);
  }
  end(serving);
}

const DEFAULT_ERROR = { code: 500, message: 'the model fell over', type: 'server_error' };

function answerTokens(
  { script, request }: Serving,
  dialect: Dialect,
): { tokens: readonly string[]; finish: 'stop' | 'length' } {
  const text = typeof script.text === 'function' ? script.text(request) : (script.text ?? 'value;');
  const cuts = dialect.stop.map((stop) => text.indexOf(stop)).filter((at) => at >= 0);
  const kept = cuts.length === 0 ? text : text.slice(0, Math.min(...cuts));
  const tokens = script.pieces ?? tokensOf(kept);
  return tokens.length > dialect.limit
    ? { tokens: tokens.slice(0, dialect.limit), finish: 'length' }
    : { tokens, finish: 'stop' };
}

/** True when the script stalls or resets at this moment, once the connection is gone. */
async function interrupted(moment: Moment, { script, response, gone }: Serving): Promise<boolean> {
  if (script.resetAt === moment) {
    // Let the bytes before it leave first.
    await sleepUntil(performance.now() + 2, gone);
    response.socket?.resetAndDestroy();
    return true;
  }
  if (script.stallAt !== moment) return gone.aborted;
  if (moment === 'first-token') response.flushHeaders();
  await new Promise<void>((resolve) => {
    if (gone.aborted) resolve();
    else gone.addEventListener('abort', () => resolve(), { once: true });
  });
  return true;
}

async function plain(serving: Serving): Promise<void> {
  const { script, response, entry, gone } = serving;
  const body = Buffer.from(script.body ?? '');
  response.statusCode = script.status ?? 200;
  for (const [name, value] of Object.entries(script.headers ?? {})) response.setHeader(name, value);
  entry.headersSentMs = performance.now();
  if (script.endless) {
    while (!gone.aborted) {
      if (!response.write(body)) await drained(response, gone);
      entry.bytes += body.length;
      await turn();
    }
    return;
  }
  if (script.dripMs === undefined) {
    entry.bytes += body.length;
    response.write(body);
  } else {
    await write(body, serving);
  }
  end(serving);
}

async function write(event: string | Uint8Array, serving: Serving): Promise<void> {
  const { script, response, entry, gone } = serving;
  if (gone.aborted) return;
  const bytes = Buffer.from(event);
  entry.headersSentMs ??= performance.now();
  entry.bytes += bytes.length;
  for (const segment of segments(bytes, script)) {
    if (gone.aborted) return;
    response.write(segment);
    // Node joins what is written in one turn into one TCP segment.
    if (segment.length < bytes.length)
      await sleepUntil(performance.now() + (script.dripMs ?? 1), gone);
  }
}

function segments(bytes: Buffer, script: Script): readonly Buffer[] {
  if (script.dripMs !== undefined) {
    return Array.from(bytes, (_byte, index) => bytes.subarray(index, index + 1));
  }
  if (!script.splitUtf8) return [bytes];
  const continuation = bytes.findIndex((byte) => (byte & 0xc0) === 0x80);
  const at = continuation < 0 ? Math.floor(bytes.length / 2) : continuation;
  return [bytes.subarray(0, at), bytes.subarray(at)];
}

function end({ response, entry, script }: Serving): void {
  entry.endedMs = performance.now();
  const { socket } = response;
  response.end(() => {
    if (script.closeAfterStream) socket?.destroySoon();
  });
}

async function commentsUntil(untilMs: number, serving: Serving): Promise<void> {
  const every = serving.script.commentsEveryMs;
  if (every !== undefined) {
    while (performance.now() + every < untilMs && !serving.gone.aborted) {
      await sleepUntil(performance.now() + every, serving.gone);
      await write(': keep-alive\n\n', serving);
    }
  }
  await sleepUntil(untilMs, serving.gone);
}

function sleepUntil(atMs: number, gone: AbortSignal): Promise<void> {
  const ms = atMs - performance.now();
  if (ms <= 0 || gone.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      gone.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    gone.addEventListener('abort', done, { once: true });
  });
}

function drained(response: ServerResponse, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    response.once('drain', resolve);
    gone.addEventListener('abort', () => resolve(), { once: true });
  });
}

function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
