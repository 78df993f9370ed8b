import type { Dispatcher } from 'undici';
import type { Lease } from './connection-pool.ts';
import type { TransportRequest, TransportResponse } from './transport.ts';

export interface Exchange {
  /** Rejects with undici's or the socket's own error, or with the signal's reason. */
  readonly response: Promise<TransportResponse>;
  /** True once the first byte of a response arrived. */
  readonly answered: () => boolean;
}

/** More than any burst of tokens; a consumer that lags this far behind is made to push back. */
const HIGH_WATER_BYTES = 256 * 1024;
/** After the answer's own end mark only the end of the stream is due. Anything longer costs the connection. */
const DRAIN_MS = 250;
const DRAIN_BYTES = 64 * 1024;

/** One request on one leased connection, from the first byte written to the last byte read. */
export function exchange(lease: Lease, url: URL, request: TransportRequest): Exchange {
  const { signal, onMark } = request;
  const { promise, resolve, reject } = Promise.withResolvers<TransportResponse>();
  let answered = false;
  let controller: Dispatcher.DispatchController | undefined;

  /** Received and not yet read. Emptied by an abort: what the writer outran is not delivered. */
  const chunks: Uint8Array[] = [];
  let bufferedBytes = 0;
  let outcome: 'open' | 'ended' | 'failed' = 'open';
  let failure: unknown;
  /** The one reader that waits for the next chunk. */
  let wake: (() => void) | undefined;
  /** Counts down once the answer is complete and its tail is thrown away; null before. */
  let drainBytes: number | null = null;
  let drainTimer: NodeJS.Timeout | undefined;

  const settle = (to: 'ended' | 'failed', error?: unknown): void => {
    if (outcome !== 'open') return;
    outcome = to;
    failure = error;
    clearTimeout(drainTimer);
    signal.removeEventListener('abort', onAbort);
    if (to === 'failed') reject(error);
    // undici decides after this callback whether it keeps the socket.
    queueMicrotask(() => lease.release());
    wake?.();
  };
  const closeSocket = (): void => {
    if (controller) controller.abort(new Error('aborted'));
    else lease.connection.destroy();
  };
  const onAbort = (): void => {
    chunks.length = 0;
    settle('failed', signal.reason);
    closeSocket();
  };

  const next = async (): Promise<IteratorResult<Uint8Array, undefined>> => {
    for (;;) {
      const chunk = chunks.shift();
      if (chunk) {
        bufferedBytes -= chunk.length;
        if (bufferedBytes < HIGH_WATER_BYTES && controller?.paused) controller.resume();
        return { done: false, value: chunk };
      }
      if (outcome === 'failed') throw failure;
      if (outcome === 'ended' || drainBytes !== null) return { done: true, value: undefined };
      await new Promise<void>((resolveWake) => {
        wake = resolveWake;
      });
      wake = undefined;
    }
  };
  const abandon = (): Promise<IteratorResult<Uint8Array, undefined>> => {
    if (outcome === 'open' && drainBytes === null) {
      settle('failed', new Error('the reader left'));
      closeSocket();
    }
    return Promise.resolve({ done: true, value: undefined });
  };
  const complete = (): void => {
    if (outcome !== 'open' || drainBytes !== null) return;
    drainBytes = DRAIN_BYTES;
    // From here an abort would only cost the connection.
    signal.removeEventListener('abort', onAbort);
    drainTimer = setTimeout(closeSocket, DRAIN_MS).unref();
    if (controller?.paused) controller.resume();
  };

  signal.addEventListener('abort', onAbort, { once: true });
  const options: Dispatcher.DispatchOptions = {
    path: url.pathname + url.search,
    method: 'POST',
    headers: { ...request.headers, 'accept-encoding': 'identity' },
    body: request.body,
  };
  lease.connection.dispatch(options, {
    onRequestStart(started) {
      controller = started;
      if (outcome !== 'open') return closeSocket();
      const { roundTripMs } = lease.connection;
      onMark({ name: 'connected', reused: lease.reused, roundTripMs });
    },
    onResponseStarted() {
      answered = true;
    },
    onResponseStart(_controller, status, headers) {
      if (status < 200) return;
      onMark({ name: 'headers' });
      const body = { [Symbol.asyncIterator]: () => ({ next, return: abandon }) };
      resolve({ status, headers, body, complete });
    },
    onResponseData(started, chunk) {
      if (drainBytes !== null) {
        drainBytes -= chunk.length;
        if (drainBytes < 0) closeSocket();
        return;
      }
      chunks.push(chunk);
      bufferedBytes += chunk.length;
      if (bufferedBytes >= HIGH_WATER_BYTES) started.pause();
      wake?.();
    },
    onResponseEnd() {
      settle('ended');
    },
    onResponseError(_controller, error) {
      settle('failed', error);
    },
  });
  return { response: promise, answered: () => answered };
}
