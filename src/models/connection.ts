import type { Socket } from 'node:net';
import type { Client as UndiciClient } from 'undici';
import buildConnector from 'undici/lib/core/connect.js';
import Client from 'undici/lib/dispatcher/client.js';
import { timeHandshake } from './time-handshake.ts';

/** One open socket to one server, carrying one request at a time. */
export interface Connection {
  /** True until the socket closes, whoever closes it. */
  readonly open: boolean;
  /** What the TCP handshake took, which is one network round trip; null where it was not seen. */
  readonly roundTripMs: number | null;
  dispatch: UndiciClient['dispatch'];
  /** Closes the socket at once, with whatever it carries. */
  destroy(): void;
}

/** Longer than a reading pause. undici's own 4 s would pay TCP and TLS again after every thought. */
const KEEP_ALIVE_MS = 60_000;
/** Node's own limit, twice: gateways send long cookies and policies. */
const MAX_HEADER_BYTES = 32 * 1024;
/** 1024 tokens, the longest answer that can be asked for, are about 0.3 MB of events on the wire. */
const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;

/**
 * HTTP/1.1 only: an abort must reach the server, and closing the one socket that carries the request
 * is the signal that every server understands. No connect timeout here: the lane's signal is the
 * deadline, and undici's fast timers are too coarse for it.
 */
const connect = buildConnector({ allowH2: false, timeout: 0 });

/**
 * Opens a socket and wraps it in an undici client of its own. One client per socket, so that it is
 * always known whether a request took a warm connection. Rejects with the socket's own error.
 */
export function openConnection(origin: URL, onClose: () => void): Promise<Connection> {
  const { promise, resolve, reject } = Promise.withResolvers<Connection>();
  const hostname = origin.hostname.replace(/^\[|\]$/g, '');
  const { host, protocol, port } = origin;
  const socket = connect({ hostname, host, protocol, port }, (error) => {
    if (error === null) resolve(wrap(origin, socket, roundTripMs(), onClose));
    else reject(error);
  });
  const roundTripMs = timeHandshake(socket);
  return promise;
}

function wrap(
  origin: URL,
  socket: Socket,
  roundTripMs: number | null,
  onClose: () => void,
): Connection {
  let open = true;
  let client: UndiciClient | undefined;

  // Until the client reads from the socket nobody would notice that the server has hung up.
  socket.resume().unref();
  const idle = setTimeout(() => socket.destroy(), KEEP_ALIVE_MS).unref();
  socket.once('close', () => {
    open = false;
    clearTimeout(idle);
    onClose();
  });

  const handOver = (): UndiciClient => {
    clearTimeout(idle);
    socket.pause().ref();
    let given = false;
    return new Client(origin.origin, {
      connect: (_options, callback) => {
        // undici expects the answer later. A client whose socket died asks again: that is for the
        // pool to decide, and its request fails as one on a broken connection.
        queueMicrotask(() => {
          if (given) callback(hungUp(), null);
          else callback(null, socket);
          given = true;
        });
      },
      allowH2: false,
      pipelining: 1,
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: MAX_HEADER_BYTES,
      maxResponseSize: MAX_RESPONSE_BYTES,
    });
  };

  return {
    get open() {
      return open && !socket.destroyed;
    },
    roundTripMs,
    dispatch(options, handler) {
      client ??= handOver();
      return client.dispatch(options, handler);
    },
    destroy() {
      socket.destroy();
    },
  };
}

function hungUp(): Error {
  return Object.assign(new Error('the other side closed the connection'), { code: 'ECONNRESET' });
}
