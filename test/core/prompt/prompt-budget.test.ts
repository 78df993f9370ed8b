import fc from 'fast-check';
import { expect, test } from 'vitest';
import { infillBudget } from '../../../src/core/prompt/infill-budget.ts';
import { promptBudget } from '../../../src/core/prompt/prompt-budget.ts';

const sum = (budget: ReturnType<typeof promptBudget>): number =>
  budget.prefixChars + budget.suffixChars + budget.contextChars;

test('the default budget is split into prefix, suffix and other files', () => {
  expect(promptBudget(2000, true)).toEqual({
    prefixChars: 3960,
    suffixChars: 1080,
    contextChars: 2160,
  });
});

test('without a place for other files their share goes to the prefix', () => {
  expect(promptBudget(2000, false)).toEqual({
    prefixChars: 6120,
    suffixChars: 1080,
    contextChars: 0,
  });
});

test('the shares of any budget add up to it, and /infill never gets more', () => {
  fc.assert(
    fc.property(fc.integer({ min: 200, max: 32_000 }), fc.boolean(), (tokens, fits) => {
      const whole = Math.round(tokens * 3.6);
      expect(sum(promptBudget(tokens, fits))).toBe(whole);
      expect(sum(infillBudget(tokens, fits))).toBeLessThanOrEqual(whole);
      if (fits) expect(sum(infillBudget(tokens, fits))).toBe(whole);
    }),
  );
});

test('/infill is never given more than its server keeps at 2.8 characters per token', () => {
  for (const tokens of [2000, 8000, 32_000]) {
    const { prefixChars, suffixChars } = infillBudget(tokens, true);
    expect(prefixChars / 2.8).toBeLessThan(1536);
    expect(suffixChars / 2.8).toBeLessThan(512 - 64);
  }
});
