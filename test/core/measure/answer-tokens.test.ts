import { expect, test } from 'vitest';
import {
  answerTokens,
  charsPerToken,
  countedTokens,
} from '../../../src/core/measure/answer-tokens.ts';
import { lane, mute, spoken } from '../../support/records.ts';

test("a model's own ratio is the median of the answers that were counted", () => {
  const lanes = [
    lane({ chars: 100, usage: { completionTokens: 50 } }),
    lane({ chars: 9, usage: {} }),
    lane({ chars: 120, usage: { completionTokens: 40 } }),
    lane({ chars: 200, usage: { completionTokens: 50 } }),
  ];
  expect(charsPerToken(lanes)).toBe(3);
  expect(charsPerToken([lane({ usage: {} })])).toBe(3.6);
});

test('thinking that was counted but not sent is not part of the ratio', () => {
  const curve = [
    [120, 1, 10, null],
    [320, 20, 80, null],
  ] as const;
  const usage = { completionTokens: 60, reasoningTokens: 40 };
  expect(charsPerToken([lane({ chars: 80, curve, usage })])).toBe(4);
});

test('what nobody counted is estimated, and said to be', () => {
  const counted = lane({ usage: { completionTokens: 50 } });
  const cut = lane({ outcome: 'stopped', chars: 30, usage: {} });
  expect(answerTokens([counted], 2)).toEqual({ tokens: 50, estimated: false });
  expect(answerTokens([counted, cut], 2)).toEqual({ tokens: 65, estimated: true });
});

test('a stopped answer that the server counted along is no estimate', () => {
  const curve = [
    [120, 1, 4, 1],
    [200, 7, 30, 9],
  ] as const;
  const cut = lane({ outcome: 'stopped', chars: 30, usage: {}, curve });
  expect(answerTokens([cut], 2)).toEqual({ tokens: 9, estimated: false });
});

test('zero tokens beside a text are no count, and what stands in for them is marked', () => {
  const zero = lane({ chars: 90, usage: { completionTokens: 0 } });
  expect(countedTokens(zero)).toBeNull();
  expect(answerTokens([zero], 3)).toEqual({ tokens: 30, estimated: true });
  expect(charsPerToken([zero])).toBe(3.6);
});

test('zero tokens of an answer without text are a count', () => {
  const silent = mute({ usage: { completionTokens: 0 } });
  expect(countedTokens(silent)).toBe(0);
  expect(answerTokens([silent], 3)).toEqual({ tokens: 0, estimated: false });
});

test('what the predictor said cost no tokens', () => {
  expect(answerTokens([spoken(1)], 3.6)).toEqual({ tokens: 0, estimated: false });
});
