import { expect, test } from 'vitest';
import { endsInOwnQuote } from '../../../src/core/text/ends-in-own-quote.ts';

test.each([
  ['a string', 'const a = ', "'b"],
  ['a lone quote', 'stop: [', '"'],
  ['a second string', "f('", "a', 'b"],
  ['a template literal', 'f(', '`a ${b'],
  ['a string on a later line', 'f(', "\n  'a"],
])('%s is open at the end', (_name, linePrefix, text) => {
  expect(endsInOwnQuote(text, linePrefix)).toBe(true);
});

test.each([
  ['a string that ends', 'const a = ', "'b';"],
  ['a string that was open before', "f('", 'a'],
  ['an apostrophe', '// ', "it's a"],
  ['an apostrophe in a comment', 'a # ', "as in 'b"],
  ['a lifetime', 'fn f', "<'a>(x: &'a str, y: &'a str"],
  ['the end of a literal of several lines', '  <ul>', '</ul>`;'],
  ['the same, on a line of its own', '  <ul>', '\n`;'],
  ['the end of a documentation string', '', 'Adds.\n    """'],
])('%s is not', (_name, linePrefix, text) => {
  expect(endsInOwnQuote(text, linePrefix)).toBe(false);
});
