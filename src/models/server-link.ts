import { isLoopback } from '../core/is-loopback.ts';
import type { StreamOptions } from '../core/model.ts';
import { CompletionError } from '../core/outcome.ts';
import type { ModelEntry } from '../core/settings.ts';
import { httpError, isWebPage, type Peer, webPageError } from './http-error.ts';
import type { Transport, TransportResponse } from './transport.ts';
import { abortError } from './transport-error.ts';

export interface ServerLinkDeps {
  readonly transport: Transport;
  /** The key stored for an origin. Asked at every request, so it should answer from memory. */
  readonly apiKey: (origin: string) => Promise<string | undefined>;
  readonly epochMs: () => number;
}

export interface LinkAnswer {
  readonly response: TransportResponse;
  readonly peer: Peer;
}

/** The way to one model's server: its endpoint, key and headers, and what its refusals mean. */
export interface ServerLink {
  /** The endpoint's origin. */
  readonly origin: string;
  /**
   * Models with the same key share one server's queue. A server spoken to over plain http stands in
   * the house and is usually one GPU; what is hosted behind https batches on its own, and its models
   * do not wait for each other.
   */
  readonly queueKey: string | null;
  /** Sends JSON to a path below the endpoint; resolves only for 200 with something other than a web page. */
  send(path: string, body: unknown, options: StreamOptions): Promise<LinkAnswer>;
}

export function createServerLink(entry: ModelEntry, deps: ServerLinkDeps): ServerLink {
  const endpoint = new URL(entry.endpoint);
  const base = endpoint.pathname.replace(/\/+$/, '');

  return {
    origin: endpoint.origin,
    queueKey: endpoint.protocol === 'https:' ? null : endpoint.origin,
    async send(path, body, options) {
      const key = await deps.apiKey(endpoint.origin);
      if (options.signal.aborted) throw abortError(options.signal);
      if (key !== undefined && endpoint.protocol === 'http:' && !isLoopback(endpoint.hostname)) {
        throw new CompletionError(
          'config',
          `The API key for ${endpoint.host} was not sent: over plain http anyone on the way can read it. Use https, or remove the key.`,
          { unsent: true },
        );
      }
      checkSendable(entry, endpoint.host, key);
      const peer: Peer = {
        host: endpoint.host,
        path: base + path,
        ...(entry.model === undefined ? {} : { model: entry.model }),
        secrets: key === undefined ? [] : [key],
      };
      const response = await deps.transport.post({
        url: endpoint.origin + peer.path,
        headers: {
          ...entry.headers,
          'content-type': 'application/json',
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        },
        body: JSON.stringify(body),
        ...options,
      });
      const problem =
        response.status === 200
          ? unreadable(response, peer)
          : await httpError(response, peer, deps.epochMs());
      if (problem === undefined) return { response, peer };
      // Whatever is left of the body is of no use: give the socket up.
      await response.body[Symbol.asyncIterator]().return?.();
      throw problem;
    },
  };
}

/** What an HTTP header can hold: printable Latin-1 on one line. */
const SENDABLE = /^[\x20-\x7e\xa0-\xff]*$/;

/** Throws `config`; neither the key nor a header's value is repeated. */
function checkSendable(entry: ModelEntry, host: string, key: string | undefined): void {
  if (key !== undefined && !SENDABLE.test(key)) {
    throw new CompletionError(
      'config',
      `The API key for ${host} cannot be sent: it holds a line break or a character that no key has. Set it again with First Token: Set API Key.`,
      { unsent: true },
    );
  }
  const wrong = Object.entries(entry.headers).find(([, value]) => !SENDABLE.test(value));
  if (wrong === undefined) return;
  throw new CompletionError(
    'config',
    `The header "${wrong[0]}" of model "${entry.id}" cannot be sent: its value holds a character that HTTP does not allow.`,
    { unsent: true },
  );
}

function unreadable(response: TransportResponse, peer: Peer): CompletionError | undefined {
  if (isWebPage(response.headers)) return webPageError(200, peer);
  const encoding = String(response.headers['content-encoding'] ?? 'identity');
  if (/^identity$/i.test(encoding)) return undefined;
  const sentence = `${peer.host} compressed its answer although asked not to. A proxy on the way may be doing it.`;
  return new CompletionError('bad-stream', sentence);
}
