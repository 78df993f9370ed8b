import { CompletionError } from '../core/outcome.ts';
import { countAt, isJson, type Json, objectAt, textAt } from './json.ts';
import { retryAfterMs } from './retry-after.ts';
import { quoteServer, serverMessage } from './server-words.ts';
import type { TransportResponse } from './transport.ts';

/** Whom a request went to, as far as a sentence about its failure needs it. */
export interface Peer {
  /** Host and port. */
  readonly host: string;
  /** The path that was asked, for example `/v1/completions`. */
  readonly path: string;
  /** The model name that was asked for. */
  readonly model?: string;
  /** Keys that a server might repeat and that no sentence may hold. */
  readonly secrets: readonly string[];
}

const MAX_BODY_BYTES = 64 * 1024;
/** The longest keys in use are signed tokens of one to two thousand characters. */
const MAX_KEY_CHARS = 4096;

/** Reads at most 64 kB of the body and says in one sentence what went wrong and what to change. */
export async function httpError(
  response: TransportResponse,
  peer: Peer,
  epochMs: number,
): Promise<CompletionError> {
  const { status, headers } = response;
  if (status >= 300 && status < 400) return redirectError(status, headers['location'], peer);
  const text = await readText(response.body);
  if (isWebPage(headers) || /^\s*<(!doctype|html)/i.test(text)) return webPageError(status, peer);
  const retryAfter = retryAfterMs(headers, epochMs);
  const body = parseLeniently(text);
  // JSON that is cut or no object may repeat the prompt anywhere, so none of it is quoted.
  const words = body ? serverMessage(body) : /^\s*[{[]/.test(text) ? '' : text;
  return describe(status, words, peer, retryAfter);
}

/**
 * The error inside an event of a stream that began with 200, by its content or by the event's name;
 * undefined when it is none.
 */
export function eventError(event: Json, peer: Peer, name?: string): CompletionError | undefined {
  // Some servers send `false`, "" or null with every event that is none.
  if (!event['error'] && name !== 'error') return undefined;
  const error = objectAt(event, 'error') ?? event;
  const code = countAt(error, 'code') ?? countAt(error, 'http_status_code') ?? 0;
  const byType = /rate_?limit/i.test(textAt(error, 'type') ?? textAt(error, 'code') ?? '')
    ? 429
    : 0;
  const status = code >= 400 && code < 600 ? code : byType;
  return describe(status, serverMessage(event), peer, undefined);
}

export function isWebPage(headers: TransportResponse['headers']): boolean {
  return /^\s*(text\/html|application\/xhtml)/i.test(String(headers['content-type'] ?? ''));
}

export function webPageError(status: number, peer: Peer): CompletionError {
  const sentence = `${peer.host} answered ${peer.path} with a web page (${status}). Is the endpoint right?`;
  return new CompletionError('http', sentence, { status });
}

function redirectError(status: number, location: unknown, peer: Peer): CompletionError {
  const target = typeof location === 'string' ? quoteServer(location, peer.secrets) : '';
  const where = target === '' ? 'elsewhere' : `to ${target}`;
  const sentence = `${peer.host} redirects ${peer.path} ${where} (${status}). Redirects are not followed, to keep code and keys at the endpoint; correct the endpoint.`;
  return new CompletionError('http', sentence, { status });
}

/** `status` 0 stands for an error without one. */
function describe(
  status: number,
  words: string,
  peer: Peer,
  retryAfter: number | undefined,
): CompletionError {
  const { host, path, model } = peer;
  const quoted = quoteServer(words, peer.secrets);
  const said = quoted === '' ? '' : `: ${quoted}`;
  const details = {
    ...(status === 0 ? {} : { status }),
    ...(retryAfter === undefined ? {} : { retryAfterMs: retryAfter }),
  };
  const http = (sentence: string) => new CompletionError('http', sentence, details);

  switch (status) {
    case 401:
    case 403: {
      // Never quoted: these messages are the ones that repeat the key.
      const cure = 'Set it with First Token: Set API Key.';
      return new CompletionError(
        'auth',
        `${host} refused the API key (${status}). ${cure}`,
        details,
      );
    }
    case 404:
      if (model !== undefined && (words.includes(model) || /model/i.test(words))) {
        return http(`${host} does not know the model “${quoteServer(model, [])}” (404)${said}`);
      }
      return http(
        `${host} has no ${path} (404). Check the endpoint and the provider; many servers want /v1 at its end.`,
      );
    case 405:
      return http(
        `${host} takes no completions at ${path} (405). Check the endpoint and the provider.`,
      );
    case 429: {
      const wait =
        retryAfter === undefined ? '' : `; it asks to wait ${Math.ceil(retryAfter / 1000)} s`;
      return new CompletionError(
        'rate-limited',
        `${host} limits the rate (429)${wait}${said}`,
        details,
      );
    }
    case 0:
      return http(`${host} reported an error in its answer${said}`);
    default:
      break;
  }
  if (status === 400 && TOO_LONG.test(words)) {
    return http(`The prompt is too long for the context of the model at ${host} (400)${said}`);
  }
  if (status >= 500) return http(`${host} is failing or overloaded (${status})${said}`);
  return http(`${host} refused the request (${status})${said}`);
}

/** llama.cpp "exceeds the available context size", vLLM and OpenAI "maximum context length", SGLang "longer than". */
const TOO_LONG = /context (size|length|window)|too long|longer than/i;

async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  try {
    for await (const chunk of body) {
      text += decoder.decode(chunk, { stream: true });
      bytes += chunk.length;
      // The end may hold half a key, which nothing would recognise.
      if (bytes >= MAX_BODY_BYTES) return text.slice(0, -MAX_KEY_CHARS);
    }
  } catch (error) {
    // The status already says what happened; only an abort matters more.
    if (
      error instanceof CompletionError &&
      (error.code === 'aborted' || error.code === 'timeout')
    ) {
      throw error;
    }
  }
  return text;
}

function parseLeniently(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJson(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
