import { describe, expect, test } from 'vitest';
import { CHARS_PER_TOKEN } from '../../../src/core/measure/decode-rate.ts';
import { syntheticCode } from '../../../src/core/measure-run/synthetic-code.ts';
import { FIM_TEMPLATES } from '../../../src/core/prompt/fim.ts';

describe('no cache can know a prompt', () => {
  const prompts = [1, 2].flatMap((seed) =>
    Array.from({ length: 100 }, (_, number) => syntheticCode(seed, number, 512)),
  );
  test.each(Object.entries(FIM_TEMPLATES))('laid out for %s, from its very beginning', (_, fim) => {
    const bare = fim.render({ prefix: '', suffix: '', path: '' });
    const beginnings = prompts.map((prompt) => fim.render(prompt).slice(0, bare.length + 20));
    expect(new Set(beginnings).size).toBe(prompts.length);
  });

  test('and its other half begins differently as well', () => {
    const beginnings = prompts.map(({ suffix }) => suffix.slice(0, 20));
    expect(new Set(beginnings).size).toBe(prompts.length);
  });
});

test('the same seed and number make the same prompt, so that it can be sent again', () => {
  expect(syntheticCode(3, 4, 2048)).toEqual(syntheticCode(3, 4, 2048));
  expect(syntheticCode(3, 4, 2048)).not.toEqual(syntheticCode(3, 5, 2048));
});

test.each([512, 2048, 8192, 16_384, 32_768])(
  'is of the asked size by the usual ratio: %i tokens',
  (tokens) => {
    const { prefix, suffix } = syntheticCode(11, 0, tokens);
    expect((prefix.length + suffix.length) / CHARS_PER_TOKEN / tokens).toBeCloseTo(1, 1);
    expect(suffix.length / (prefix.length + suffix.length)).toBeCloseTo(0.2, 1);
  },
);

test('the answer is not ended with its first line, and is asked to be long', () => {
  const { prefix, suffix, multiline } = syntheticCode(1, 0, 512);
  expect(multiline).toBe(true);
  expect(prefix).toMatch(/ 400 .*\n.*\[(\n {2}\{ code: \d+, .* \},){3}\n {2}\{ code:$/);
  expect(suffix).toMatch(/^\n {2}\{ code: \d+, .* \},\n\];\n/);
  const codes = [...`${prefix}${suffix}`.matchAll(/ code: (\d+)/g)].map(([, code]) => Number(code));
  const [first = 0] = codes;
  expect(codes.map((code) => code - first)).toEqual([0, 1, 2, 399]);
});
