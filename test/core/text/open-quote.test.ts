import { expect, test } from 'vitest';
import { openQuote } from '../../../src/core/text/open-quote.ts';

test.each<[string, string, string | null]>([
  ['code', 'f(a, ', ''],
  ['a string', "f('a", "'"],
  ['a string that has ended', "f('a', ", ''],
  ['an escaped quote', "f('a\\'", "'"],
  ['an escaped backslash before the end', "f('a\\\\'", ''],
  ['another quote inside', 'f("it\'s', '"'],
  ['code in a template literal', 'f(`a ${b', ''],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: source code in a string
  ['an object in a template literal', 'f(`${{ a: {} }', ''],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: source code in a string
  ['the template literal behind its code', 'f(`a ${b} c', '`'],
  ['a string in a template literal', "f(`${b['c", "'"],
  ['a string with letters before it', "f(rb'a", "'"],
  ['an apostrophe', "# don't", ''],
  ['after a comment mark', "// a 'word", null],
  ['an address in a string', "f('http://a", "'"],
])('%s', (_name, linePrefix, expected) => {
  expect(openQuote(linePrefix)).toBe(expected);
});
