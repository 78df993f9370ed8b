import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerEnd } from '../../../src/core/text/answer-end.ts';
import { surroundings } from '../../../src/core/text/surroundings.ts';
import { usable } from '../../../src/core/text/usable.ts';
import { atCursor } from '../../support/cursor.ts';

/** What of an answer that comes in characters is written before its request ends. */
function written(document: string, answer: string): { kept: string; cameChars: number } | null {
  const around = surroundings(atCursor(document).request);
  for (let chars = 1; chars <= answer.length; chars += 1) {
    const end = answerEnd(answer.slice(0, chars), around);
    if (end !== null) return { kept: answer.slice(0, end), cameChars: chars };
  }
  return null;
}

const lines = (count: number) => Array.from({ length: count }, (_, at) => `  x(${at});\n`).join('');

const table: readonly [string, string, string, string][] = [
  ['the line, where something follows on it', 'f(█);', 'a, b\nc', 'a, b'],
  ['a line that leaves the block', 'f() {\n  a█', '();\n  b();\nc', '();\n  b();\n'],
  ['the closer of the block', 'f() {\n  █', 'a();\n}\n', 'a();\n}'],
  ['the line below', 'f() {\n  █\n  b();\n}', 'a();\n  b();\n', 'a();\n'],
  ['two blank lines', 'a█', '();\n\n\n', '();\n\n'],
  ['a loop', '█', 'a();\nb();\nb();\nb();\n', 'a();\nb();'],
  ['a loop of tokens', 'a█', `();\n${' b'.repeat(50)}`, '();\n'],
  [
    'three statements behind the shown line',
    'a█',
    '();\nb();\nc();\nd();\ne',
    '();\nb();\nc();\nd();\n',
  ],
  [
    'a member that begins behind a shown one',
    '  █',
    'a() {\n  }\n\n  b() {\n  }\n\n  c() {\n  }\n\n  d() {\n  }\n\n  e',
    'a() {\n  }\n\n  b() {\n  }\n\n  c() {\n  }\n\n  d() {\n  }\n\n',
  ],
  ['twenty deeper lines behind the shown one', 'if (a█', `) {\n${lines(30)}`, `) {\n${lines(20)}`],
];

test.each(table)('a request ends at %s', (_name, document, answer, kept) => {
  expect(written(document, answer)?.kept).toBe(kept);
});

test('it ends with the character that tells, not with the line', () => {
  expect(written('f() {\n  a█', '();\nconst more = 1;')?.cameChars).toBe('();\nc'.length);
  expect(written('f() {\n  a█', '();\nenum More {}')?.cameChars).toBe('();\nenu'.length);
});

test.each<[string, string, string]>([
  ['a line is not whole', 'a█', '();'],
  ['a block is not whole', 'const f = █', '() => {\n  a();\n  b();\n  c();\n  d();\n  e();\n'],
  ['a closer may still come', 'f() {\n  █', 'a();\n'],
  ['the answer is still in the body', 'def f():█', '\n    a()\n\n    b()\n'],
])('it goes on while %s', (_name, document, answer) => {
  expect(written(document, answer)).toBeNull();
});

test('an answer that never ends a line is ended', () => {
  const long = Array.from({ length: 2000 }, (_, at) => `a${at}`).join(' ');
  expect(answerEnd(long, surroundings(atCursor('b█').request))).not.toBeNull();
});

test('what is cut off would not have been shown', () => {
  const piece = fc.constantFrom(
    ...['a();', '\n', '\n  ', '  ', '}', ')', '\nb();', ' {', 'if (x)', '\n\n', '\n}', ';'],
  );
  const documents = fc.constantFrom(
    ...['f() {\n  █\n}', 'const a = █', 'if (a) {█', 'f(█)', 'a█\nb();', '  a();\n  █'],
  );
  fc.assert(
    fc.property(documents, fc.array(piece, { maxLength: 25 }), (document, pieces) => {
      const answer = pieces.join('');
      const around = surroundings(atCursor(document).request);
      const kept = written(document, answer)?.kept;
      if (kept === undefined) return;
      const whole = usable(answer, true, around);
      const cut = usable(kept, true, around);
      expect(cut.type === 'text' ? cut.text : '').toBe(whole.type === 'text' ? whole.text : '');
    }),
    { seed: 6, numRuns: 5000 },
  );
});
