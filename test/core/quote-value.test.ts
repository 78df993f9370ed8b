import { expect, test } from 'vitest';
import { quoteValue } from '../../src/core/quote-value.ts';

test.each([
  ['fast', '"fast"'],
  ['a"b', '"a\\"b"'],
  ['a\nb', '"a\\nb"'],
  ['a\u202eb\u200bc', '"a\ufffdb\ufffdc"'],
  [3.5, '3.5'],
  [Number.NaN, 'NaN'],
  [null, 'null'],
  [undefined, 'undefined'],
  [true, 'true'],
  [10n, '10'],
  [Symbol('x'), 'Symbol(x)'],
  [[1], 'a list'],
  [{ a: 1 }, 'an object'],
])('%s is quoted as %s', (value, quoted) => {
  expect(quoteValue(value)).toBe(quoted);
});

test('a long text is cut with an ellipsis', () => {
  expect(quoteValue('x'.repeat(1000))).toBe(`"${'x'.repeat(38)}…`);
});
