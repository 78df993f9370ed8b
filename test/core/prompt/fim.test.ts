import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  escapeTokens,
  FIM_TEMPLATES,
  isTemplateName,
  specialTokens,
  UNMISTAKABLE_TOKENS,
} from '../../../src/core/prompt/fim.ts';
import { FIM_NAMES } from '../../../src/core/settings.ts';

const templates = Object.entries(FIM_TEMPLATES);
const parts = { prefix: 'PRE', suffix: 'SUF', path: 'src/a.ts' };

/** The exact prompts, written out once more from the models' own documents. */
const prompts: readonly [name: string, prompt: string][] = [
  ['qwen', '<|fim_prefix|>PRE<|fim_suffix|>SUF<|fim_middle|>'],
  ['starcoder', '<fim_prefix>PRE<fim_suffix>SUF<fim_middle>'],
  ['starcoder2', '<fim_prefix>PRE<fim_suffix>SUF<fim_middle>'],
  ['codellama', '<PRE> PRE <SUF>SUF <MID>'],
  [
    'deepseek',
    '<\uFF5Cfim\u2581begin\uFF5C>PRE<\uFF5Cfim\u2581hole\uFF5C>SUF<\uFF5Cfim\u2581end\uFF5C>',
  ],
  ['codegemma', '<|fim_prefix|>PRE<|fim_suffix|>SUF<|fim_middle|>'],
  ['codestral', '[SUFFIX]SUF[PREFIX]PRE'],
  ['granite', '<fim_prefix>PRE<fim_suffix>SUF<fim_middle>'],
  ['granite-4', '<|fim_prefix|>PRE<|fim_suffix|>SUF<|fim_middle|>'],
  ['stable-code', '<fim_prefix>PRE<fim_suffix>SUF<fim_middle>'],
  ['mellum', '<filename>src/a.ts\n<fim_suffix>SUF<fim_prefix>PRE<fim_middle>'],
  ['seed-coder', '<[fim-suffix]>SUF<[fim-prefix]>PRE<[fim-middle]>'],
];

test.each(prompts)('%s is laid out exactly as it was trained', (name, prompt) => {
  expect(FIM_TEMPLATES[name as keyof typeof FIM_TEMPLATES].render(parts)).toBe(prompt);
});

test('every format that can be set has a template, but for the two that need none', () => {
  expect(FIM_NAMES.filter((name) => !isTemplateName(name))).toEqual(['suffix', 'none']);
  expect(prompts.map(([name]) => name)).toEqual(FIM_NAMES.filter(isTemplateName));
});

test.each(templates)('%s stops only at tokens of its own table, each once', (_name, template) => {
  expect(template.tokens).toEqual(expect.arrayContaining([...template.stop]));
  expect(new Set(template.stop).size).toBe(template.stop.length);
  expect(new Set(template.tokens).size).toBe(template.tokens.length);
});

test.each(templates)('%s stops at every token that its own prompt uses', (_name, template) => {
  const prompt = template.render({ prefix: '', suffix: '', path: '' });
  const used = template.tokens.filter((token) => prompt.includes(token));
  expect(used.length).toBeGreaterThan(1);
  expect(template.stop).toEqual(expect.arrayContaining(used));
});

test.each(templates)('%s says truly whether the suffix comes first', (_name, { order, render }) => {
  const prompt = render(parts);
  expect(prompt.indexOf('SUF') < prompt.indexOf('PRE')).toBe(order === 'spm');
});

test.each(templates)('%s ends where the model must go on', (_name, template) => {
  const prompt = template.render(parts);
  const end = template.tokens.some((token) => prompt.endsWith(token)) || prompt.endsWith('PRE');
  expect(end).toBe(true);
});

test('tokens that are code elsewhere do not end the answers of unknown families', () => {
  for (const code of ['</s>', '<filename>', '<eos>', '[PREFIX]', '<PRE>']) {
    expect(UNMISTAKABLE_TOKENS).not.toContain(code);
  }
  expect(UNMISTAKABLE_TOKENS).toContain('<|fim_middle|>');
  expect(UNMISTAKABLE_TOKENS).toContain('<fim_middle>');
  expect(UNMISTAKABLE_TOKENS).toContain('<[fim-middle]>');
  expect(UNMISTAKABLE_TOKENS).toContain('<\uFF5Cfim\u2581end\uFF5C>');
});

const hostile = (tokens: readonly string[]) =>
  fc
    .array(
      fc.oneof(
        fc.constantFrom(...tokens),
        fc
          .constantFrom(...tokens)
          .chain((token) => fc.nat(token.length).map((at) => token.slice(at))),
        fc
          .constantFrom(...tokens)
          .chain((token) => fc.nat(token.length).map((at) => token.slice(0, at))),
        fc.string({ maxLength: 4 }),
      ),
      { maxLength: 12 },
    )
    .map((pieces) => pieces.join(''));

test.each(templates)('no file can spell a special token of %s', (_name, template) => {
  const tokens = specialTokens(template);
  fc.assert(
    fc.property(hostile(tokens), (text) => {
      const escaped = escapeTokens(text, tokens);
      expect(tokens.filter((token) => escaped.includes(token))).toEqual([]);
      // Nothing but spaces was added.
      expect(escaped.replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
    }),
  );
});

test('text without special tokens is sent as it is', () => {
  const code = 'if (a < b || c[0] > 1) return "<|" + x + "|>";';
  expect(escapeTokens(code, specialTokens(FIM_TEMPLATES.qwen))).toBe(code);
});
