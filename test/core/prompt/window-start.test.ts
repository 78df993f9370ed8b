import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type LinesAbove, windowStart } from '../../../src/core/prompt/window-start.ts';

const LIMIT = 1000;

function linesOf(text: string): LinesAbove {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return {
    firstLine: 0,
    cursorLine: starts.length - 1,
    lineStart: (line) => starts[line] ?? text.length,
  };
}

const at = (text: string, kept: number | null = null) =>
  windowStart(text.length, LIMIT, linesOf(text), kept);

const lines = (count: number, chars: number): string => `${'x'.repeat(chars - 1)}\n`.repeat(count);

test('what fits is seen whole', () => {
  expect(at(lines(10, 50))).toEqual({ offset: 0, line: 0 });
});

test('a window that must move leaves a quarter of room and stands on a step', () => {
  const text = lines(200, 10);
  const start = at(text, 90);
  expect(start.line % 4).toBe(0);
  expect(text.length - start.offset).toBeLessThanOrEqual(750);
  expect(text.length - start.offset).toBeGreaterThanOrEqual(500);
});

test('deleting and writing again at an edge does not move it back and forth', () => {
  const starts: number[] = [];
  let kept: number | null = null;
  const typed = lines(140, 10);
  // One step back for every two forward.
  for (let length = 900; length < typed.length; length += 1) {
    for (const end of [length, length - 1, length]) {
      const start = at(typed.slice(0, end), kept);
      kept = start.line;
      if (starts.at(-1) !== start.offset) starts.push(start.offset);
    }
  }
  expect(starts).toEqual(starts.toSorted((a, b) => a - b));
  expect(starts.length).toBeLessThanOrEqual(4);
});

test('a start too close to the cursor is given up for one that shows more', () => {
  expect(at(lines(200, 10), 199).line).toBeLessThan(150);
});

test('a start that is kept says nothing of a place far above it', () => {
  expect(at(lines(20, 10), 150)).toEqual({ offset: 0, line: 0 });
});

const documents = fc
  .array(fc.nat(160), { minLength: 1, maxLength: 120 })
  .map((lengths) => lengths.map((length) => 'y'.repeat(length)).join('\n'));

test('it never begins after the cursor, and never leaves more than the limit', () => {
  fc.assert(
    fc.property(documents, fc.option(fc.nat(130)), (text, kept) => {
      const { offset, line } = at(text, kept);
      expect(offset).toBeLessThanOrEqual(text.length);
      expect(text.length - offset).toBeLessThanOrEqual(LIMIT);
      // On a line start, as all these lines are shorter than the limit.
      expect(offset === 0 || text[offset - 1] === '\n').toBe(true);
      expect(text.slice(0, offset).split('\n').length - 1).toBe(line);
    }),
    { seed: 11, numRuns: 500 },
  );
});

test('asked again with what it said, it says the same', () => {
  fc.assert(
    fc.property(documents, fc.option(fc.nat(130)), (text, kept) => {
      const first = at(text, kept);
      expect(at(text, first.line)).toEqual(first);
    }),
    { seed: 12, numRuns: 500 },
  );
});

test('one endless line is cut in steps', () => {
  const starts = new Set<number>();
  for (let length = 5000; length < 6000; length += 1) starts.add(at('z'.repeat(length)).offset);
  expect(starts.size).toBeLessThanOrEqual(5);
});
