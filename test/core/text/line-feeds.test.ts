import { expect, test } from 'vitest';
import { withLineFeeds } from '../../../src/core/text/line-feeds.ts';

test.each([
  ['a\nb', 'a\nb'],
  ['a\r\nb\r\n', 'a\nb\n'],
  ['a\r\rb', 'a\n\nb'],
  ['half of a line end at the cut\r', 'half of a line end at the cut\n'],
  ['', ''],
])('%j has the lines of %j', (text, expected) => {
  expect(withLineFeeds(text)).toBe(expected);
});
