import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type DocumentShape,
  wholeCharacters,
  windowBounds,
} from '../../../src/core/prompt/document-context.ts';

const LIMITS = { prefixChars: 6000, suffixChars: 1600 };

function shape(text: string, offset: number): DocumentShape {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return {
    length: text.length,
    lineCount: starts.length,
    cursorLine: starts.filter((start) => start <= offset).length - 1,
    lineStart: (line) => starts[line] ?? text.length,
  };
}

function window(text: string, offset: number): { prefix: string; suffix: string } {
  const { start, end } = windowBounds(offset, shape(text, offset), LIMITS);
  return { prefix: text.slice(start, offset), suffix: text.slice(offset, end) };
}

const numbered = (lines: number): string =>
  Array.from({ length: lines }, (_, line) => `const line${line} = ${line};`).join('\n');

test('a small document is seen whole', () => {
  expect(window('one\ntwo\nthree', 5)).toEqual({ prefix: 'one\nt', suffix: 'wo\nthree' });
});

describe('a large document', () => {
  const text = numbered(2000);

  test('the first character of the window stays while the writer goes on', () => {
    const at = text.indexOf('const line1000');
    const starts = new Set<number>();
    for (let typed = 0; typed < 600; typed += 1) {
      starts.add(windowBounds(at + typed, shape(text, at + typed), LIMITS).start);
    }
    expect(starts.size).toBe(1);
  });

  test('begins on a multiple of 64 lines and ends on a line', () => {
    const offset = text.indexOf('const line1000') + 7;
    const { prefix, suffix } = window(text, offset);
    expect(prefix).toMatch(/^const line\d+ = \d+;\n/);
    expect(Number(/^const line(\d+)/.exec(prefix)?.[1]) % 64).toBe(0);
    expect(suffix.endsWith('\n')).toBe(true);
  });
});

test('a long line never leaves the window nearly empty just because its number fits a step', () => {
  // 64 lines of 150 characters are more than the window holds, so no multiple of 64 will do.
  const text = Array.from({ length: 500 }, (_, line) => `${line} ${'x'.repeat(150)}`).join('\n');
  for (let line = 60; line < 500; line += 1) {
    const offset = text.indexOf(`\n${line} `) + 2;
    expect(window(text, offset).prefix.length).toBeGreaterThanOrEqual(3000);
  }
});

test('lines of a hundred characters step in smaller steps instead of not at all', () => {
  const text = Array.from({ length: 500 }, (_, line) => `${line} ${'x'.repeat(150)}`).join('\n');
  const { prefix } = window(text, text.length);
  expect(Number(/^(\d+) /.exec(prefix)?.[1]) % 16).toBe(0);
});

test('one endless line is cut at the limit, never inside a character', () => {
  const text = '😀'.repeat(10_000);
  const { prefix, suffix } = window(text, 10_001);
  expect(wholeCharacters(prefix)).not.toMatch(/^[\udc00-\udfff]|[\ud800-\udbff]$/);
  expect(suffix.length).toBeLessThanOrEqual(1600);
});

test('the window holds the cursor and keeps its limits in any document', () => {
  const text = fc
    .array(fc.string({ unit: fc.constantFrom('a', ' ', '\n', 'é'), maxLength: 400 }), {
      maxLength: 80,
    })
    .map((parts) => parts.join('').repeat(3));
  fc.assert(
    fc.property(text, fc.double({ min: 0, max: 1, noNaN: true }), (document, share) => {
      const offset = Math.floor(document.length * share);
      const { start, end } = windowBounds(offset, shape(document, offset), LIMITS);
      expect(start).toBeGreaterThanOrEqual(Math.max(0, offset - 6000));
      expect(start).toBeLessThanOrEqual(offset);
      expect(end).toBeGreaterThanOrEqual(offset);
      expect(end).toBeLessThanOrEqual(Math.min(document.length, offset + 1600));
    }),
    { seed: 3, numRuns: 300 },
  );
});
