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
