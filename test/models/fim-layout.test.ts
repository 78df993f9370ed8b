import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FIM_TEMPLATES } from '../../src/core/prompt/fim.ts';
import type { CompletionRequest, ContextFile } from '../../src/core/request.ts';
import { FIM_NAMES, type FimName } from '../../src/core/settings.ts';
import { fimLayout } from '../../src/models/fim-layout.ts';
import { completionRequest } from '../support/model-server/asking.ts';

const CONTEXT: readonly ContextFile[] = [
  { path: 'lib/x.ts', text: 'one;\n', kind: 'import' },
  { path: 'y.ts', text: 'two;\n', kind: 'recent' },
];
const REQUEST = completionRequest({
  path: 'src/a.ts',
  prefix: 'first;\nfoo(',
  suffix: '\nlast;\n',
  context: CONTEXT,
});

const prompt = (fim: FimName, request: CompletionRequest = REQUEST): string =>
  fimLayout(fim, 2000).fields(request).prompt;

/** Written out once more from the documents named in the sources. */
const prompts: readonly (readonly [FimName, string])[] = [
  [
    'qwen',
    '<|repo_name|>project\n<|file_sep|>lib/x.ts\none;\n<|file_sep|>y.ts\ntwo;\n<|file_sep|>src/a.ts\n' +
      '<|fim_prefix|>first;\n<|fim_suffix|>\nlast;\n<|fim_middle|>foo(',
  ],
  [
    'starcoder2',
    '<repo_name>project<file_sep>lib/x.ts\none;\n<file_sep>y.ts\ntwo;\n<file_sep>' +
      '<fim_prefix>src/a.ts\nfirst;\n<fim_suffix>\nlast;\n<fim_middle>foo(',
  ],
  [
    'deepseek',
    '<\uFF5Cfim\u2581begin\uFF5C>#lib/x.ts\none;\n#y.ts\ntwo;\n#src/a.ts\nfirst;\n' +
      '<\uFF5Cfim\u2581hole\uFF5C>\nlast;\n<\uFF5Cfim\u2581end\uFF5C>foo(',
  ],
  [
    'codegemma',
    'one;\n<|file_separator|>two;\n<|file_separator|>' +
      '<|fim_prefix|>first;\n<|fim_suffix|>\nlast;\n<|fim_middle|>foo(',
  ],
  [
    'codestral',
    '[SUFFIX]\nlast;\n[PREFIX]+++++ lib/x.ts\none;\n\n+++++ y.ts\ntwo;\n\n+++++ src/a.ts\nfirst;\nfoo(',
  ],
  [
    'mellum',
    '<filename>lib/x.ts\none;\n\n<filename>y.ts\ntwo;\n\n<filename>src/a.ts\n' +
      '<fim_suffix>\nlast;\n<fim_prefix>first;\nfoo(<fim_middle>',
  ],
];

test.each(prompts)('%s gets other files in the form it was trained with', (fim, expected) => {
  expect(prompt(fim)).toBe(expected);
});

const alone = FIM_NAMES.filter((name) => !prompts.some(([known]) => known === name));

test.each(alone)('%s has no such form that anyone documents, and gets one file', (fim) => {
  expect(prompt(fim)).not.toContain('one;');
  expect(prompt(fim)).not.toContain('project');
});

test.each(prompts)('%s without other files is laid out as for one file', (fim) => {
  const { context: _, ...single } = REQUEST;
  expect(prompt(fim, { ...REQUEST, context: [] })).toBe(prompt(fim, single));
  expect(prompt(fim, single)).not.toContain('project');
});

test('the line being typed comes last wherever the format lets it', () => {
  for (const fim of FIM_NAMES) {
    if (fim === 'suffix' || fim === 'none') continue;
    const { order, lineLast } = FIM_TEMPLATES[fim];
    const ending = /foo\((<[^>]*>)?$/.test(prompt(fim));
    expect([fim, ending]).toEqual([fim, order === 'spm' || lineLast]);
  }
});

test('where the suffix comes first, closers that the editor adds do not change it', () => {
  const typing = ['call', 'call(', "call('", "call('a", "call('a'", "call('a')"];
  const behind = ['', ')', "')", "')", ')', ''];
  for (const fim of ['mellum', 'codestral', 'seed-coder'] as const) {
    const layout = fimLayout(fim, 2000);
    const suffixes = typing.map((typed, key) => {
      const { prompt } = layout.fields({
        ...REQUEST,
        prefix: typed,
        suffix: `${behind[key]}\nlast;\n`,
      });
      return prompt.slice(0, prompt.lastIndexOf(typed));
    });
    expect(new Set(suffixes).size).toBe(1);
  }
});

test('a small budget makes a small prompt', () => {
  const long = 'const value = 1;\n'.repeat(3000);
  const request = completionRequest({ prefix: long, suffix: long, context: CONTEXT });
  for (const fim of FIM_NAMES) {
    const { prompt, suffix = '' } = fimLayout(fim, 300).fields(request);
    // The format's own tokens and the path of the file come on top.
    expect(prompt.length + suffix.length).toBeLessThanOrEqual(300 * 3.6 + 160);
  }
});

describe('no other file can spell a special token', () => {
  test.each(prompts)('%s', (fim) => {
    const { tokens } = fimLayout(fim, 2000);
    const part = fc.oneof(fc.constantFrom(...tokens), fc.string({ maxLength: 5 }));
    const text = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''));
    const count = (context: readonly ContextFile[]): number =>
      tokens.reduce(
        (sum, token) => sum + prompt(fim, { ...REQUEST, context }).split(token).length - 1,
        0,
      );
    const plain = count([{ path: 'p', text: 't', kind: 'recent' }]);
    fc.assert(
      fc.property(text, text, (path, content) => {
        expect(count([{ path, text: content, kind: 'recent' }])).toBe(plain);
      }),
    );
  });
});
