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
