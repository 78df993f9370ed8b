import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { leakedTokenAt } from '../../../src/core/text/leaked-token.ts';
import { surroundings } from '../../../src/core/text/surroundings.ts';
import { usable } from '../../../src/core/text/usable.ts';
import { atCursor } from '../../support/cursor.ts';

function show(document: string, raw: string, finished = true): string {
  const result = usable(raw, finished, surroundings(atCursor(document).request));
  if (result.type === 'none') return `(${result.why})`;
  return `${result.text}${result.replaceAfter > 0 ? ` ⟵${result.replaceAfter}` : ''}`;
}

describe('the rest of one line', () => {
  const table: readonly [string, string, string, string][] = [
    ['ends at the first line break', 'const a = █', 'b + c;\nconst d', 'b + c;'],
    ['drops trailing white space', 'const a = █', 'b;   \n', 'b;'],
    ['is silent when only white space came', 'const a = █', '   \n  ', '(empty)'],
    ['goes to the next line after a finished one', 'call();█', '\n  next();\nmore', '\n  next();'],
    ['does not break a line that goes on', 'call(█);', '\nnext()', '(empty)'],
    ['cuts a tail that follows the cursor', 'foo(█, last);', 'first, last);', 'first'],
    ['keeps a single repeated mark inside', 'a = [█, b]', 'c', 'c'],
    ['replaces the bracket it closes', 'foo(█)', 'a, b);', 'a, b); ⟵1'],
    ['leaves the bracket it does not close', 'foo(█)', 'bar(x)', 'bar(x)'],
    ['replaces the quote it closes', "import x from '█'", "./y.ts';", "./y.ts'; ⟵1"],
    ['replaces bracket and quote together', 'f("█")', 'a");', 'a"); ⟵2'],
    ['replaces all that follows when it has it all', 'f(█);', 'a, b);', 'a, b); ⟵2'],
    ['closes a string that the editor did not', "f('a█)", "', x);", "', x); ⟵1"],
    ['replaces only the bracket it closes', 'f(g(█))', 'x => x)', 'x => x) ⟵1'],
    ['reads Windows line ends', 'const a = █', 'b;\r\nc', 'b;'],
    ['removes terminal escapes', 'const a = █', '\u001b[31mb;\n', '[31mb;'],
    ['removes direction overrides', 'const a = █', 'b\u202ec;\n', 'bc;'],
    [
      'is silent when it says the next line',
      'if (a) {█\n  run();\n}',
      '\n  run();\n',
      '(repeats-suffix)',
    ],
    [
      'says the words of the next line inside another line',
      'if (!x) █\n  return null;',
      'return null;\n',
      'return null;',
    ],
    [
      'is silent when it completes what was typed to the next line',
      '  ret█\n  return null;',
      'urn null;\n',
      '(repeats-suffix)',
    ],
    [
      'is silent when it says the next line of a Windows file',
      'if (a) {█\r\n  run();\r\n}',
      '\r\n  run();\r\n',
      '(repeats-suffix)',
    ],
  ];
  test.each(table)('%s', (_name, document, raw, expected) => {
    expect(show(document, raw)).toBe(expected);
  });

  test('waits for the line break while the model goes on', () => {
    expect(show('const a = █', 'b + ', false)).toBe('(pending)');
    expect(show('const a = █', 'b + c;\n', false)).toBe('b + c;');
  });
});

describe('a block', () => {
  test('ends where the indentation falls below the cursor', () => {
    const raw = 'one();\n  two();\n}\nfunction other() {';
    expect(show('function f() {\n  █', raw)).toBe('one();\n  two();\n}');
  });
  test('ends before the line that already follows', () => {
    expect(show('function f() {\n  █\n}', 'one();\n  two();\n}')).toBe('one();\n  two();');
  });
  test('keeps the closer that its own block needs although one follows', () => {
    const raw = 'if (a) {\n    b();\n  }\n}';
    expect(show('function f() {\n  █\n}', raw)).toBe('if (a) {\n    b();\n  }');
  });
  test('compares its last line as it is, not with what stands before the cursor', () => {
    expect(show('x = {█\nb();', '\n  a();\nb();')).toBe('\n  a();');
    expect(show('  █\n    b();', 'a();\n  b();')).toBe('a();');
  });
  test('ends at two blank lines', () => {
    expect(show('█', 'a();\n\n\nb();')).toBe('a();');
  });
  test('shows complete lines only while it grows, and says that it grows', () => {
    const around = surroundings(atCursor('{\n  █').request);
    expect(usable('one();\n  tw', false, around)).toEqual({
      type: 'text',
      text: 'one();',
      replaceAfter: 0,
      complete: false,
    });
    expect(usable('one', false, around)).toEqual({ type: 'none', why: 'pending' });
  });
  test('is capped at twenty lines', () => {
    const lines = Array.from({ length: 50 }, (_, at) => `x(${at});`);
    expect(show('█', lines.join('\n')).split('\n')).toHaveLength(20);
  });
});

