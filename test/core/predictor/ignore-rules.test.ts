import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createIgnoreRules } from '../../../src/core/predictor/ignore-rules.ts';

const ROOT = '/generated\n*.gen.ts\nlogs/\n!keep.gen.ts\n';
const NESTED = 'local.ts\n!wanted.gen.ts\n/only-here.ts\n';

const cases: readonly [path: string, ignored: boolean][] = [
  ['src/a.ts', false],
  ['generated/a.ts', true],
  ['generated/deep/a.ts', true],
  ['src/generated/a.ts', false],
  ['src/a.gen.ts', true],
  ['src/keep.gen.ts', false],
  ['logs/a.ts', true],
  ['src/logs/a.ts', true],
  ['logs', false],
  ['pkg/local.ts', true],
  ['pkg/sub/local.ts', true],
  ['src/local.ts', false],
  ['pkg/wanted.gen.ts', false],
  ['src/wanted.gen.ts', true],
  ['pkg/only-here.ts', true],
  ['pkg/sub/only-here.ts', false],
  // Nothing in an ignored directory can be taken back in.
  ['generated/keep.gen.ts', true],
];

test.each(cases)('%s: %s', (path, ignored) => {
  const rules = createIgnoreRules();
  rules.set('', ROOT);
  rules.set('pkg', NESTED);
  expect(rules.ignores(path)).toBe(ignored);
});

test('without rules nothing is ignored', () => {
  expect(createIgnoreRules().ignores('a.ts')).toBe(false);
});

test('new rules replace the old ones of that directory, also for what was asked before', () => {
  const rules = createIgnoreRules();
  rules.set('', 'a/\n');
  expect(rules.ignores('a/b.ts')).toBe(true);
  rules.set('', 'c/\n');
  expect(rules.ignores('a/b.ts')).toBe(false);
});

test('paths and rules from a hostile workspace do not throw', () => {
  const rules = createIgnoreRules();
  rules.set('', '[\n**/**/**\n\\\n!!x\n'.repeat(10));
  for (const path of ['', '../a', '/a', './a', 'a//b', '[', 'a\\b', '\0']) {
    expect(() => rules.ignores(path)).not.toThrow();
  }
});

test('rules whose runs could be extended in countless ways are followed without trying them all', () => {
  const rules = createIgnoreRules();
  rules.set('', 'x/**/a/**/a/**/a/**/a/**/a/**/a/**/a/**/b\nx/**/a/**/a/**/c.ts\n');
  expect(rules.ignores(`x/${'a/'.repeat(37)}d.ts`)).toBe(false);
  expect(rules.ignores(`x/${'a/'.repeat(37)}c.ts`)).toBe(true);
});

test('a path too deep or too long to be judged is not learned', () => {
  const rules = createIgnoreRules();
  rules.set('', '*.log');
  expect(rules.ignores(`x/${'a/'.repeat(70)}c.ts`)).toBe(true);
  expect(rules.ignores(`${'a'.repeat(401)}.ts`)).toBe(true);
  expect(rules.ignores(`${'a'.repeat(300)}.ts`)).toBe(false);
});

test('an endless rule is dropped and the others of its file hold', () => {
  const rules = createIgnoreRules();
  rules.set('', `*.log\n${'*a'.repeat(40_000)}\n`);
  expect(rules.ignores('a.log')).toBe(true);
  expect(rules.ignores('aaaa')).toBe(false);
});

test('of a file that holds more than a thousand rules the first thousand count', () => {
  const rules = createIgnoreRules();
  rules.set('', Array.from({ length: 1002 }, (_, index) => `f${index}`).join('\n'));
  expect(rules.ignores('f999')).toBe(true);
  expect(rules.ignores('f1000')).toBe(false);
});

test('a path that takes more work than is allowed counts as ignored', () => {
  const rules = createIgnoreRules();
  rules.set('', `*${'a?'.repeat(90)}b\n`.repeat(500));
  expect(rules.ignores('a'.repeat(390))).toBe(true);
  rules.set('', `*${'a?'.repeat(90)}b\n`);
  expect(rules.ignores('a'.repeat(390))).toBe(false);
});

test('no rules and no path throw', () => {
  const text = fc.string({ unit: fc.constantFrom(...'*?[]!^-\\/ab.: #\n'), maxLength: 60 });
  fc.assert(
    fc.property(text, text, fc.string({ unit: 'binary' }), (one, path, any) => {
      const rules = createIgnoreRules();
      rules.set('', `${one}\n${any}`);
      rules.set('a', any);
      for (const asked of [path, any, `a/${path}`]) {
        expect(typeof rules.ignores(asked)).toBe('boolean');
      }
    }),
    { numRuns: 500 },
  );
});
