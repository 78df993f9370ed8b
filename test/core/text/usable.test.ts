import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
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
    const around = { linePrefix: 'x ', lineSuffix: '', indent: '', multiline: true };
    const show = (nextLine: string) => usable('a();\nb();', true, { ...around, nextLine });
    expect(show('b();')).toMatchObject({ text: 'a();' });
    expect(show('x b();')).toMatchObject({ text: 'a();\nb();' });
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
    expect(show('█', 'x();\n'.repeat(50)).split('\n')).toHaveLength(20);
  });
});

test('what was shown is only ever extended by what comes later', () => {
  const piece = fc.constantFrom('a', ' ', '\n', '  ', '}', ')', ';', '\t', 'foo(', '"');
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 30 }),
      fc.nat(30),
      fc.boolean(),
      fc.constantFrom('', ')', ');', ' // x'),
      (pieces, cut, multiline, lineSuffix) => {
        const around = { linePrefix: '  ', lineSuffix, nextLine: '}', indent: '  ', multiline };
        const early = usable(pieces.slice(0, cut).join(''), false, around);
        const later = usable(pieces.join(''), false, around);
        if (early.type !== 'text') return;
        expect(later.type).toBe('text');
        if (later.type === 'text') expect(later.text.startsWith(early.text)).toBe(true);
      },
    ),
    { seed: 7, numRuns: 3000 },
  );
});