describe('after a line that opens a block', () => {
  const table: readonly [string, string, string, string][] = [
    ['ends with the line where it closes it', 'if (a) {█', ' return; }\nb();', ' return; }'],
    ['ends before the closer that stands below', 'if (a) {█\n}', ' return; }\nb();', ' return;'],
    ['ends with the line that opens nothing', 'const a = █', 'b;\nconst c = d;', 'b;'],
    ['ends with its closer', 'const f = █', '() => {\n  a();\n};\ng();', '() => {\n  a();\n};'],
    ['takes what is deeper', 'def f():█', '\n    a()\n\n    b()\nc()', '\n    a()\n\n    b()'],
    ['ends before the closer below', 'if (a) {█\n}', '\n  b();\n}\n', '\n  b();'],
    [
      'goes on where the closer opens the next branch',
      'if (a) {█',
      '\n  b();\n} else {\n  c();\n}\nd();',
      '\n  b();\n} else {\n  c();\n}',
    ],
    ['ends at a closing tag', '<ul>█', '\n  <li />\n</ul>\n<p />', '\n  <li />\n</ul>'],
    ['ends at a closing word', 'if a; then█', '\n  b\nfi\nc', '\n  b\nfi'],
    ['says nothing beside the block', 'function f() {\n  if (a) {█', '\n  b();', '(empty)'],
  ];
  test.each(table)('%s', (_name, document, raw, expected) => {
    expect(show(document, raw)).toBe(expected);
  });

  test('is complete with its closer, before more has come', () => {
    const around = surroundings(atCursor('const f = █').request);
    expect(usable('() => {\n  a();\n', false, around)).toMatchObject({ complete: false });
    expect(usable('() => {\n  a();\n};\n', false, around)).toMatchObject({ complete: true });
    expect(usable('b;\n', false, around)).toMatchObject({ text: 'b;', complete: true });
  });
});

describe('a comment that goes on', () => {
  test('ends where the comment ends', () => {
    const raw = 'Adds.\n * Twice.\n */\nfunction f() {}';
    expect(show('/**\n * █', raw)).toBe('Adds.\n * Twice.\n */');
    expect(show('// One.\n// █', 'Two.\n// Three.\nf();')).toBe('Two.\n// Three.');
  });
});

describe('statements on a blank line', () => {
  test('end at a blank line once they are whole', () => {
    const raw = 'function a() {\n  b();\n\n  c();\n}\n\nfunction d() {}';
    expect(show('█', raw)).toBe('function a() {\n  b();\n\n  c();\n}');
    expect(show('█', 'def a():\n    b()\n\n    c()\n\ndef d():\n')).toBe(
      'def a():\n    b()\n\n    c()',
    );
  });
  test('keep a closing word that is deeper than the one below', () => {
    expect(show('def a\n  █\nend', 'if b\n    c\n  end\nend')).toBe('if b\n    c\n  end');
  });
});

describe('what stands below anyway', () => {
  const below = '█\n  one();\n  two();\n  three();\n}';
  test('is cut where the answer goes over into it', () => {
    expect(show(`f() {\n  ${below}`, 'zero();\n  one();\n  two();')).toBe('zero();');
  });
  test('is cut where the answer writes the lines before it anew', () => {
    expect(show(`f() {\n  ${below}`, 'zero();\n  uno();\n  two();\n  three();')).toBe(
      'zero();\n  uno();',
    );
  });
  test('is held back until the next line tells', () => {
    const around = surroundings(atCursor(`f() {\n  ${below}`).request);
    expect(usable('uno();\n  two();\n', false, around)).toMatchObject({ text: 'uno();' });
    expect(usable('uno();\n  two();\n  x();\n', false, around)).toMatchObject({
      text: 'uno();\n  two();\n  x();',
    });
  });
  test('is nothing to show', () => {
    expect(show(`f() {\n  ${below}`, 'one();\n  two();\n  three();\n}')).toBe('(repeats-suffix)');
  });
  test('may begin like something new', () => {
    const document = '█\n/**\n * Old.\n */\nfunction old() {}';
    expect(show(document, '/**\n * New.\n */')).toBe('/**\n * New.\n */');
  });
});

