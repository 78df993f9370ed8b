import type { Transport, TransportResponse } from '../src/models/transport.ts';

/** When one response began, as a client that looks no closer would stamp it. `performance.now()`. */
export interface NaiveTimes {
  readonly sentAtMs: number;
  headersAtMs: number | null;
  firstByteAtMs: number | null;
}

/** The transport with a stopwatch on the headers and on the first byte of the body of the latest request. */
export function withNaiveClock(transport: Transport): {
  readonly transport: Transport;
  readonly latest: () => NaiveTimes;
} {
  let latest: NaiveTimes = { sentAtMs: 0, headersAtMs: null, firstByteAtMs: null };
  return {
    latest: () => latest,
    transport: {
      ...transport,
      async post(request): Promise<TransportResponse> {
        const sentAtMs = performance.now();
        const times: NaiveTimes = { sentAtMs, headersAtMs: null, firstByteAtMs: null };
        latest = times;
        const response = await transport.post(request);
        times.headersAtMs = performance.now();
        return { ...response, body: stampFirst(response.body, times) };
      },
    },
  };
}

function stampFirst(body: AsyncIterable<Uint8Array>, times: NaiveTimes): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      const chunks = body[Symbol.asyncIterator]();
      return {
        ...chunks,
        async next() {
          const chunk = await chunks.next();
          times.firstByteAtMs ??= performance.now();
          return chunk;
        },
      };
    },
  };
}
