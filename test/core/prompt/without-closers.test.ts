import { expect, test } from 'vitest';
import { withoutClosers } from '../../../src/core/prompt/without-closers.ts';

test.each([
  [')', ''],
  [')\nnext();', '\nnext();'],
  ['")];\r\nnext();', '\r\nnext();'],
  ['}`)  \nnext();', '  \nnext();'],
  [', b)\nnext();', ', b)\nnext();'],
  [') {\n}', ') {\n}'],
  ['\n)', '\n)'],
  ['', ''],
])('%j becomes %j', (suffix, left) => {
  expect(withoutClosers(suffix)).toBe(left);
});
