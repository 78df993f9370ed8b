import type { StreamOptions } from '../core/model.ts';
import { CompletionError } from '../core/outcome.ts';
import type { ModelEntry } from '../core/settings.ts';
import { httpError, isWebPage, type Peer, webPageError } from './http-error.ts';
import { isLoopback } from './is-loopback.ts';
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
        );
      }
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

function unreadable(response: TransportResponse, peer: Peer): CompletionError | undefined {
  if (isWebPage(response.headers)) return webPageError(200, peer);
  const encoding = String(response.headers['content-encoding'] ?? 'identity');
  if (/^identity$/i.test(encoding)) return undefined;
  const sentence = `${peer.host} compressed its answer although asked not to. A proxy on the way may be doing it.`;
  return new CompletionError('bad-stream', sentence);
}
