import { expect, test } from 'vitest';
import { decodeRate } from '../../../src/core/measure/decode-rate.ts';
import { lane, mute } from '../../support/records.ts';

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
  ['one piece', lane({ pieces: 1 }), 20],
  ['one token', lane(), 1],
  ['no time between first and last piece', lane({ lastTokenMs: 120 }), 20],
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
