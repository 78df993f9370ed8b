import type { ServerResponse } from 'node:http';
import { answerTokens, type Token } from './answer-tokens.ts';
import { type Counts, type Dialect, dialectOf } from './dialect.ts';
import type { Moment, Script, ServedRequest } from './script.ts';
import { sleepUntil } from './sleep-until.ts';
import type { Slots } from './slots.ts';
import type { LogEntry } from './start-model-server.ts';
import { tokenTimes } from './token-times.ts';
import { writeBytes } from './write-bytes.ts';

export interface Serving {
  readonly request: ServedRequest;
  readonly script: Script;
  readonly response: ServerResponse;
  readonly entry: LogEntry;
  readonly slots: Slots;
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
  const { script, response, entry, slots } = serving;
  response.statusCode = 200;
  response.setHeader('content-type', dialect.contentType);
  if (script.closeAfterStream) response.setHeader('keep-alive', 'timeout=5, max=100');
  for (const [name, value] of Object.entries(script.headers ?? {})) response.setHeader(name, value);
  if (script.headersEarly ?? dialect.headersAtOnce) {
    response.flushHeaders();
    entry.headersSentMs = performance.now();
  }
  const stopComments = startComments(serving);
  const { tokens, finish } = answerTokens(serving, dialect);
  const slot = await slots.take(dialect.prompt);
  try {
    const cachedChars = script.cache ? slot.cachedChars : 0;
    await serveInSlot(serving, dialect, { tokens, finish, cachedChars, stopComments });
  } finally {
    stopComments();
    slot.release(tokens.map(({ text }) => text).join(''));
  }
}

/** About what the tokenizers of code models make of code. */
const CHARS_PER_TOKEN = 4;

interface Plan {
  readonly tokens: readonly Token[];
  readonly finish: 'stop' | 'length';
  readonly cachedChars: number;
  readonly stopComments: () => void;
}

async function serveInSlot(serving: Serving, dialect: Dialect, plan: Plan): Promise<void> {
  const { script, entry, gone } = serving;
  const { tokens, finish, stopComments } = plan;
  if (gone.aborted) return;
  const slotAtMs = performance.now();
  const ttftMs = script.ttftMs ?? 0;
  const loadMs = Math.min(script.loadMs ?? 0, ttftMs);
  const queueMs = Math.min(script.queueMs ?? 0, ttftMs - loadMs);
  const promptTokens = Math.max(1, Math.ceil(dialect.prompt.length / CHARS_PER_TOKEN));
  const cachedTokens = Math.min(Math.floor(plan.cachedChars / CHARS_PER_TOKEN), promptTokens - 1);
  const evaluateMs = (script.msPerPromptToken ?? 0) * (promptTokens - cachedTokens);
  const firstAtMs = slotAtMs + ttftMs + evaluateMs;
  let counts: Counts = { promptTokens, cachedTokens, completionTokens: 0, reasoningTokens: 0 };
  const send = (event: string | null, onLast?: () => void) =>
    event === null ? undefined : writeBytes(event, serving, onLast);

  await sleepUntil(slotAtMs + queueMs + loadMs, gone);
  const processingMs = performance.now();
  Object.assign(entry, { processingMs, promptTokens, cachedTokens });
  if (script.reports === 'deepseek') stopComments();
  await send(dialect.progress(counts));
  await sleepUntil(firstAtMs - (script.roleChunkEarlyMs ?? 0), gone);
  stopComments();
  await send(dialect.opening);
  await sleepUntil(firstAtMs, gone);
  if (await interrupted('first-token', serving)) return;

  /** Tokens that are there and wait for the others of their event. */
  let pending: Token[] = [];
  const flush = async (): Promise<void> => {
    const [first] = pending;
    if (first === undefined || gone.aborted) return;
    const sent = pending;
    const text = sent.map((token) => token.text).join('');
    pending = [];
    const event = (first.thought ? dialect.thought : dialect.piece)?.(text, counts) ?? null;
    await send(event, () => noteSent(entry, sent));
  };
  const fail = async (): Promise<void> => {
    await send(dialect.error(script.error ?? DEFAULT_ERROR));
    end(serving);
  };

  const times = tokenTimes(script, tokens.length);
  for (let index = 0; index <= tokens.length; index += 1) {
    const isStop = [script.stallAt, script.resetAt, script.cutAfter, script.errorAfter];
    const token = tokens[index];
    if (isStop.includes(index) || token?.thought !== pending[0]?.thought) await flush();
    if (await interrupted(index, serving)) return;
    if (script.cutAfter === index) return end(serving);
    if (script.errorAfter === index) return fail();
    if (token === undefined) break;
    await sleepUntil(firstAtMs + (times[index] ?? 0), gone);
    if (gone.aborted) return;
    counts = {
      ...counts,
      completionTokens: counts.completionTokens + 1,
      reasoningTokens: counts.reasoningTokens + (token.thought ? 1 : 0),
    };
    pending.push(token);
    if (pending.length >= (script.tokensPerChunk ?? 1)) await flush();
  }
  const nowMs = performance.now();
  const firstMs = entry.firstTokenSentMs ?? nowMs;
  const outcome = {
    ...counts,
    finish,
    queueMs: processingMs - loadMs - entry.receivedMs,
    loadMs,
    prefillMs: firstMs - processingMs,
    decodeMs: (entry.lastTokenSentMs ?? nowMs) - firstMs,
    totalMs: nowMs - entry.receivedMs,
  };
  for (const event of dialect.ending(outcome)) await send(event);
  end(serving);
}

const DEFAULT_ERROR = { code: 500, message: 'the model fell over', type: 'server_error' };

function noteSent(entry: LogEntry, tokens: readonly Token[]): void {
  const nowMs = performance.now();
  entry.headersSentMs ??= nowMs;
  for (const { text, thought } of tokens) {
    entry.tokensSentMs.push(nowMs);
    if (text === '') continue;
    entry.firstTokenSentMs ??= nowMs;
    if (!thought) entry.firstAnswerSentMs ??= nowMs;
    entry.lastTokenSentMs = nowMs;
  }
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
    await writeBytes(body, serving);
  }
  end(serving);
}

function end({ response, entry, script }: Serving): void {
  entry.endedMs = performance.now();
  const { socket } = response;
  response.end(() => {
    if (script.closeAfterStream) socket?.destroySoon();
  });
}

/** Signs of life while a request waits. Returns what ends them. */
function startComments(serving: Serving): () => void {
  const { script, entry, gone } = serving;
  if (script.commentsEveryMs === undefined) return () => undefined;
  const comment = (): void => {
    if (gone.aborted) return;
    entry.lastCommentSentMs = performance.now();
    void writeBytes(': keep-alive\n\n', serving);
  };
  const timer = setInterval(comment, script.commentsEveryMs);
  return () => clearInterval(timer);
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
