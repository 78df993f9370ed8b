import { type Connection, openConnection } from './connection.ts';

export interface Lease {
  readonly connection: Connection;
  /** True when the connection was open before it was asked for. */
  readonly reused: boolean;
  /** Hands the connection back after its response ended. A closed one is forgotten. */
  release(): void;
}

export interface ConnectionPool {
  /**
   * A connection that carries nothing else: an idle one, or with `fresh` (and where none is idle) a new one.
   * Rejects with the socket's error, or with the signal's reason. An abort does not stop a
   * connection that is being opened: on a slow network the next keystroke finds it ready instead of
   * starting the handshake over again with each key.
   */
  take(options: { fresh: boolean; signal: AbortSignal }): Promise<Lease>;
  /** Opens a connection ahead of need, unless one is idle or on its way. Errors are for the request that follows. */
  prewarm(): void;
  close(): void;
}

interface Waiter {
  readonly fresh: boolean;
  resolve(lease: Lease): void;
  reject(error: unknown): void;
}

/** Lanes that agree with the writer live on beside the new one; more than a few at once means a stuck server. */
const MAX_CONNECTIONS = 6;

export interface ConnectionPoolOptions {
  /** Whether to open the next connection at once when one that carried a request has been closed. */
  readonly mayOpenAhead: () => boolean;
}

/**
 * The connections to one origin: the most recently used is reused first, the rest time out.
 *
 * Stopping a request closes its connection, and some servers close after each answer: without another
 * opened ahead the next key would pay for TCP and TLS.
 */
export function createConnectionPool(origin: URL, options: ConnectionPoolOptions): ConnectionPool {
  const all = new Set<Connection>();
  const idle: Connection[] = [];
  const waiters: Waiter[] = [];
  /** Connections that carry a request. */
  const busy = new Set<Connection>();
  let opening = 0;
  let closed = false;

  const lease = (connection: Connection, reused: boolean): Lease => {
    busy.add(connection);
    return leaseOf(connection, reused);
  };
  const leaseOf = (connection: Connection, reused: boolean): Lease => ({
    connection,
    reused,
    release: () => {
      busy.delete(connection);
      if (closed) return;
      if (!connection.open) return openAhead();
      const next = waiters.findIndex((waiter) => !waiter.fresh);
      const [waiter] = next < 0 ? [] : waiters.splice(next, 1);
      if (waiter) waiter.resolve(lease(connection, true));
      else idle.push(connection);
    },
  });

  const openOne = (): void => {
    opening += 1;
    let connection: Connection | undefined;
    const forget = () => {
      if (connection) {
        all.delete(connection);
        if (busy.delete(connection)) openAhead();
        const at = idle.indexOf(connection);
        if (at >= 0) idle.splice(at, 1);
      }
      openForWaiters();
    };
    openConnection(origin, forget).then(
      (opened) => {
        opening -= 1;
        connection = opened;
        if (closed) return opened.destroy();
        all.add(opened);
        const waiter = waiters.shift();
        if (waiter) waiter.resolve(lease(opened, false));
        else if (opened.open) idle.push(opened);
      },
      (error: unknown) => {
        opening -= 1;
        waiters.shift()?.reject(error);
        openForWaiters();
      },
    );
  };

  const prewarm = (): void => {
    if (!closed && opening === 0 && idle.every((connection) => !connection.open)) openOne();
  };
  const openAhead = (): void => {
    if (options.mayOpenAhead()) prewarm();
  };

  const openForWaiters = (): void => {
    while (!closed && opening < waiters.length && all.size + opening < MAX_CONNECTIONS) openOne();
  };

  const takeIdle = (): Connection | undefined => {
    for (;;) {
      const connection = idle.pop();
      if (!connection || connection.open) return connection;
    }
  };

  return {
    take({ fresh, signal }) {
      if (signal.aborted) return Promise.reject(signal.reason);
      const warm = fresh ? undefined : takeIdle();
      if (warm) return Promise.resolve(lease(warm, true));

      const { promise, resolve, reject } = Promise.withResolvers<Lease>();
      const onAbort = () => {
        const at = waiters.indexOf(waiter);
        if (at >= 0) waiters.splice(at, 1);
        reject(signal.reason);
      };
      const settle = () => signal.removeEventListener('abort', onAbort);
      const waiter: Waiter = {
        fresh,
        resolve: (value) => {
          settle();
          resolve(value);
        },
        reject: (error) => {
          settle();
          reject(error);
        },
      };
      signal.addEventListener('abort', onAbort, { once: true });
      waiters.push(waiter);
      openForWaiters();
      return promise;
    },
    prewarm,
    close() {
      closed = true;
      for (const connection of all) connection.destroy();
      for (const waiter of waiters.splice(0)) waiter.reject(new Error('the transport was closed'));
    },
  };
}
