import { expect, test } from 'vitest';
import { languageFamily } from '../../../src/core/predictor/language-family.ts';

const cases: readonly [languageId: string, path: string, family: string][] = [
  ['typescript', 'src/a.ts', 'ecmascript'],
  ['', 'src/a.ts', 'ecmascript'],
  ['javascriptreact', 'a.jsx', 'ecmascript'],
  ['javascript', 'Untitled-1', 'ecmascript'],
  ['', 'A.MJS', 'ecmascript'],
  ['python', 'a.py', 'python'],
  ['cpp', 'a.h', 'c'],
  ['jsonc', 'tsconfig.json', 'data'],
  ['elixir', 'lib/a.ex', 'elixir'],
  ['', 'lib/a.zig', 'zig'],
  ['plaintext', 'notes.foo', 'foo'],
  ['plaintext', 'LICENSE', ''],
  ['dockerfile', 'Dockerfile', 'dockerfile'],
];

test.each(cases)('%s at %s belongs to %s', (languageId, path, family) => {
  expect(languageFamily(languageId, path)).toBe(family);
});

test('an open document and its closed neighbour of a known language share a family', () => {
  expect(languageFamily('typescript', 'a.ts')).toBe(languageFamily('', 'b.ts'));
  expect(languageFamily('rust', 'a.rs')).toBe(languageFamily('', 'b.rs'));
});