describe('closers', () => {
  const table: readonly [string, string, string, string][] = [
    ['one too many is cut', 'f(g(a█', ')));', '))'],
    ['none that is closed below', 'f(() => {\n  █\n});', 'a();\n});\n', 'a();'],
    ['none of another kind', 'f([a█', ', b);', ', b'],
    ['none that code follows', 'const a = b█', ') + c;', '(unbalanced)'],
    ['those that are open', 'f(() => {\n  █', 'a();\n});\nb();', 'a();\n});'],
    ['those of a block that began above the known text', '  a();\n  b(█', ');\n', ');'],
    ['one of another kind than stands below', 'f {\n  for (a of b█\n  }\n}', ') {\nc', ') {'],
    [
      'those of a block that is opened again',
      'try {\n  go();\n█\n  log();\n}',
      '} catch (error) {\n',
      '} catch (error) {',
    ],
    [
      'those of the branch before',
      'if (a) {\n  go();\n█\n  log();\n}',
      '} else if (b) {\n',
      '} else if (b) {',
    ],
    [
      'those that a function is opened behind',
      'Array.from({ length: 30 █\n  use(i);\n});',
      '}, (_, i) => {\n',
      '}, (_, i) => {',
    ],
    [
      'not the closer below of what was opened again',
      'if (a) {█\n}',
      '\n} else {\n}',
      '\n} else {',
    ],
    ['none that was never open', 'go();\n█\nlog();', '} else {\n', '(unbalanced)'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source code in a string
    ['those of a template literal', 'f(x, `${P}.${█', 'key}`);\n', 'key}`);'],
    [
      'those behind a template literal',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: source code in a string
      'lines.push(`a ${id}: ${█',
      "name}`, '');\n",
      "name}`, '');",
    ],
    [
      'those that no bracket in a regular expression stands for',
      'const a = /^[)\\]}>]*$/;\nf(() => {\n  return { b: █\n});\nconst c = /[)}]/;',
      'false };\n',
      'false };',
    ],
    ['those in a string', 'f("█")', '1) one', '1) one'],
    ['a smiley in a string', "const a = '█", ":)';", ":)';"],
  ];
  test.each(table)('%s', (_name, document, raw, expected) => {
    expect(show(document, raw)).toBe(expected);
  });

  test('need not match in a shell and in prose', () => {
    const text = (languageId: string, document: string, raw: string) =>
      usable(raw, true, surroundings(atCursor(document, { languageId }).request));
    expect(text('shellscript', 'case $1 in\n  █\nesac', 'start)\n    run\n    ;;')).toMatchObject({
      text: 'start)\n    run\n    ;;',
    });
    expect(text('markdown', 'The steps: █', '1) one 2) two')).toMatchObject({
      text: '1) one 2) two',
    });
  });
});

describe('loops', () => {
  test('end before the second copy', () => {
    expect(show('█', 'a();\nb();\nb();\nb();\nb();')).toBe('a();\nb();');
    expect(show('█', `a();\nx = ${'y + '.repeat(60)}`)).toBe('a();');
  });
  test('of tokens in the only line leave nothing', () => {
    expect(show('const a = █', 'b.'.repeat(80))).toBe('(loop)');
    expect(show('a█', ' b'.repeat(80), false)).toBe('(loop)');
  });
  test('are waited for after the second copy, and not after something else', () => {
    const around = surroundings(atCursor('█').request);
    expect(usable('a();\nb();\nb();\n', false, around)).toMatchObject({ text: 'a();\nb();' });
    expect(usable('a();\nb();\nb();\nc();\n', false, around)).toMatchObject({
      text: 'a();\nb();\nb();\nc();',
    });
  });
});

describe('special tokens', () => {
  test('end the answer before them', () => {
    expect(show('const a = █', 'b;<|cursor|>c')).toBe('b;');
    expect(show('█', 'a();\n<|fim_middle|>b();')).toBe('a();');
    expect(show('█', '<|endoftext|>a();')).toBe('(leaked-token)');
  });
  test('take the line with them that they break off in a string', () => {
    expect(show('const tokens = [█', "'<|endoftext|>', 'b'];")).toBe('(leaked-token)');
    expect(show('█', "a();\nb('c<|endoftext|>")).toBe('a();');
    expect(show("f('█')", 'a b<|endoftext|>')).toBe('a b');
  });
});

test('tabs and spaces stay as the model wrote them, and line ends are the editor’s', () => {
  expect(show('if (a) {█', '\r\n\tb();\r\n}')).toBe('\n\tb();\n}');
  expect(show('\tif (a) {█', '\n        b();\n\t}')).toBe('\n        b();\n\t}');
});

test('a character that the end of the answer cut in two is left out', () => {
  expect(show('const a = █', '"😀\ud83d')).toBe('"😀');
});

const DOCUMENTS = [
  'f({\n  █\n}',
  'f(█);',
  'f("█")',
  'const a = █',
  '  a();\n  █\n  foo(\n}',
  'if (a) {█\n}\nfoo(\n',
  '// a\n// █',
  'a█ // x',
  'a(b(█\n))',
];
const PIECE = fc.constantFrom(
  ...['a', ' ', '\n', '  ', '}', ')', ';', '\t', 'foo(', '"', '{', '[', ']', 'foo(\n', '\n}'],
  ...['<|fim_middle|>', '<|fi', '// ', '*/', '😀', 'é', '\r\n', '\n\n', 'a;\na;\n'],
);
const PIECES = fc.array(PIECE, { maxLength: 30 });

test('it says something of every text at every cut', () => {
  const documents = fc.constantFrom(...DOCUMENTS);
  const any = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    PIECES.map((all) => all.join('')),
  );
  fc.assert(
    fc.property(
      documents,
      any,
      fc.boolean(),
      fc.boolean(),
      (document, raw, finished, multiline) => {
        const around = surroundings({ ...atCursor(document).request, multiline });
        const result = usable(raw, finished, around);
        if (result.type === 'none') return;
        expect(result.text.trim()).not.toBe('');
        expect(leakedTokenAt(result.text, false)).toBe(-1);
        expect(result.text).not.toMatch(/\r/);
      },
    ),
    { seed: 8, numRuns: 5000 },
  );
});

