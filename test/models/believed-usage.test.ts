import { expect, test } from 'vitest';
import type { TokenUsage } from '../../src/core/model.ts';
import { type Asked, believedUsage } from '../../src/models/believed-usage.ts';

const ASKED: Asked = { prompt: 'const a = 1', maxTokens: 64 };

type Case = readonly [what: string, usage: TokenUsage, believed: TokenUsage, more?: Partial<Asked>];

const CASES: readonly Case[] = [
  ['nothing', {}, {}],
  ['as much as was asked for', { completionTokens: 64 }, { completionTokens: 64 }],
  ['the token that ended the answer too', { completionTokens: 65 }, { completionTokens: 65 }],
  ['more than was asked for', { completionTokens: 66 }, {}],
  [
    'thinking on top of an answer',
    { completionTokens: 800, reasoningTokens: 760 },
    { completionTokens: 800, reasoningTokens: 760 },
  ],
  ['thinking without end', { completionTokens: 1025, reasoningTokens: 1024 }, {}],
  ['an answer in the room of thinking', { completionTokens: 800, reasoningTokens: 40 }, {}],
  [
    'more thinking than tokens',
    { completionTokens: 5, reasoningTokens: 6 },
    { completionTokens: 5 },
  ],
  ['thinking alone', { reasoningTokens: 7 }, { reasoningTokens: 7 }],
  ['no thinking, said in numbers', { reasoningTokens: 0 }, { reasoningTokens: 0 }],
  [
    'a token for each byte, and special ones',
    { promptTokens: 11 + 256, cachedTokens: 11 + 256 },
    { promptTokens: 11 + 256, cachedTokens: 11 + 256 },
  ],
  ['a prompt longer than its bytes', { promptTokens: 11 + 257, cachedTokens: 3 }, {}],
  [
    'bytes, not characters: a picture takes four',
    { promptTokens: 256 + 12 },
    { promptTokens: 256 + 12 },
    { prompt: '🙂🙂🙂' },
  ],
  ["a template's own prompt", { promptTokens: 900 }, { promptTokens: 900 }, { byTemplate: true }],
  ['a template that is a book', { promptTokens: 1e9 }, {}, { byTemplate: true }],
  [
    'more from the cache than there was',
    { promptTokens: 10, cachedTokens: 11 },
    { promptTokens: 10 },
  ],
  ['a cache without a prompt', { cachedTokens: 9 }, { cachedTokens: 9 }],
  ['a cache larger than any prompt here', { cachedTokens: 1e9 }, {}],
];

test.each(CASES.map(([what, usage, believed, more = {}]) => ({ what, usage, believed, more })))(
  '$what',
  ({ usage, believed, more }) => {
    expect(believedUsage(usage, { ...ASKED, ...more }, false)).toEqual(believed);
  },
);

test('where thinking came as text, nobody need have counted it', () => {
  expect(believedUsage({ completionTokens: 1024 }, ASKED, true)).toEqual({
    completionTokens: 1024,
  });
  expect(believedUsage({ completionTokens: 1025 }, ASKED, true)).toEqual({});
});
