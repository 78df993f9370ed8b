import fc from 'fast-check';
import ignore from 'ignore';
import { expect, test } from 'vitest';
import { parseIgnoreRule } from '../../../src/core/predictor/ignore-rule.ts';

const matches = (line: string, path: string): boolean => {
  const isDirectory = path.endsWith('/');
  const segments = path.toLowerCase().replace(/\/$/, '').split('/');
  return parseIgnoreRule(line)?.matches(segments, isDirectory, { left: 10_000 }) ?? false;
};

test.each(['', '   ', '# words', '/', '!', `${'a'.repeat(201)}`, '[', 'a\\', '[[:nothing:]]'])(
  '%j is no rule',
  (line) => {
    expect(parseIgnoreRule(line)).toBeNull();
  },
);

const cases: readonly [line: string, path: string, matched: boolean][] = [
  ['a', 'x/a', true],
  ['/a', 'x/a', false],
  ['x/a', 'y/x/a', false],
  ['a/', 'a', false],
  ['a/', 'x/a/', true],
  ['**/a', 'x/y/a', true],
  ['a/**', 'a', false],
  ['a/**', 'a/b/c', true],
  ['a/**/b', 'a/b', true],
  ['a/**/b', 'a/x/y/b', true],
  ['a/*/b', 'a/x/y/b', false],
  ['a**b', 'axxb', true],
  ['**', 'a/b', true],
  ['*.[Oo]bj', 'x/a.OBJ', true],
  ['[!a-c]x', 'dx', true],
  ['[!a-c]x', 'bx', false],
  ['[]a]', ']', true],
  ['[[:digit:]x]y', '7y', true],
  ['report.[0-9]*.[0-9]*.json', 'report.1.22.json', true],
  ['\\#a', '#a', true],
  ['\\!a', '!a', true],
  ['a\\*', 'a*', true],
  ['a\\*', 'ab', false],
  ['a  ', 'a', true],
  ['a\\ ', 'a ', true],
  ['a?c', 'abc', true],
];

test.each(cases)('%j on %j: %j', (line, path, matched) => {
  expect(matches(line, path)).toBe(matched);
});

test('a rule means what another reader of .gitignore takes it to mean', () => {
  const name = fc.string({ unit: fc.constantFrom(...'ab.'), minLength: 1, maxLength: 4 });
  const path = fc
    .array(
      name.filter((part) => !/^\.+$/.test(part)),
      { minLength: 1, maxLength: 4 },
    )
    .map((parts) => parts.join('/'));
  const glob = fc
    .array(fc.constantFrom('a', 'b', '.', '*', '?', '[ab]', '[!a]', '[a-b.]'), {
      minLength: 1,
      maxLength: 4,
    })
    .map((parts) => parts.join(''));
  const rule = fc
    .tuple(
      fc.constantFrom('', '/'),
      fc.array(fc.oneof(glob, fc.constant('**')), { minLength: 1, maxLength: 4 }),
      fc.constantFrom('', '/'),
    )
    .map(([start, parts, end]) => start + parts.join('/') + end);
  fc.assert(
    fc.property(rule, path, (line, file) => {
      // The other reader also looks at the directories above; here that is the caller's part.
      const parts = file.split('/');
      const above = parts.slice(1).map((_, at) => `${parts.slice(0, at + 1).join('/')}/`);
      const ours = [...above, file].some((one) => matches(line, one));
      expect(ours).toBe(ignore().add(line).ignores(file));
    }),
    { numRuns: 3000 },
  );
});