test('what it says of a text it says of what it left of it', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...DOCUMENTS),
      PIECES,
      fc.boolean(),
      (document, pieces, multiline) => {
        const around = surroundings({ ...atCursor(document).request, multiline });
        // At the end of a text the beginning of a token is one.
        const once = usable(pieces.join('').replaceAll('<|fi', ''), true, around);
        if (once.type === 'none') return;
        const { text, replaceAfter } = once;
        expect(usable(text, true, around)).toMatchObject({ type: 'text', text, replaceAfter });
      },
    ),
    { seed: 9, numRuns: 5000 },
  );
});

test('a pair of halves stays together', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...DOCUMENTS),
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.nat(60),
      (document, raw, cut) => {
        const around = surroundings(atCursor(document).request);
        const result = usable(raw.slice(0, cut), true, around);
        if (result.type === 'text') expect(result.text.isWellFormed()).toBe(true);
      },
    ),
    { seed: 10, numRuns: 2000 },
  );
});

test('what was shown is only ever extended by what comes later', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...DOCUMENTS),
      PIECES,
      fc.nat(30),
      fc.boolean(),
      fc.boolean(),
      (document, pieces, cut, multiline, finished) => {
        const around = surroundings({ ...atCursor(document).request, multiline });
        const early = usable(pieces.slice(0, cut).join(''), false, around);
        const later = usable(pieces.join(''), finished, around);
        if (early.type !== 'text') return;
        expect(later.type).toBe('text');
        if (later.type !== 'text') return;
        expect(later.text.startsWith(early.text)).toBe(true);
        if (early.complete) expect(later.text).toBe(early.text);
      },
    ),
    { seed: 7, numRuns: 20000 },
  );
});
