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
    ['a Windows line end', 'a = █;\r\n', 'a = 1\r\nb = █;\r\n', '1\nb = '],
    ['a Windows line end alone', '{█\r\n}', '{\r\n█\r\n}', '\n'],
    ['nothing at the end of the file', 'a = █', 'a = f█', 'f'],
    ['other text where the file ended', 'a = █', 'a = f█\nb', null],
    ['other text where only a line end was', 'a = █\n', 'a = f█\nb\n', null],
    ['other text after the same last line', 'a = █\n}\n', 'a = f█\n}\nb\n', null],
    ['a bracket closed by the editor at the end of the file', 'f█', 'f(█)', '('],
    ['a bracket closed by the editor before other text', 'f█', 'f(█) + b', null],
    ['a closer typed over at the end of the file', 'f(a█)', 'f(a)█', ')'],
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

test('a line too long for the request may follow where the request ended', () => {
  const from = { documentUri: 'u', offset: 4, prefix: 'a = ', suffix: '\n' };
  const now = { documentUri: 'u', offset: 5, prefix: 'a = f', suffix: `\n${'x'.repeat(99)}` };
  expect(typedSince(anchorAt(from), now)).toBe('f');
});

test('the text behind is compared over many Windows line ends and a cut inside one', () => {
  for (let pad = 0; pad < 4; pad += 1) {
    const behind = `${' '.repeat(pad)}${'\r\n'.repeat(70)}`;
    expect(typed(`${behind}a█${behind}`, `${behind}ab\r\n█${behind}`)).toBe('b\n');
    expect(typed(`${behind}a█${behind}`, `${behind}ab█x${behind}`)).toBeNull();
  }
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
