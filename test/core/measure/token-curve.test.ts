import { expect, test } from 'vitest';
import { tokenCurve } from '../../../src/core/measure/token-curve.ts';
import type { CurvePoint, LaneRecord } from '../../../src/core/record.ts';
import { lane } from '../../support/records.ts';

/** Three moments of one answer: 10 pieces, 80 characters. */
function curve(...tokens: readonly (number | null)[]): readonly CurvePoint[] {
  const [a = null, b = null, c = null] = tokens;
  return [
    [100, 1, 20, a],
    [150, 4, 30, b],
    [300, 10, 80, c],
  ];
}

function tokensOf(changes: Partial<LaneRecord>): readonly (readonly number[])[] | undefined {
  return tokenCurve(lane({ chars: 80, pieces: 10, usage: {}, ...changes }), 4)?.points;
}

test('what the server counts along comes first', () => {
  const usage = { completionTokens: 10 };
  expect(tokensOf({ curve: curve(3, 9, 21), usage })).toEqual([
    [3, 100],
    [9, 150],
    [21, 300],
  ]);
});

test.each([10, 11, 12])('10 pieces of %i tokens are one token each', (completionTokens) => {
  expect(tokensOf({ curve: curve(), usage: { completionTokens } })).toEqual([
    [1, 100],
    [4, 150],
    [10, 300],
  ]);
});

test('a total that is not the number of pieces is spread over the characters', () => {
  expect(tokensOf({ curve: curve(), usage: { completionTokens: 40 } })).toEqual([
    [10, 100],
    [15, 150],
    [40, 300],
  ]);
});

test('without any count four characters are a token, and the curve says that this is a guess', () => {
  const record = lane({ chars: 80, pieces: 10, usage: {}, curve: curve() });
  expect(tokenCurve(record, 4)).toEqual({
    points: [
      [5, 100],
      [7.5, 150],
      [20, 300],
    ],
    from: 'estimated',
  });
});

test('zero tokens in all are no total', () => {
  const record = lane({ chars: 80, pieces: 10, usage: { completionTokens: 0 }, curve: curve() });
  expect(tokenCurve(record, 4)?.from).toBe('estimated');
  expect(tokenCurve(record, 4)?.points.at(-1)).toEqual([20, 300]);
});

test('hidden reasoning stands before the first piece and is spread over nothing', () => {
  const usage = { completionTokens: 510, reasoningTokens: 500 };
  expect(tokensOf({ curve: curve(), usage })).toEqual([
    [501, 100],
    [504, 150],
    [510, 300],
  ]);
});

test.each([
  ['zeros on every chunk', curve(0, 0, 0)],
  ['a count that ends before the answer', curve(3, 9, null)],
  ['a count that falls back at the end', curve(3, 9, 2)],
])('%s are no counts', (_, points) => {
  expect(tokensOf({ curve: points })?.[2]).toEqual([20, 300]);
});

test('one chunk without a count does not spoil the others', () => {
  expect(tokensOf({ curve: curve(3, null, 21) })).toEqual([
    [3, 100],
    [21, 300],
  ]);
});

test.each([
  ['a record without a curve', { curve: [] }],
  ['a single point', { curve: curve().slice(0, 1) }],
  [
    'a total that is all hidden',
    { curve: curve(), usage: { completionTokens: 9, reasoningTokens: 9 } },
  ],
])('%s has no token curve', (_, changes) => {
  expect(tokensOf(changes)).toBeUndefined();
});
