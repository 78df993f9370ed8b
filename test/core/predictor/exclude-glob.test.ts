import { expect, test } from 'vitest';
import { excludeGlob, expandBraces } from '../../../src/core/predictor/exclude-glob.ts';

const own = (glob: string) =>
  glob
    .slice(1, -1)
    .split(',')
    .filter((pattern) => !/^\*\*\/[.\w-]+\/\*\*$/.test(pattern));

test('patterns that are on are joined, the others dropped', () => {
  const glob = excludeGlob(
    { '**/*.js': { when: '$(basename).ts' }, '**/tmp': true, '**/kept': false },
    { '**/*.code-search': true, '**/{a,b}.txt': true },
  );
  expect(own(glob)).toEqual(['**/tmp', '**/*.code-search', '**/a.txt', '**/b.txt']);
});

test('directories that tools fill are never walked', () => {
  expect(excludeGlob().slice(1, -1).split(',')).toContain('**/node_modules/**');
});

test.each([undefined, null, 'x', 7, []])('a setting that is %j adds nothing', (setting) => {
  expect(excludeGlob(setting)).toBe(excludeGlob());
});

const braces: readonly [pattern: string, expanded: readonly string[]][] = [
  ['a', ['a']],
  ['a/{b,c}', ['a/b', 'a/c']],
  ['{a,b}{1,2}', ['a1', 'a2', 'b1', 'b2']],
  ['{a,{b,c}}', ['a', 'b', 'a', 'c']],
  ['a,b', []],
  ['{a', []],
  ['a}', []],
  ['', []],
];

test.each(braces)('%s expands to %j', (pattern, expanded) => {
  expect(expandBraces(pattern)).toEqual(expanded);
});

test('a pattern that would explode is cut', () => {
  expect(expandBraces('{a,b}'.repeat(30)).length).toBeLessThanOrEqual(64);
});

test('an endless pattern is left out', () => {
  expect(expandBraces(`{${'a,'.repeat(50_000)}b}`)).toEqual([]);
  expect(expandBraces('{a}'.repeat(30_000))).toEqual([]);
});

test('no more than 500 patterns make the glob', () => {
  const many = Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`f${at}`, true]));
  expect(excludeGlob(many).split(',')).toHaveLength(500);
});
