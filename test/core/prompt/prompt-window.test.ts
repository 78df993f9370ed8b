import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPromptWindow } from '../../../src/core/prompt/prompt-window.ts';
import type { CompletionRequest, ContextFile } from '../../../src/core/request.ts';

const BUDGET = { prefixChars: 1000, suffixChars: 300, contextChars: 600 };

function request(
  prefix: string,
  suffix: string,
  more: Partial<CompletionRequest> = {},
): CompletionRequest {
  return {
    documentUri: 'file:///a.ts',
    languageId: 'typescript',
    path: 'a.ts',
    prefix,
    suffix,
    trigger: 'automatic',
    multiline: false,
    keystrokeAtMs: 0,
    ...more,
  };
}

const code = Array.from({ length: 90 }, (_, line) => `const name${line} = call(${line});`).join(
  '\n',
);

test('typing many lines moves the beginning a few times and leaves the suffix as it is', () => {
  const window = createPromptWindow(() => BUDGET);
  const suffix = `\n${code}`;
  const starts = new Set<string>();
  const suffixes = new Set<string>();
  for (let end = 200; end < code.length; end += 1) {
    const seen = window.fit(request(code.slice(0, end), suffix));
    starts.add(seen.prefix.slice(0, 20));
    suffixes.add(seen.suffix);
  }
  expect(suffixes.size).toBe(1);
  // Each move leaves 250 characters of room.
  expect(starts.size).toBeLessThanOrEqual(Math.ceil(code.length / 250) + 1);
});

test('what is to be measured is sent whole, and moves no window', () => {
  const window = createPromptWindow(() => BUDGET);
  const typed = request(code, code);
  const before = window.fit(typed);
  const whole = { prefix: code.repeat(3), suffix: code.repeat(2) };
  expect(window.fit({ ...typed, ...whole, uncut: true })).toEqual({ ...whole, context: [] });
  expect(window.fit(typed)).toEqual(before);
});

test('the suffix ends with a line, and is cut at the limit where there is no line', () => {
  const window = createPromptWindow(() => BUDGET);
  expect(window.fit(request('', code)).suffix).toMatch(/\n$/);
  expect(window.fit(request('', 'x'.repeat(5000))).suffix).toBe('x'.repeat(300));
});

test('each document has a window of its own, and coming back finds it', () => {
  const window = createPromptWindow(() => BUDGET);
  const first = window.fit(request(code, ''));
  window.fit(request(code.slice(0, 1500), '', { documentUri: 'file:///b.ts' }));
  expect(window.fit(request(code, ''))).toEqual(first);
});

test('a prefix that begins further down in the document is counted in its own lines', () => {
  const window = createPromptWindow(() => BUDGET);
  const cut = code.split('\n').slice(10).join('\n');
  const whole = createPromptWindow(() => BUDGET).fit(request(code, ''));
  expect(window.fit(request(cut, '', { prefixLine: 10 }))).toEqual(whole);
});

test('no budget is ever exceeded', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '\n', '😀', ' '), maxLength: 3000 });
  const files = fc.array(
    fc.record({
      path: fc.string({ maxLength: 20 }),
      text: fc.string({ maxLength: 400 }),
      kind: fc.constantFrom<ContextFile['kind']>('import', 'recent'),
    }),
    { maxLength: 20 },
  );
  const window = createPromptWindow(() => BUDGET);
  fc.assert(
    fc.property(text, text, files, (prefix, suffix, context) => {
      const seen = window.fit(request(prefix, suffix, { context }));
      expect(seen.prefix.length).toBeLessThanOrEqual(1000);
      expect(seen.suffix.length).toBeLessThanOrEqual(300);
      const chars = seen.context.reduce((sum, one) => sum + one.path.length + one.text.length, 0);
      expect(chars).toBeLessThanOrEqual(600);
      expect(prefix.endsWith(seen.prefix)).toBe(true);
      expect(suffix.startsWith(seen.suffix)).toBe(true);
    }),
    { seed: 7, numRuns: 300 },
  );
});

describe('of other files', () => {
  const file = (path: string, chars: number, kind: ContextFile['kind']): ContextFile => ({
    path,
    text: 'x'.repeat(chars - path.length),
    kind,
  });
  const taken = (context: readonly ContextFile[]): string[] =>
    createPromptWindow(() => BUDGET)
      .fit(request('', '', { context }))
      .context.map(({ path }) => path);

  test('imports take up to half of the room, the newest others the rest, in the order they came', () => {
    const context = [
      file('i1', 200, 'import'),
      file('i2', 200, 'import'),
      file('r1', 200, 'recent'),
      file('r2', 200, 'recent'),
      file('r3', 200, 'recent'),
    ];
    expect(taken(context)).toEqual(['i1', 'r2', 'r3']);
  });

  test('what comes later stands behind what was there', () => {
    const before = [file('i1', 100, 'import'), file('r1', 100, 'recent')];
    expect(taken([...before, file('r2', 100, 'recent')])).toEqual(['i1', 'r1', 'r2']);
  });

  test('one that is too long ends the list and does not let an older one pass it', () => {
    expect(taken([file('r1', 100, 'recent'), file('r2', 700, 'recent')])).toEqual([]);
  });
});

test('a cell of a notebook is seen between the others, as far as they fit', () => {
  const window = createPromptWindow(() => BUDGET);
  const cells = { before: 'import pandas as pd\n\n', after: '\n\ndf.plot()' };
  expect(window.fit(request('df.he', '', { cells }))).toMatchObject({
    prefix: 'import pandas as pd\n\ndf.he',
    suffix: '\n\ndf.plot()',
  });
  const long = { before: `${code}\n\n`, after: `\n\n${code}` };
  const { prefix, suffix } = window.fit(request('df.he', '', { cells: long }));
  expect(prefix.length).toBeLessThanOrEqual(BUDGET.prefixChars);
  expect(prefix.endsWith('call(89);\n\ndf.he')).toBe(true);
  expect(suffix.length).toBeLessThanOrEqual(BUDGET.suffixChars);
  // A cell that is cut itself has no room for what stands before it.
  expect(window.fit(request('df.he', '', { cells, prefixLine: 64 })).prefix).toBe('df.he');
});
