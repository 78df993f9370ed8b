import { expect, test } from 'vitest';
import { fileHead } from '../../../src/core/prompt/file-head.ts';

test('imports and first comments are left out', () => {
  const text = [
    '// Copyright',
    '/*',
    ' * License',
    ' */',
    "import { a } from './a.ts';",
    'import {',
    '  b,',
    "} from './b.ts';",
    '',
    'export interface Shape {',
    '  area: number;',
    '}',
  ].join('\n');
  expect(fileHead(text)).toBe('export interface Shape {\n  area: number;\n}\n');
});

test.each([
  ['python', 'import os\nfrom a import b\n\ndef run():\n    pass\n', 'def run():\n    pass\n\n'],
  ['c', '#pragma once\n#include "a.h"\nint run(void);\n', 'int run(void);\n\n'],
  ['windows line ends', "import a from './a';\r\nconst b = 1;\r\n", 'const b = 1;\n\n'],
])('in %s', (_name, text, head) => {
  expect(fileHead(text)).toBe(head);
});

test('it ends with a whole line within the limit', () => {
  expect(fileHead('const a = 1;\nconst b = 2;\nconst c = 3;\n', 30)).toBe(
    'const a = 1;\nconst b = 2;\n',
  );
  expect(fileHead('x'.repeat(100), 30)).toBe('');
  expect(fileHead("import './a.ts';\n")).toBe('');
});
