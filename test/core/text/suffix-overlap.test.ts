import fc from 'fast-check';
import { expect, test } from 'vitest';
import { suffixOverlap } from '../../../src/core/text/suffix-overlap.ts';

const table: readonly [string, string, string, string, number][] = [
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
  ['an answer that is the suffix', ' + c', ' + c', '', 0],
];

test.each(table)('%s', (_name, text, lineSuffix, expected, replaceAfter) => {
  const result = suffixOverlap(text, lineSuffix);
  expect(result.text).toBe(expected);
  if (lineSuffix.trim() !== '') expect(result.replaceAfter).toBe(replaceAfter);
});

test('the editor can show every result: what is replaced occurs in the text, in order', () => {
  const marks = fc.string({ unit: fc.constantFrom(...'()[]{}"\'`;,ab <>'), maxLength: 12 });
  fc.assert(
    fc.property(marks, marks, (text, lineSuffix) => {
      const { text: inserted, replaceAfter } = suffixOverlap(text, lineSuffix);
      let at = 0;
      const replaced = lineSuffix.slice(0, replaceAfter);
      if (replaced.trim() === '') return;
      for (const char of inserted) if (char === replaced.charAt(at)) at += 1;
      expect(at).toBe(replaced.length);
    }),
    { seed: 11, numRuns: 5000 },
  );
});
