import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseGlob, WorkExceeded, walk } from '../../../src/core/predictor/glob-steps.ts';

/** Tries every extension of every run: too slow to use, too simple to be wrong. */
const tryAll = (glob: string, name: string): boolean => {
  if (glob === '') return name === '';
  if (glob.startsWith('*')) {
    return tryAll(glob.slice(1), name) || (name !== '' && tryAll(glob, name.slice(1)));
  }
  const first = glob[0] === '?' || glob[0] === name[0];
  return name !== '' && first && tryAll(glob.slice(1), name.slice(1));
};

test('extending the last run alone finds every match', () => {
  const glob = fc.string({ unit: fc.constantFrom(...'ab*?'), maxLength: 8 });
  const name = fc.string({ unit: fc.constantFrom(...'ab'), maxLength: 10 });
  fc.assert(
    fc.property(glob, name, (pattern, text) => {
      const steps = parseGlob(pattern) ?? [];
      expect(walk(steps, text, { left: 1000 })).toBe(tryAll(pattern, text));
    }),
    { numRuns: 2000 },
  );
});

test('the work stays within a small multiple of steps times characters', () => {
  const steps = parseGlob('*a'.repeat(50)) ?? [];
  const work = { left: 100_000 };
  expect(walk(steps, `${'a'.repeat(400)}b`, work)).toBe(false);
  expect(100_000 - work.left).toBeLessThan(2 * steps.length * 401);
});

test('work beyond what is left is refused', () => {
  expect(() => walk(parseGlob('*b') ?? [], 'aaaa', { left: 3 })).toThrow(WorkExceeded);
});
