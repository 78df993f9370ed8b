import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createVocabulary, NEWLINE, OPAQUE } from '../../../src/core/predictor/vocabulary.ts';

test('the same lexeme has the same id while anyone holds it', () => {
  const vocabulary = createVocabulary();
  const a = vocabulary.acquire('alpha');
  expect(vocabulary.acquire('alpha')).toBe(a);
  expect(vocabulary.acquire('beta')).not.toBe(a);
  vocabulary.release(a);
  expect(vocabulary.acquire('alpha')).toBe(a);
  expect(vocabulary.text(a)).toBe('alpha');
});

test('a lexeme that nobody holds is forgotten and its id used again', () => {
  const vocabulary = createVocabulary();
  const a = vocabulary.acquire('alpha');
  vocabulary.release(a);
  expect(vocabulary.size()).toBe(0);
  expect(vocabulary.acquire('beta')).toBe(a);
  expect(vocabulary.text(a)).toBe('beta');
});

test('a lexeme too long to be a word is opaque and takes no memory', () => {
  const vocabulary = createVocabulary();
  expect(vocabulary.acquire('x'.repeat(65))).toBe(OPAQUE);
  expect(vocabulary.bytes()).toBe(0);
});

test('the reserved ids cannot be released away', () => {
  const vocabulary = createVocabulary();
  for (const id of [OPAQUE, NEWLINE]) for (let i = 0; i < 3; i++) vocabulary.release(id);
  const a = vocabulary.acquire('alpha');
  expect(a).toBeGreaterThan(NEWLINE);
});

test('whatever is acquired and released, it holds what a map of counts would hold', () => {
  const words = fc.constantFrom('a', 'b', 'c', 'd', 'toString', '__proto__');
  const step = fc.record({ word: words, take: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const vocabulary = createVocabulary();
      const counts = new Map<string, { id: number; count: number }>();
      for (const { word, take } of steps) {
        const held = counts.get(word);
        if (take) {
          const id = vocabulary.acquire(word);
          if (held !== undefined) expect(id).toBe(held.id);
          counts.set(word, { id, count: (held?.count ?? 0) + 1 });
        } else if (held !== undefined) {
          vocabulary.release(held.id);
          held.count--;
          if (held.count === 0) counts.delete(word);
        }
      }
      expect(vocabulary.size()).toBe(counts.size);
      for (const [word, { id }] of counts) expect(vocabulary.text(id)).toBe(word);
    }),
  );
});
