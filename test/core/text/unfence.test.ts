import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createUnfence } from '../../../src/core/text/unfence.ts';

function run(pieces: readonly string[], languageId = 'typescript') {
  const unfence = createUnfence(languageId);
  const given = pieces.map((piece) => unfence.push(piece));
  const { ended } = unfence;
  return { given, text: given.join('') + unfence.flush(), ended };
}

const table: readonly [string, string, string, boolean][] = [
  ['code without a fence', 'a();\nb();\n', 'a();\nb();\n', false],
  ['code in a fence', '```ts\na();\n```\nThis calls a.', 'a();\n', true],
  ['code in a fence without a language', '```\na();\n```', 'a();\n', true],
  ['a fence that nothing closes', '```ts\na();', 'a();', false],
  ['a fence that only closes', 'a();\n```\n\nThis calls a.', 'a();\n', true],
  ['a fence after a line break', '\n```ts\na();\n```', '\na();\n', true],
  ['a fence with Windows line ends', '```ts\r\na();\r\n```', 'a();\r\n', true],
  ['a fence that is indented', '  ```ts\n  a();\n  ```', '  a();\n', true],
  ['a template literal', '`a`;\n``', '`a`;\n``', false],
  ['an empty answer', '', '', false],
  ['nothing but white space', '\n  ', '\n  ', false],
  ['code between three backticks on one line', '```a```', '```a```', false],
];

test.each(table)('%s', (_name, answer, text, ended) => {
  expect(run([answer])).toMatchObject({ text, ended });
});

test('it does not matter how the answer was cut into pieces', () => {
  const answers = fc.constantFrom(...table.map(([, answer]) => answer));
  fc.assert(
    fc.property(answers, fc.array(fc.nat(30), { maxLength: 6 }), (answer, cuts) => {
      const at = [0, ...cuts, answer.length].filter((cut) => cut <= answer.length);
      const sorted = at.toSorted((a, b) => a - b);
      const pieces = sorted.map((start, index) => answer.slice(start, sorted[index + 1]));
      expect(run(pieces).text).toBe(run([answer]).text);
    }),
    { seed: 5, numRuns: 2000 },
  );
});

test('code is given out as it comes', () => {
  expect(run(['const', ' a', ' =', ' `', 'x', '`;\n', '  ', 'b'], 'go').given).toEqual([
    'const',
    ' a',
    ' =',
    ' `',
    'x',
    '`;\n',
    '',
    '  b',
  ]);
});

test.each(['markdown', 'plaintext', 'git-commit'])('in %s a fence is text', (languageId) => {
  expect(run(['```ts\na();\n```\nmore'], languageId)).toMatchObject({
    text: '```ts\na();\n```\nmore',
    ended: false,
  });
});
