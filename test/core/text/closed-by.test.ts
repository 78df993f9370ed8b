import { expect, test } from 'vitest';
import { closedBy, leadingClosers } from '../../../src/core/text/closed-by.ts';

test.each<[string, string, string | null, string]>([
  ['brackets and quotes', ')}"; x', '"', ')}"'],
  ['nothing', 'x)', '', ''],
  ['a quote that ends the string', "')", "'", "')"],
  ['a quote that begins one', "')", '', ''],
  ['a quote of which nothing is known', "')", null, "')"],
])('closers behind the cursor: %s', (_name, following, quote, expected) => {
  expect(leadingClosers(following, quote)).toBe(expected);
});

test.each<[string, string, string, string | null, string, number]>([
  ['none', 'x', '))', '', '))', 0],
  ['the first of two', 'x)', '))', '', '))', 1],
  ['both', 'x))', '))', '', '))', 2],
  ['no more than there are', 'x)))', '))', '', '))', 2],
  ['not its own', 'f(x)', ')', '', ')', 0],
  ['not the one that its open bracket needs', 'x).f(', ')', '', ')', 0],
  ['although it opens another kind', 'x) {', ')', '', ') {', 1],
  ['none within its own strings', '")"', ')', '', ')', 0],
  ['the quote and what follows it', 'a")', '")', '"', '")', 2],
  ['no bracket before the quote', 'a)"', '")', '"', '")', 1],
  ['three quotes', 'a"""', '"""', '"', '"""', 3],
  ['after the end of a string that nothing closes', '")', ')', '"', ')', 1],
  ['in a string that is closed further on', 'a)', ')', '"', ') b"', 1],
])('closers made superfluous: %s', (_name, text, closers, quote, following, expected) => {
  expect(closedBy(text, closers, quote, following)).toBe(expected);
});
