import { expect, test } from 'vitest';
import { charsRatio } from '../../../src/core/measure/chars-ratio.ts';

const honest = Array.from({ length: 20 }, (_, i) => ({
  chars: 40 * (i + 1),
  tokens: 10 * (i + 1),
}));

test('characters per token are the median over texts', () => {
  expect(charsRatio(honest)).toBe(4);
});

test.each([
  ['of a million tokens', { chars: 80, tokens: 1_000_000 }],
  ['of one token for a whole file', { chars: 400_000, tokens: 1 }],
  ['that is plausible and still wrong', { chars: 80, tokens: 50 }],
])('one count %s moves nothing', (_, odd) => {
  expect(charsRatio([...honest, odd])).toBe(4);
});

test('a prompt of which only what had to be read was counted does not vote', () => {
  const cached = Array.from({ length: 100 }, () => ({ chars: 4000, tokens: 20 }));
  expect(charsRatio([...honest, ...cached])).toBe(4);
});

test('a long text weighs more than a short one, as the root of its length', () => {
  const short = Array.from({ length: 3 }, () => ({ chars: 10, tokens: 5 }));
  expect(charsRatio([...short, { chars: 1000, tokens: 250 }])).toBe(4);
});

test('counts that are all implausible give the nearest that is not, and none gives nothing', () => {
  expect(charsRatio([{ chars: 100, tokens: 100 }])).toBe(1.5);
  expect(charsRatio([{ chars: 1000, tokens: 10 }])).toBe(8);
  expect(charsRatio([{ chars: 100, tokens: 0 }])).toBeNull();
  expect(charsRatio([{ chars: Number.NaN, tokens: 3 }])).toBeNull();
});
