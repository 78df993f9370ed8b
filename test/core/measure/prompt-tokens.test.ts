import { expect, test } from 'vitest';
import { CHARS_PER_TOKEN } from '../../../src/core/measure/decode-rate.ts';
import { promptRatio } from '../../../src/core/measure/prompt-ratio.ts';
import { promptTokens } from '../../../src/core/measure/prompt-tokens.ts';
import type { LaneRecord } from '../../../src/core/record.ts';
import { lane } from '../../support/records.ts';

const size = (chars: number, repeatedChars: number) => ({ chars, repeatedChars });

const table: readonly [
  what: string,
  changes: Partial<LaneRecord>,
  prompt: [number, string] | null,
  uncached: [number, string] | null,
][] = [
  [
    'counts of the server are taken as they are',
    { usage: { promptTokens: 900, cachedTokens: 850 }, promptSize: size(5000, 0) },
    [900, 'server'],
    [50, 'server'],
  ],
  [
    'no cached tokens reported is not zero: the repeated share of the prompt stands for them',
    { usage: { promptTokens: 900 }, promptSize: size(3000, 2000) },
    [900, 'server'],
    [300, 'estimated'],
  ],
  [
    'no cached tokens and no prompt size leave the cache unknown',
    { usage: { promptTokens: 900 }, promptSize: null },
    [900, 'server'],
    null,
  ],
  [
    'a cache hit of nothing is zero',
    { usage: { promptTokens: 900, cachedTokens: 0 }, promptSize: size(3000, 2000) },
    [900, 'server'],
    [900, 'server'],
  ],
  [
    'without usage characters are counted',
    { usage: {}, promptSize: size(3600, 1800) },
    [1000, 'estimated'],
    [500, 'estimated'],
  ],
  [
    'cached tokens beside an estimated prompt make an estimate',
    { usage: { cachedTokens: 400 }, promptSize: size(3600, 0) },
    [1000, 'estimated'],
    [600, 'estimated'],
  ],
  [
    'more cached than sent is all of it',
    { usage: { promptTokens: 900, cachedTokens: 1000 } },
    [900, 'server'],
    [0, 'server'],
  ],
  [
    'an empty prompt holds nothing',
    { usage: {}, promptSize: size(0, 0) },
    [0, 'estimated'],
    [0, 'estimated'],
  ],
];

test.each(table)('%s', (_, changes, prompt, uncached) => {
  const counted = promptTokens(lane({ promptSize: null, ...changes }), 3.6);
  const told = (count: typeof prompt) =>
    count === null ? null : { tokens: expect.closeTo(count[0], 9), from: count[1] };
  expect(counted).toEqual({ prompt: told(prompt), uncached: told(uncached) });
});

test('neither usage nor size: the prompt is of unknown length', () => {
  expect(promptTokens(lane({ usage: {}, promptSize: null }))).toBeNull();
});

test('a model whose server counts is estimated by its own ratio', () => {
  const counted = lane({ usage: { promptTokens: 1000 }, promptSize: size(2800, 0) });
  const stopped = lane({ usage: {}, promptSize: size(5600, 0) });
  const ratio = promptRatio([counted, stopped]);
  expect(ratio).toBeCloseTo(2.8, 9);
  expect(promptTokens(stopped, ratio)?.prompt.tokens).toBeCloseTo(2000, 9);
});

test('without any count the usual ratio stands', () => {
  expect(promptRatio([lane({ usage: {}, promptSize: size(5600, 0) })])).toBe(CHARS_PER_TOKEN);
  expect(promptRatio([lane({ usage: { promptTokens: 0 }, promptSize: size(0, 0) })])).toBe(
    CHARS_PER_TOKEN,
  );
});
