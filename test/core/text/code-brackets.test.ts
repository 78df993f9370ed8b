import { expect, test } from 'vitest';
import { codeBrackets, commentAt, unmatched } from '../../../src/core/text/code-brackets.ts';

test.each([
  ['f(a[0], { b })', '([]{})'],
  ['f("(", \'[\', `{`)', '()'],
  ["it isn't (a", '('],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: source code in a string
  ['f(`a) ${b(c)} d)`)', '({()})'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: source code in a string
  ['f(`a) ${b[`${c}]`]} d)`)', '({[{}]})'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: source code in a string
  ['f(x, `(${a}.${', '({}{'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: source code in a string
  ['f(`a ${g({ b: 1 })} (`)', '({({})})'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: source code in a string
  ['it`s ${a} (b', '{}('],
  ['f(`see https://a (1`)', '()'],
  ["fn f<'a>(x: &'a str) {", '(){'],
  ['a "string that goes on (', '('],
  ['/\\(\\[/.test(a)', '()'],
  ['if (!/^[)\\]}>"\'`;,\\s]*$/.test(a)) {', '(()){'],
  ['return /[/(]/.test(a) && /\\//.test(b[0]);', '()([])'],
  ['f((a) => /{/.test(a));', '(()())'],
  ['a(b) / c[0] + (d / e)', '()[]()'],
  ['def f(a, /, b):', '()'],
  ['f(a, // b / (c', '('],
  ['f(); // see (1', '()'],
  ['f("http://(")', '()'],
  ['x = {  # a (b', '{'],
  ['color: #fff; }', '}'],
  ['#[derive(Debug)]', '[()]'],
  ['i--; f(', '('],
  ['SELECT ( -- all (', '('],
  [' * a word (of', ''],
  ['f(/* a ( */ b)', '(()'],
  ['f( /* a )', '('],
  ['<!-- ( --> {', '({'],
])('the brackets of %s that are code are %s', (line, expected) => {
  const found = codeBrackets(line);
  expect(found.map(({ char }) => char).join('')).toBe(expected);
  expect(found.map(({ at }) => line.charAt(at)).join('')).toBe(expected);
});

test('a comment begins where its mark is no part of a string, an address or a word', () => {
  const at = (line: string) => line.slice(commentAt(line));
  expect(at('a // b')).toBe('// b');
  expect(at('"a // b"')).toBe('');
  expect(at('see http://b')).toBe('');
  expect(at('a # b')).toBe('# b');
  expect(at('a#b #c')).toBe('');
});

test.each<[string, string[], string[], string[]]>([
  ['all matched', ['f(a, [b]);'], [], []],
  ['two left open', ['f({', '  a: ['], [')', '}', ']'], []],
  ['one closed that was open before', ['  b();', '}', 'c(', ')'], [], ['}']],
  ['text that looks like an open bracket', ['{', 'see (a', '}'], [], []],
])('%s', (_name, lines, open, closed) => {
  expect(unmatched(lines)).toEqual({ open, closed });
});
