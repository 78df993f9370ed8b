import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isExtendable, tokenize } from '../../../src/core/predictor/tokenizer.ts';

test('the pieces of any text, joined, are the text again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      expect(tokenize(text).join('')).toBe(text);
    }),
  );
});

test('no cut between pieces halves a surrogate pair', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 100 }), (text) => {
      for (const piece of tokenize(text)) {
        expect(piece).not.toMatch(/^[\udc00-\udfff]|[\ud800-\udbff]$/);
      }
    }),
  );
});

const cases: readonly [text: string, pieces: readonly string[]][] = [
  ['', []],
  ['const a = b;', ['const', ' a', ' =', ' b', ';']],
  ['fooBar_1.baz$', ['fooBar_1', '.', 'baz$']],
  ["from '../core/a.ts'", ['from', " '", '../', 'core', '/', 'a', '.', 'ts', "'"]],
  ['a?.b ?? (c => c)', ['a', '?.', 'b', ' ??', ' (', 'c', ' =>', ' c', ')']],
  ['x\n\n  y', ['x', '\n', '\n', '  ', 'y']],
  ['x \r\ny\rz', ['x', ' ', '\r\n', 'y', '\r', 'z']],
  ['\ta\t= 1', ['\t', 'a', '\t', '=', ' 1']],
  ['0x1F 1.5e3 0..10', ['0x1F', ' 1.5e3', ' 0', '..', '10']],
  ['f(((a)))', ['f', '(', '(', '(', 'a', ')', ')', ')']],
  ['名前 = "é😀"', ['名前', ' =', ' "', 'é😀', '"']],
  ['@Get()\n#!', ['@', 'Get', '(', ')', '\n', '#', '!']],
];

test.each(cases)('%j becomes its pieces', (text, pieces) => {
  expect(tokenize(text)).toEqual(pieces);
});

test('words, numbers and operators may go on; brackets, quotes and commas may not', () => {
  for (const lexeme of ['a', '_', '$', '9', 'é', '=', '?.'])
    expect(isExtendable(lexeme)).toBe(true);
  for (const lexeme of ['(', ')', '"', ',', ';', '', '`']) expect(isExtendable(lexeme)).toBe(false);
});

test('a line of one character repeated is read in one pass', () => {
  for (const char of ['a', ' ', '(', '=', '\t', '😀', '\\', '0.']) {
    const text = char.repeat(100_000);
    expect(tokenize(text).join('')).toBe(text);
  }
});
