import { expect, test } from 'vitest';
import { decodeRate } from '../../../src/core/measure/decode-rate.ts';
import { laneDecode } from '../../../src/core/measure/lane-decode.ts';
import type { LaneRecord } from '../../../src/core/record.ts';
import { lane, mute } from '../../support/records.ts';

/** 100 tokens, written within 990 ms and kept back by a proxy: all events within 1.8 ms, 1.02 s after the dispatch. */
const buffered = (changes: Partial<LaneRecord> = {}) =>
  lane({
    dispatchedMs: 0,
    connectedMs: 2,
    firstChunkMs: 1020,
    firstTokenMs: 1020,
    lastTokenMs: 1021.8,
    endMs: 1022,
    pieces: 100,
    chars: 400,
    curve: Array.from({ length: 32 }, (_, i) => {
      const pieces = 1 + Math.round((99 * i) / 31);
      return [1020 + (1.8 * i) / 31, pieces, 4 * pieces, null] as const;
    }),
    usage: { promptTokens: 900, completionTokens: 100 },
    server: { prefillMs: 20, decodeMs: 990 },
    ...changes,
  });

test('of an answer that a proxy kept back the server tells the rate, not the flush', () => {
  expect(decodeRate(buffered(), 100)).toBeCloseTo(100, 9);
  expect(laneDecode(buffered(), 4)).toBeNull();
});

test('so it does of an answer in one body', () => {
  const body = { pieces: 1, firstTokenMs: 1020, lastTokenMs: 1020, curve: [] };
  expect(decodeRate(buffered(body), 100)).toBeCloseTo(100, 9);
});

test('so it does of one that was thought first without a word, and came at once', () => {
  const usage = { completionTokens: 200, reasoningTokens: 100 };
  const lane = buffered({ usage, server: { prefillMs: 20, decodeMs: 995 } });
  expect(decodeRate(lane, 200)).toBeCloseTo(200, 9);
});

test('what came late in two halves is told by the server too', () => {
  // 99 tokens within 120 ms, of which the server took 990 ms.
  expect(decodeRate(buffered({ lastTokenMs: 1140, endMs: 1141 }), 100)).toBeCloseTo(100, 9);
});

test('where our clock saw the decode, it counts, stalls of the network included', () => {
  const seen = buffered({ firstTokenMs: 30, lastTokenMs: 2010, endMs: 2011 });
  expect(decodeRate(seen, 100)).toBeCloseTo(50, 9);
});

test('the first token is not decoded in the span that follows it', () => {
  // 21 tokens in 21 pieces over 200 ms: 20 of them after the first.
  expect(decodeRate(lane(), 21)).toBeCloseTo(100, 9);
});

test('a first piece of several tokens does not inflate the rate', () => {
  // 40 tokens in 4 pieces: 30 after the first piece, not 39.
  expect(decodeRate(lane({ pieces: 4 }), 40)).toBeCloseTo(150, 9);
});

test('more pieces than tokens still leave one token in the first', () => {
  expect(decodeRate(lane({ pieces: 30 }), 11)).toBeCloseTo(50, 9);
});

test.each([
  ['one piece', lane({ pieces: 1, server: {} }), 20],
  ['one token', lane(), 1],
  ['no time between first and last piece', lane({ lastTokenMs: 120, server: {} }), 20],
  ['a flush of everything', buffered({ server: {} }), 100],
  [
    'a server whose own time is longer than the request',
    buffered({ server: { decodeMs: 1e6 } }),
    100,
  ],
  [
    'a server whose own time is shorter than any decodes',
    buffered({ server: { decodeMs: 3 } }),
    100,
  ],
  ['no text', mute(), 20],
])('%s has no rate', (_, record, tokens) => {
  expect(decodeRate(record, tokens)).toBeNull();
});

test('where the server counts along, its count of the first piece is left out exactly', () => {
  // 21 tokens over 200 ms, 6 of them in the first piece: 15 after it.
  const curve = [
    [120, 1, 24, 6],
    [320, 3, 80, 21],
  ] as const;
  expect(decodeRate(lane({ pieces: 3, curve }), 21)).toBeCloseTo(75, 9);
});

test('thinking that was counted but never sent does not inflate the rate', () => {
  const curve = [
    [120, 1, 4, null],
    [320, 21, 80, null],
  ] as const;
  const usage = { completionTokens: 1021, reasoningTokens: 1000 };
  expect(decodeRate(lane({ curve, usage }), 1021)).toBeCloseTo(100, 9);
});
