import fc from 'fast-check';
import { expect, test } from 'vitest';
import { suffixOverlap } from '../../../src/core/text/suffix-overlap.ts';

const table: readonly [string, string, string, string, number, string?][] = [
  ['nothing follows', 'a + b;', '', 'a + b;', 0],
  ['trailing white space is replaced', 'a + b;', '  ', 'a + b;', 0],
  ['the call is closed by the answer', 'x)', ')', 'x)', 1],
  ['the call is closed by the editor', 'x', ')', 'x', 0],
  ['an inner call does not close the outer', 'f(x);', ');', 'f(x)', 0],
  ['an inner call and the outer are closed', 'f(x));', ');', 'f(x));', 2],
  ['object and call are closed', 'a: 1 });', '})', 'a: 1 });', 2],
  ['a bracket in a string closes nothing', "')'", ')', "')'", 0],
  ['generic brackets', 'string>', '>', 'string>', 1],
  ['an arrow is not a closer of the call', '() => x', ')', '() => x', 0],
  ['real code after the cursor is kept apart', 'first', ', second)', 'first', 0],
  ['further lines never tear a line apart', 'a\nb', ' + c', 'a', 0],
  ['only the inner of two calls is closed', 'x => x)', '))', 'x => x)', 1],
  ['a template literal is closed but for its end', 'name}', '}`)', 'name}', 1, 'f(`${'],
  ['a template literal is closed to its end', 'name}`', '}`)', 'name}`', 2, 'f(`${'],
  ['a template literal and its call are closed', 'name}`)', '}`)', 'name}`)', 3, 'f(`${'],
  ['a bracket in the string is closed', 'x}', '}")', 'x}', 1, 'print(f"{'],
  ['a string without its end is closed first', "', x);", ')', "', x);", 1, "f('a"],
  ['a bracket in a string without its end', "a)'", ')', "a)'", 0, "f('"],
  ['a string ends in an escaped quote', "a\\')", "')", "a\\')", 0, "f('"],
  ['a string after the cursor is not closed', "x, 'a')", "'a')", 'x, ', 0, 'f('],
  ['an apostrophe in a comment is no string', 'x)', ')', 'x)', 1, "// don't f("],
  ['a lifetime is no string', 'x)', ')', 'x)', 1, "f::<'a>(&'a "],
  ['the bracket that the answer opens needs one', 'x) => f(', '))', 'x) => f(', 0, 'a(b('],
  ['an arrow closes no type argument', '(a) => b', '>', '(a) => b', 0, 'F<'],
  ['inner type arguments close nothing outside', 'B<C>', '>', 'B<C>', 0, 'A<'],
  ['the statement is ended once', 'x);', '));', 'x)', 1, 'f(g('],
  ['a repetition that the answer needs is kept', '[f(a, b)', ', b)', '[f(a, b)', 0, 'g(x'],
  ['a longer repetition is cut', 'x), b', '), b)', 'x', 0, 'f(g('],
  ['further lines do not tear closers apart', 'x)\ny', '))', 'x)', 1, 'f(g('],
  ['an answer that is the suffix', ' + c', ' + c', '', 0],
];

/** The line in which an editor would have put `lineSuffix` behind the cursor. */
function usualPrefix(lineSuffix: string): string {
  const opener: Record<string, string> = { ')': 'f(', '}': '{', '>': 'A<' };
  return [...lineSuffix]
    .map((char) => opener[char] ?? '')
    .reverse()
    .join('');
}

test.each(table)('%s', (_name, text, lineSuffix, expected, replaceAfter, linePrefix) => {
  const result = suffixOverlap(text, lineSuffix, linePrefix ?? usualPrefix(lineSuffix));
  expect(result.text).toBe(expected);
  if (lineSuffix.trim() !== '') expect(result.replaceAfter).toBe(replaceAfter);
});

test('the editor can show every result: what is replaced occurs in the text, in order', () => {
  const marks = fc.string({ unit: fc.constantFrom(...'()[]{}"\'`;,ab <>'), maxLength: 12 });
  fc.assert(
    fc.property(marks, marks, marks, (text, lineSuffix, linePrefix) => {
      const { text: inserted, replaceAfter } = suffixOverlap(text, lineSuffix, linePrefix);
      let at = 0;
      const replaced = lineSuffix.slice(0, replaceAfter);
      if (replaced.trim() === '') return;
      for (const char of inserted) if (char === replaced.charAt(at)) at += 1;
      expect(at).toBe(replaced.length);
    }),
    { seed: 11, numRuns: 5000 },
  );
});

const CLOSER: Record<string, string> = { '(': ')', '[': ']', '{': '}' };

/** Brackets that close nothing, and what is left open. */
function unmatched(line: string): { closers: number; open: number } {
  const open: string[] = [];
  let closers = 0;
  for (const char of line) {
    if (CLOSER[char] !== undefined) open.push(CLOSER[char]);
    else if (open.at(-1) === char) open.pop();
    else closers += 1;
  }
  return { closers, open: open.length };
}

test('no answer that closes only what was opened leaves a bracket too many or too few', () => {
  const { nested } = fc.letrec<{ nested: string }>((tie) => ({
    nested: fc.oneof(
      { maxDepth: 3 },
      fc.constant(''),
      fc
        .tuple(fc.constantFrom('(', '[', '{'), tie('nested'), tie('nested'))
        .map(([opener, inner, next]) => `${opener}${inner}${CLOSER[opener]}${next}`),
    ),
  }));
  const opened = fc.array(fc.constantFrom('(', '[', '{'), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(opened, fc.array(nested, { minLength: 1, maxLength: 6 }), (openers, groups) => {
      const prefix = openers.join('');
      const suffix = openers
        .map((opener) => CLOSER[opener])
        .reverse()
        .join('');
      // As many closers as there are joints: all that were opened, or only the inner ones.
      const parts = groups.slice(0, openers.length + 1);
      const answer = parts
        .map((group, at) => (at === 0 ? group : `${suffix[at - 1]}${group}`))
        .join('');
      const result = suffixOverlap(answer, suffix, prefix);
      const line = prefix + result.text + suffix.slice(result.replaceAfter);
      expect([line, unmatched(line)]).toEqual([line, { closers: 0, open: 0 }]);
    }),
    { seed: 3, numRuns: 3000 },
  );
});

test('no answer of brackets leaves more closers too many than it has itself', () => {
  const brackets = fc.string({ unit: fc.constantFrom('(', ')'), minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 }), brackets, (depth, answer) => {
      const prefix = '('.repeat(depth);
      const suffix = ')'.repeat(depth);
      const { text, replaceAfter } = suffixOverlap(answer, suffix, prefix);
      const tooMany = unmatched(prefix + text + suffix.slice(replaceAfter)).closers;
      expect(tooMany).toBeLessThanOrEqual(Math.max(0, unmatched(answer).closers - depth));
    }),
    { seed: 4, numRuns: 3000 },
  );
});
