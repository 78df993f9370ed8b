import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encode } from '../../../src/core/predictor/encode.ts';
import {
  collectNear,
  createLiveWindowReader,
  splitLine,
  splitRest,
} from '../../../src/core/predictor/live-window.ts';
import { createVocabulary } from '../../../src/core/predictor/vocabulary.ts';
import { atCursor } from '../../support/cursor.ts';

test('the line of the cursor is split off on any line end', () => {
  expect(splitLine('a\nb\r\n  c')).toEqual({ above: 'a\nb\r\n', typed: '  c' });
  expect(splitLine('abc')).toEqual({ above: '', typed: 'abc' });
  expect(splitRest(');\r\nnext\nlast')).toEqual({ rest: ');', below: 'next\nlast' });
  expect(splitRest('\n\nnext')).toEqual({ rest: '', below: '\nnext' });
  expect(splitRest('')).toEqual({ rest: '', below: '' });
});

test('reading step by step gives the tokens that reading at once gives', () => {
  const edit = fc.constantFrom('a', ' b', '\n', '\r\n', ' = f(x);', '\n\n  ', '😀', '←');
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 40 }), fc.string({ maxLength: 20 }), (edits, below) => {
      const vocabulary = createVocabulary();
      const reader = createLiveWindowReader(vocabulary);
      let text = '';
      for (const one of edits) {
        text = one === '←' ? text.slice(0, -3) : text + one;
        const { request } = atCursor(`${text}█\n${below}`);
        const { above, typed } = splitLine(request.prefix);
        const window = reader.read(request, typed);
        const fresh = createVocabularyOf(window, vocabulary);
        expect(fresh(window.above)).toEqual(fresh(encode(above, vocabulary, true)));
        expect(fresh(window.line)).toEqual(fresh(encode(typed, vocabulary, true)));
      }
    }),
  );
});

function createVocabularyOf(_: unknown, vocabulary: ReturnType<typeof createVocabulary>) {
  return (tokens: readonly number[]) =>
    tokens.map((token) => `${token & 1}${vocabulary.text(token >> 1)}`);
}

test('whatever was read, letting go of it gives every word back', () => {
  const vocabulary = createVocabulary();
  const reader = createLiveWindowReader(vocabulary);
  for (const text of ['a\nb █\nc', 'a\nb\nc █', 'x█', 'long\nother █\n']) {
    reader.read(atCursor(text).request, splitLine(text.slice(0, text.indexOf('█'))).typed);
  }
  reader.clear();
  expect(vocabulary.size()).toBe(0);
});

test('what is read of a huge document is bounded', () => {
  const vocabulary = createVocabulary();
  const reader = createLiveWindowReader(vocabulary);
  const line = 'const value = compute(other);\n';
  const { request } = atCursor(`${line.repeat(50_000)}█\n${line.repeat(50_000)}`);
  const window = reader.read(request, '');
  expect(window.above.length).toBeGreaterThan(1000);
  expect(window.above.length).toBeLessThan(10_000);
  expect(window.below.length).toBeLessThan(4_000);
});

test('nearby matches are found nearest first, the cursor itself left out', () => {
  const found: [number, number][] = [];
  const tokens = [2, 4, 6, 2, 4, 8, 2, 4];
  collectNear(tokens, tokens, (token, matched) => found.push([token, matched]));
  expect(found).toEqual([
    [8, 2],
    [6, 2],
  ]);
});

test('the number of nearby matches is bounded', () => {
  let count = 0;
  const tokens = new Array<number>(5000).fill(4);
  collectNear(tokens, tokens, () => count++);
  expect(count).toBe(64);
});
