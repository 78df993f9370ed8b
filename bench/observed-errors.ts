import { countedTokens } from '../src/core/measure/answer-tokens.ts';
import { decodeRate } from '../src/core/measure/decode-rate.ts';
import type { Observed } from './observe-requests.ts';

/** How far each clock is from the server's own time to first token, in ms, and the ways there and back. */
export function ttftErrors(observed: readonly Observed[]) {
  const off = (measured: (one: Observed) => number) =>
    observed.map((one) => Math.abs(measured(one) - serverTtftMs(one)));
  return {
    ours: off(({ lane }) => known(lane.firstTokenMs) - lane.dispatchedMs),
    headers: off(({ naive }) => known(naive.headersAtMs) - naive.sentAtMs),
    firstByte: off(({ naive }) => known(naive.firstByteAtMs) - naive.sentAtMs),
    wayThere: observed.map(
      ({ lane, keystrokeAtMs, receivedAtMs }) => receivedAtMs - keystrokeAtMs - lane.dispatchedMs,
    ),
    wayBack: observed.map(
      (one) =>
        one.keystrokeAtMs + known(one.lane.firstTokenMs) - one.receivedAtMs - serverTtftMs(one),
    ),
  };
}

/** How far each rate is from that of the server's own token times, in per cent of it. */
export function tpsErrors(observed: readonly Observed[]) {
  const off = (measured: (one: Observed) => number) =>
    observed.map((one) => 100 * Math.abs(measured(one) / serverTps(one) - 1));
  return {
    ours: off(({ lane }) => known(decodeRate(lane, known(countedTokens(lane))))),
    chunks: off(({ lane }) => {
      const spanMs = known(lane.lastTokenMs) - known(lane.firstTokenMs);
      return (1000 * (lane.pieces - 1)) / spanMs;
    }),
  };
}

function serverTtftMs({ logged }: Observed): number {
  return known(logged.firstTokenSentMs) - logged.receivedMs;
}

/** Tokens after those of the first write, over the time from the first write to the last. */
function serverTps({ logged: { tokensSentMs } }: Observed): number {
  const firstMs = known(tokensSentMs[0] ?? null);
  const spanMs = known(tokensSentMs.at(-1) ?? null) - firstMs;
  return (1000 * tokensSentMs.filter((sentMs) => sentMs > firstMs).length) / spanMs;
}

function known(value: number | null): number {
  if (value === null) throw new Error('A request without a first token, or without a count.');
  return value;
}
