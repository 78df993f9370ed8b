import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCorpus, pathDistance } from '../../../src/core/predictor/corpus.ts';

const file = (path: string, text: string) => ({
  uri: `file:///${path}`,
  path,
  languageId: '',
  text,
});
/** Exactly `count` tokens: the line break in front, and words. */
const words = (count: number) =>
  Array.from({ length: count - 1 }, (_, i) => `w${i % 50}`).join(' ');

test('learning again replaces, forgetting leaves nothing behind', () => {
  const corpus = createCorpus(1000);
  corpus.learn(file('a.ts', 'one two three'));
  corpus.learn(file('a.ts', 'four five'));
  expect(corpus.files()).toBe(1);
  expect(corpus.index.liveTokens()).toBe(3);
  expect(corpus.vocabulary.size()).toBe(2);
  corpus.forget('file:///a.ts');
  corpus.forget('file:///a.ts');
  expect([corpus.files(), corpus.index.liveTokens(), corpus.vocabulary.size()]).toEqual([0, 0, 0]);
});

test('an empty document takes the place of the one it replaces', () => {
  const corpus = createCorpus(1000);
  corpus.learn(file('a.ts', 'one'));
  expect(corpus.learn(file('a.ts', ' \n\n'))).toBe(false);
  expect(corpus.files()).toBe(0);
});

test('at the limit the documents farthest from where the person works go first', () => {
  const corpus = createCorpus(1000);
  corpus.setAnchor('app/src/main.ts');
  for (const path of ['app/src/near.ts', 'app/lib/middle.ts', 'other/far/away.ts']) {
    corpus.learn(file(path, words(300)));
  }
  expect(corpus.learn(file('app/src/new.ts', words(300)))).toBe(true);
  expect(corpus.document('file:///other/far/away.ts')).toBeUndefined();
  expect(corpus.document('file:///app/lib/middle.ts')).toBeDefined();
});

test('at the limit a document farther than all others is left out itself', () => {
  const corpus = createCorpus(1000);
  corpus.setAnchor('app/main.ts');
  for (const name of ['a', 'b', 'c']) corpus.learn(file(`app/${name}.ts`, words(300)));
  expect(corpus.learn(file('far/far/far.ts', words(300)))).toBe(false);
  expect(corpus.files()).toBe(3);
});

test('a document larger than the whole limit is left out, and its old copy with it', () => {
  const corpus = createCorpus(100);
  corpus.learn(file('a.ts', words(10)));
  expect(corpus.learn(file('a.ts', words(200)))).toBe(false);
  expect(corpus.files()).toBe(0);
  expect(corpus.vocabulary.size()).toBe(0);
});

test('whatever is learned and forgotten, the limit holds and no word is leaked', () => {
  const step = fc.record({
    name: fc.constantFrom('a', 'b/c', 'b/d', 'e/f/g'),
    size: fc.integer({ min: 0, max: 400 }),
    forget: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const corpus = createCorpus(1000);
      for (const { name, size, forget } of steps) {
        if (forget) corpus.forget(`file:///${name}.ts`);
        else corpus.learn(file(`${name}.ts`, words(size + 1)));
        expect(corpus.index.liveTokens()).toBeLessThanOrEqual(1000);
      }
      for (const { name } of steps) corpus.forget(`file:///${name}.ts`);
      expect(corpus.vocabulary.size()).toBe(0);
      expect(corpus.index.liveTokens()).toBe(0);
    }),
  );
});

test('distance counts the steps between two directories', () => {
  const cases: readonly [string, string, number][] = [
    ['a/b.ts', 'a/c.ts', 0],
    ['a/b.ts', 'a/d/c.ts', 1],
    ['a/b/c.ts', 'a/d/c.ts', 2],
    ['x.ts', 'a/b/c.ts', 2],
    ['', 'a.ts', 0],
  ];
  for (const [from, to, distance] of cases) {
    expect(pathDistance(from, to)).toBe(distance);
    expect(pathDistance(to, from)).toBe(distance);
  }
});
