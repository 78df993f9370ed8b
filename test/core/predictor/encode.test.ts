import { expect, test } from 'vitest';
import { encode, NEWLINE_TOKEN, releaseTokens } from '../../../src/core/predictor/encode.ts';
import { createVocabulary, OPAQUE } from '../../../src/core/predictor/vocabulary.ts';

function show(text: string, atLineStart = true): string {
  const vocabulary = createVocabulary();
  return encode(text, vocabulary, atLineStart)
    .map((token) =>
      token === NEWLINE_TOKEN ? '⏎' : ((token & 1) === 1 ? '·' : '') + vocabulary.text(token >> 1),
    )
    .join('|');
}

const cases: readonly [text: string, shown: string][] = [
  ['', ''],
  ['a = b;\n', 'a|·=|·b|;|⏎'],
  ['  if (x) {\n\n\n\treturn;\n', 'if|·(|x|)|·{|⏎|return|;|⏎'],
  ['a  \r\nb\r\n', 'a|⏎|b|⏎'],
  ['\n\n  \n', ''],
  ['a   = 1', 'a|   |=|·1'],
  [' a', 'a'],
  ['a ', 'a| '],
];

test.each(cases)('%j is learned as its words', (text, shown) => {
  expect(show(text)).toBe(shown);
});

test('lines at different depths and with different line ends are the same tokens', () => {
  const vocabulary = createVocabulary();
  const flat = encode('if (a) {\n  b();\n}\n', vocabulary, true);
  const deep = encode('\t\tif (a) {\r\n\t\t\tb();\r\n\r\n\t\t}\r\n', vocabulary, true);
  expect(deep).toEqual(flat);
});

test('a lexeme too long to predict stands as opaque', () => {
  const vocabulary = createVocabulary();
  const tokens = encode(`a = ${'x'.repeat(5000)};`, vocabulary, true);
  expect(tokens[2]).toBe((OPAQUE << 1) | 1);
});

test('what was encoded can be paid back in full', () => {
  const vocabulary = createVocabulary();
  const tokens = encode('a = b + a;\n  c(a);  d\n', vocabulary, true);
  releaseTokens(tokens, vocabulary);
  expect(vocabulary.size()).toBe(0);
});
