import type { StreamOptions } from '../core/model.ts';
import {
  type ConnectionPool,
  type ConnectionPoolOptions,
  createConnectionPool,
} from './connection-pool.ts';
import { exchange } from './exchange.ts';
import { abortError, isBrokenConnection, transportError } from './transport-error.ts';

export interface TransportRequest extends StreamOptions {
  /** Absolute, http or https. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

export interface TransportResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /**
   * Read once. Throws `CompletionError`. Leaving it before its end closes the socket, unless `complete`
   * was called.
   */
  readonly body: AsyncIterable<Uint8Array>;
  /** The answer has said that it is over: the rest is read and thrown away so that the connection can serve again. */
  complete(): void;
}

export interface Transport {
  /**
   * Sends at once; redirects come back as they are. `onMark` hears `connected` when the request is
   * written, with the round trip of its connection (again, with `reused` false, when a warm connection
   * turned out dead and the request was sent a second time), and `headers` when the status line and
   * headers arrived. There is no deadline but the signal, whose abort closes the socket. Throws
   * `CompletionError`.
   */
  post(request: TransportRequest): Promise<TransportResponse>;
  /** Opens a connection to a URL's origin ahead of the next request. */
  prewarm(url: string): void;
  /** Closes every connection, busy ones included. */
  close(): Promise<void>;
}

/** One pool of warm connections per origin, with nothing shared with the process's own `fetch`. */
export function createTransport(
  options: ConnectionPoolOptions = { mayOpenAhead: () => false },
): Transport {
  const pools = new Map<string, ConnectionPool>();
  const poolOf = (url: URL): ConnectionPool => {
    const pool = pools.get(url.origin) ?? createConnectionPool(new URL(url.origin), options);
    pools.set(url.origin, pool);
    return pool;
  };

  return {
    async post(request) {
      const url = new URL(request.url);
      const { signal } = request;
      let answered = () => false;
      const failure = (error: unknown) =>
        signal.aborted ? abortError(signal) : transportError(error, url, answered());
      const attempt = async (fresh: boolean): Promise<TransportResponse> => {
        const lease = await poolOf(url).take({ fresh, signal });
        const sent = exchange(lease, url, request);
        answered = sent.answered;
        try {
          return await sent.response;
        } catch (error) {
          // llama-server closes after each streamed answer although it promised to keep the connection; a
          // request written to it meanwhile was never read. Only then is it safe, and right, to send again.
          const unread = lease.reused && !sent.answered() && isBrokenConnection(error);
          if (unread && !fresh && !signal.aborted) return attempt(true);
          throw error;
        }
      };
      try {
        const response = await attempt(false);
        return { ...response, body: mapErrors(response.body, failure) };
      } catch (error) {
        throw failure(error);
      }
    },
    prewarm(url) {
      const target = new URL(url);
      poolOf(target).prewarm();
    },
    async close() {
      for (const pool of pools.values()) pool.close();
      pools.clear();
    },
  };
}

/** Not a generator: leaving one that was never started would not close the socket. */
function mapErrors(
  body: AsyncIterable<Uint8Array>,
  failure: (error: unknown) => Error,
): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      const { next, return: leave } = body[Symbol.asyncIterator]();
      return {
        next: () =>
          next().catch((error: unknown) => {
            throw failure(error);
          }),
        ...(leave === undefined ? {} : { return: leave }),
      };
    },
  };
}
