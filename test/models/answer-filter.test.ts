import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createAnswerFilter } from '../../src/models/answer-filter.ts';

function run(endings: readonly string[], pieces: readonly string[]) {
  const filter = createAnswerFilter(endings);
  const given = pieces.map((piece) => filter.push(piece));
  return { given, text: given.join('') + filter.flush(), ended: filter.ended };
}

test('text passes through at once when nothing in it can become an ending', () => {
  const { given, ended } = run(['<|fim_middle|>', '\n\n'], ['const', ' a', ' = 1;']);
  expect(given).toEqual(['const', ' a', ' = 1;']);
  expect(ended).toBe(false);
});

test('a leaked token ends the answer before itself, and what follows is dropped', () => {
  const { text, ended } = run(['<|fim_middle|>'], ['a;', '<|fim_middle|>', 'more', '<|x|>']);
  expect(text).toBe('a;');
  expect(ended).toBe(true);
});

test('a token that arrives in pieces is recognised', () => {
  expect(run(['<|fim_middle|>'], ['a <', '|fim_', 'middle|', '> b'])).toMatchObject({
    given: ['a ', '', '', ''],
    text: 'a ',
    ended: true,
  });
});

test('a false start is given out as soon as it is known to be one', () => {
  expect(run(['<|fim_middle|>'], ['a <', 'b'])).toMatchObject({ given: ['a ', '<b'] });
});

test('what is held back at the end of the stream is not lost', () => {
  expect(run(['<|fim_middle|>'], ['x <|fim'])).toMatchObject({ given: ['x '], text: 'x <|fim' });
});

test('the earliest of several endings counts', () => {
  expect(run(['}', ';'], ['a; b }']).text).toBe('a');
});

test('without endings everything passes', () => {
  expect(run([], ['a', '<|fim_middle|>']).text).toBe('a<|fim_middle|>');
  expect(run([''], ['a']).text).toBe('a');
});

test('the answer does not depend on how it was cut into pieces', () => {
  const alphabet = fc.constantFrom('<', '|', 'f', '>', '\n', 'x');
  const ending = fc.array(alphabet, { minLength: 1, maxLength: 4 }).map((list) => list.join(''));
  const piece = fc.array(alphabet, { maxLength: 5 }).map((list) => list.join(''));
  fc.assert(
    fc.property(fc.array(ending, { maxLength: 3 }), fc.array(piece), (endings, pieces) => {
      const whole = pieces.join('');
      const at = endings.map((end) => whole.indexOf(end)).filter((index) => index >= 0);
      const expected = at.length === 0 ? whole : whole.slice(0, Math.min(...at));
      // With several endings, one that completes earlier may end the answer although another began before it.
      const { text } = run(endings, pieces);
      if (endings.length < 2) expect(text).toBe(expected);
      expect(whole.startsWith(text)).toBe(true);
      expect(endings.some((end) => text.includes(end))).toBe(false);
    }),
  );
});
