import { describe, expect, test } from 'vitest';
import { anchorAt, compare, typedSince } from '../../../src/core/reuse/agreement.ts';
import { atCursor } from '../../support/cursor.ts';

function typed(before: string, now: string, uri = 'file:///a.ts'): string | null {
  const from = atCursor(before);
  const to = atCursor(now, { uri });
  const anchor = anchorAt({ ...from.request, offset: from.offset });
  return typedSince(anchor, { ...to.request, offset: to.offset });
}

describe('what was typed since', () => {
  const table: readonly [string, string, string, string | null][] = [
    ['nothing', 'a = █', 'a = █', ''],
    ['some letters', 'a = █', 'a = foo█', 'foo'],
    ['several lines', 'a = █;', 'a = 1\nb = █;', '1\nb = '],
    ['a bracket that was closed by the editor', 'f█', 'f(█)', '('],
    ['quotes inside brackets', 'f█\nx', 'f("█")\nx', '("'],
    ['a closer typed over', 'f(a█)\nx', 'f(a)█\nx', ')'],
    ['a deletion', 'a = foo█', 'a = f█', null],
    ['another line above changed', 'x\na = █', 'y\na = f█', null],
    ['the text behind changed', 'a = █ + b', 'a = f█ + c', null],
    ['the cursor moved on over existing text', 'a█bc', 'ab█c', null],
  ];
  test.each(table)('%s', (_name, before, now, expected) => {
    expect(typed(before, now)).toBe(expected);
  });
  test('another document', () => expect(typed('a█', 'ab█', 'file:///b.ts')).toBeNull());
  test('an edit far above does not matter', () => {
    const far = 'x'.repeat(300);
    expect(typed(`1${far}█`, `2${far}ab█`)).toBe('ab');
  });
});

describe('whether a text still agrees', () => {
  const table: readonly [string, string, boolean, string][] = [
    ['value', 'va', false, 'agrees'],
    ['value', 'vx', false, 'disagrees'],
    ['', 'va', false, 'pending'],
    ['va', 'value', false, 'pending'],
    ['vx', 'value', false, 'disagrees'],
    ['value', 'value', false, 'pending'],
    ['value', 'value', true, 'disagrees'],
    ['va', 'value', true, 'disagrees'],
  ];
  test.each(table)('said %j, typed %j, finished %j: %s', (text, key, finished, expected) => {
    expect(compare(text, key, finished)).toBe(expected);
  });
});
