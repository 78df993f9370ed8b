import { expect, test } from 'vitest';
import { createCorpus } from '../../../src/core/predictor/corpus.ts';
import { createDrafter, type Draft } from '../../../src/core/predictor/draft.ts';
import { atCursor } from '../../support/cursor.ts';

const CALL = 'const value = store.read(key, options);\n';

function drafts(marked: string, ...texts: string[]): Draft[] {
  const corpus = createCorpus(100_000);
  texts.forEach((text, i) => {
    corpus.learn({ uri: `file:///l${i}.ts`, path: `l${i}.ts`, languageId: '', text });
  });
  return createDrafter(corpus).draft(atCursor(marked).request);
}

const textOf = (draft: Draft | undefined) => draft?.steps.map((step) => step.text).join('');

test('a half-typed word is read both ways: to be finished, and as whole', () => {
  const found = drafts('storeAll(value);\nconst value = store█\n', CALL);
  expect(found.map((draft) => draft.steps[0]?.text)).toEqual(['All', '.']);
  expect(found.map((draft) => draft.partial)).toEqual([true, false]);
});

test('after a bracket there is one reading', () => {
  const found = drafts('const value = store.read(█\n', CALL);
  expect(found.map(textOf)).toEqual(['key, options);']);
  expect(found[0]).toMatchObject({ partial: false, lineStart: false, complete: true });
});

test('at the start of a line, indented or not, the lines around it are the context', () => {
  const text = `open(path);\n${CALL}`;
  for (const indent of ['', '  ', '\t\t']) {
    const found = drafts(`open(path);\n${indent}█\n`, text);
    expect(textOf(found[0])).toBe(CALL.trimEnd());
    expect(found[0]?.lineStart).toBe(true);
  }
});

test('the last words of a document end in nothing, which is not the end of a line', () => {
  const found = drafts('a(█\n', 'a(b, c');
  expect(found[0]).toMatchObject({ complete: false });
  expect(textOf(found[0])).toBe('b, c');
});

test('a space that is typed already is not written again', () => {
  expect(textOf(drafts('const █\n', CALL)[0])).toBe('value = store.read(key, options);');
  expect(textOf(drafts('const value █\n', CALL)[0])).toBe('= store.read(key, options);');
});

test('text that repeats itself for ever ends at a bound', () => {
  const found = drafts('x, █\n', `${'x, '.repeat(500)}\n`);
  expect(found[0]?.steps.length).toBeLessThanOrEqual(40);
});

test('a sighting in the document at hand counts more than one elsewhere', () => {
  const near = drafts('emit(start, one);\nemit(start, █\n', 'emit(start, two);\n');
  expect(near[0]?.steps[0]).toMatchObject({ text: 'one' });
});

test('every step tells its probability, match and sightings', () => {
  for (const { steps } of drafts('const value = store.read(█\n', CALL, CALL)) {
    for (const { probability, matched, weight } of steps) {
      expect(probability).toBeGreaterThan(0);
      expect(probability).toBeLessThan(1);
      expect(matched).toBeGreaterThanOrEqual(6);
      expect(weight).toBeGreaterThanOrEqual(2);
    }
  }
});

test('a line too long to be typed by a person is left alone', () => {
  expect(drafts(`${'a = b; '.repeat(200)}const █\n`, CALL)).toEqual([]);
  expect(drafts(`const █ ${'a = b; '.repeat(200)}\n`, CALL)).toEqual([]);
});
