import { expect, test } from 'vitest';
import { createLineLoop, isTokenLoop } from '../../../src/core/text/loop.ts';

/** The number of the line with which the loop is known, and of the first that repeats. */
function loopOf(lines: readonly string[]): [number, number] | null {
  const loop = createLineLoop();
  for (const [index, line] of lines.entries()) {
    const { found, from } = loop.add(line);
    if (found) return [index, from];
  }
  return null;
}

test.each<[string, string[], [number, number] | null]>([
  ['the same line three times', ['a();', 'b();', 'b();', 'b();'], [3, 2]],
  ['the same line twice', ['a();', 'b();', 'b();', 'c();'], null],
  ['two lines three times', ['a', 'b', 'a', 'b', 'a', 'b'], [5, 2]],
  ['four lines three times', 'abcdabcdabcd'.split(''), [11, 4]],
  ['five lines over and over', 'abcdeabcdeabcdeabcde'.split(''), null],
  ['closers and blank lines', ['}', '}', '}', '', '', '', ')'], null],
  ['the same words at other depths', ['a', ' a', '  a', '   a'], null],
  ['lines that differ in a number', ['a1', 'a2', 'a3', 'a4'], null],
])('%s', (_name, lines, expected) => {
  expect(loopOf(lines)).toEqual(expected);
});

test.each<[string, string, boolean]>([
  ['one token again and again', `return ${'foo '.repeat(30)}`, true],
  ['a chain that goes round', `a${'.next.prev'.repeat(12)}`, true],
  ['one character', 'x = "'.concat('='.repeat(110)), true],
  ['a ruler of eighty columns', `// ${'-'.repeat(77)}`, false],
  ['sixteen bytes in hexadecimal', '0x00, '.repeat(16), false],
  ['the row of a table', '| --- '.repeat(12), false],
  ['a long line of code', Array.from({ length: 40 }, (_, at) => `argument${at}`).join(', '), false],
])('a loop within a line: %s is %s', (_name, line, expected) => {
  expect(isTokenLoop(line)).toBe(expected);
});
