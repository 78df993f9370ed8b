import { expect, test } from 'vitest';
import { importPaths } from '../../../src/core/prompt/import-paths.ts';

const script = (text: string, path = 'src/core/a.ts') =>
  importPaths({ path, languageId: 'typescript', text });

test('relative imports are looked for beside the file, packages are not', () => {
  expect(
    script(
      "import { x } from './x.ts';\nimport fs from 'node:fs';\nexport * from '../y.ts';\nimport v from 'valibot';",
    ),
  ).toEqual([['src/core/x.ts'], ['src/y.ts']]);
});

test('an import without extension may be a file or a folder, of the kind that imports it first', () => {
  expect(script("import './b'")).toEqual([
    ['src/core/b.ts', 'src/core/b.tsx', 'src/core/b/index.ts'],
  ]);
  expect(script("const b = require('./b')", 'lib/a.js')).toEqual([
    ['lib/b.js', 'lib/b.jsx', 'lib/b.ts', 'lib/b/index.js'],
  ]);
});

test('a .js may be the name of a .ts', () => {
  expect(script("import b from './b.js'")).toEqual([['src/core/b.js', 'src/core/b.ts']]);
});

test('styles, data and pictures are not code', () => {
  expect(script("import './a.css';\nimport data from './a.json';")).toEqual([]);
});

test('nothing above the workspace and not the file itself is looked at', () => {
  expect(script("import '../../../secret.ts';\nimport './a.ts';")).toEqual([]);
});

test('at most eight are followed, each once', () => {
  const text = Array.from({ length: 20 }, (_, n) => `import './m${n}.ts';\nimport './m0.ts';`);
  const found = script(text.join('\n'));
  expect(found).toHaveLength(8);
  expect(new Set(found.flat()).size).toBe(8);
});

test('python modules', () => {
  const python = (text: string) =>
    importPaths({ path: 'app/web/views.py', languageId: 'python', text });
  expect(python('from .models import User')).toEqual([
    ['app/web/models.py', 'app/web/models/__init__.py'],
  ]);
  expect(python('from ..db import session')).toEqual([['app/db.py', 'app/db/__init__.py']]);
  expect(python('import app.db')[0]).toContain('app/db.py');
});

test('headers of C, but for those of the system', () => {
  const text = '#include <stdio.h>\n#include "list.h"\n#include "../util/map.h"\n';
  expect(importPaths({ path: 'src/main.c', languageId: 'c', text })).toEqual([
    ['src/list.h'],
    ['util/map.h'],
  ]);
});

test('languages that nobody taught it import nothing', () => {
  expect(importPaths({ path: 'a.cob', languageId: 'cobol', text: "import './x'" })).toEqual([]);
});
