import { expect, test } from 'vitest';
import { snippetLines, snippetText } from '../../../src/core/prompt/snippet-around.ts';

test('neighbouring lines give the same piece of a file', () => {
  expect(snippetLines(100, 500)).toEqual({ first: 80, end: 112 });
  expect(snippetLines(103, 500)).toEqual({ first: 80, end: 112 });
  expect(snippetLines(3, 20)).toEqual({ first: 0, end: 20 });
});

test('the line is always within', () => {
  for (let line = 0; line < 300; line += 1) {
    const { first, end } = snippetLines(line, 300);
    expect(first <= line && line < end).toBe(true);
  }
});

test('long lines are dropped from the end that is farther from the middle', () => {
  expect(snippetText(['aaaa', 'bbbb', 'cccc', 'dddd'], 3, 11)).toBe('cccc\ndddd\n');
  expect(snippetText(['aaaa', 'bbbb', 'cccc', 'dddd'], 0, 11)).toBe('aaaa\nbbbb\n');
  expect(snippetText(['short', 'x'.repeat(50)], 1, 20)).toBe('');
});
