import { expect, test } from 'vitest';
import { createTypedAgainst } from '../../../src/core/predictor/typed-against.ts';
import { atCursor } from '../../support/cursor.ts';

const at = (marked: string, uri?: string) =>
  atCursor(marked, uri === undefined ? {} : { uri }).request;

const endings: readonly [name: string, next: string, refuted: boolean][] = [
  ['typing along agrees', 'a = b█', false],
  ['taking all of it agrees', 'a = beta;█', false],
  ['taking it and going on agrees', 'a = beta; c█', false],
  ['going back is no verdict', 'a█', false],
  ['typing another character refutes', 'a = x█', true],
  ['going back and typing otherwise refutes', 'ab█', true],
  ['leaving the line is no verdict', 'a = \nb█', false],
];

test.each(endings)('%s', (_, next, refuted) => {
  const against = createTypedAgainst();
  against.offered(at('a = █'), 'beta;');
  against.observe(at(next));
  expect(against.has(at('a = █'), 'beta;')).toBe(refuted);
  // The same line at another column is the same answer.
  expect(against.has(at('a = be█'), 'ta;')).toBe(refuted);
  expect(against.has(at('a = █'), 'gamma;')).toBe(false);
});

test('a refusal holds for that line of that document', () => {
  const against = createTypedAgainst();
  against.offered(at('top\na = █'), 'beta;');
  against.observe(at('top\na = x█'));
  expect(against.has(at('top\na = █'), 'beta;')).toBe(true);
  expect(against.has(at('other\na = █'), 'beta;')).toBe(false);
  expect(against.has(at('top\na = █', 'file:///b.ts'), 'beta;')).toBe(false);
});

test('it can be forgotten, and remembers a bounded number of lines', () => {
  const against = createTypedAgainst();
  const refute = (line: string) => {
    against.offered(at(`${line}\na█`), 'bc');
    against.observe(at(`${line}\nax█`));
  };
  refute('first');
  for (let i = 0; i < 64; i++) refute(`line ${i}`);
  expect(against.has(at('first\na█'), 'bc')).toBe(false);
  expect(against.has(at('line 63\na█'), 'bc')).toBe(true);
  against.clear();
  expect(against.has(at('line 63\na█'), 'bc')).toBe(false);
});
