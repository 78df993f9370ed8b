import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { breachesOf } from './support/house-rules.ts';

const root = new URL('../', import.meta.url);

const sources = readdirSync(new URL('src/', root), { recursive: true, encoding: 'utf8' })
  .map((path) => `src/${path.replaceAll('\\', '/')}`)
  .filter((path) => /\.tsx?$/.test(path))
  .sort()
  .map((path) => ({ path, text: readFileSync(new URL(path, root), 'utf8') }));

test('there are sources to judge', () => {
  expect(sources.map((source) => source.path)).toContain('src/core/record.ts');
});

test('every source keeps the direction of the arrows and the rules of the house', () => {
  expect(sources.flatMap(breachesOf)).toEqual([]);
});

const planted: readonly [path: string, text: string, breach: string][] = [
  ['src/core/a.ts', "import 'vscode';", 'only src/editor may import vscode'],
  ['src/core/a.ts', "import type { Uri } from 'vscode';", 'only src/editor may import vscode'],
  ['src/core/a.ts', "type T = import('vscode').Uri;", 'only src/editor may import vscode'],
  ['src/models/a.ts', "const v = await import('vscode');", 'only src/editor may import vscode'],
  ['src/history/a.ts', "const v = require('vscode');", 'only src/editor may import vscode'],
  ['src/panel/a.tsx', "import { window } from 'vscode';", 'only src/editor may import vscode'],
  ['src/core/a.ts', "import { open } from 'node:fs';", 'the core takes only the language'],
  ['src/core/a.ts', "import { open } from 'fs';", 'the core takes only the language'],
  ['src/core/a.ts', "import { Agent } from 'undici';", 'the core takes only the language'],
  ['src/core/a.ts', 'const u = import(`undici/lib/api`);', 'the core takes only the language'],
  ['src/core/race/a.ts', "import '../../models/sse.ts';", 'core may not depend on models'],
  ['src/core/a.ts', "import type { J } from '../history/journal.ts';", 'core may not depend on'],
  ['src/models/a.ts', "import '../history/journal.ts';", 'models may not depend on history'],
  ['src/history/a.ts', "import '../editor/log.ts';", 'history may not depend on editor'],
  ['src/editor/a.ts', "import '../panel/main.tsx';", 'editor may not depend on panel'],
  ['src/editor/a.ts', "import '../extension.ts';", 'editor may not depend on root'],
  ['src/extension.ts', "import './panel/main.tsx';", 'root may not depend on panel'],
  [
    'src/panel/a.ts',
    "import type { S } from '../core/settings.ts';",
    'panel may not depend on core',
  ],
  ['src/panel/a.ts', "import '../../test/support/x.ts';", 'it lies outside src'],
  ['src/panel/a.ts', "import * as v from 'valibot';", 'on preact alone'],
  ['src/models/a.ts', 'const m = await import(name);', 'imports by a computed name'],
  ['src/models/a.ts', "createRequire(here)('vscode');", 'only src/editor may import vscode'],
  ['src/core/a.ts', 'export default 1;', 'has a default export'],
  ['src/core/a.ts', 'const a = 1; export { a as default };', 'has a default export'],
  ['src/core/a.ts', "export * from './b.ts';", 're-exports ./b.ts'],
  ['src/core/a.ts', "export { b } from './b.ts';", 're-exports ./b.ts'],
  ['src/core/a.ts', "export type { B } from './b.ts';", 're-exports ./b.ts'],
  ['src/core/a.ts', 'setTimeout(() => {}, 1);', 'uses setTimeout'],
  ['src/core/a.ts', 'const later = setInterval;', 'uses setInterval'],
  ['src/core/a.ts', 'export const now = () => Date.now();', 'uses Date.now'],
  ['src/core/a.ts', "const t = performance['now']();", 'uses performance.now'],
  ['src/core/a.ts', 'const r = [1].map(Math.random);', 'uses Math.random'],
  ['src/core/a.ts', "globalThis.fetch('x');", 'uses fetch'],
  ['src/core/a.ts', 'const f = { go: fetch };', 'uses fetch'],
  ['src/core/a.ts', 'if (process.env.X) run();', 'uses process'],
  ['src/core/a.ts', 'const a = 1;\n'.repeat(301).replaceAll('const a', 'a'), 'has 301 lines'],
];

test.each(planted)('a planted breach is found: %s %j', (path, text, breach) => {
  expect(breachesOf({ path, text })).toEqual([expect.stringContaining(breach)]);
});

const innocent: readonly [path: string, text: string][] = [
  ['src/models/a.d.ts', "declare module 'x' { const y: 1; export default y; }"],
  ['src/panel/a.ts', "import { verdict } from '../core/measure/verdict.ts';"],
  ['src/core/a.ts', "// import 'vscode'\nconst text = \"import 'node:fs'\";"],
  ['src/core/a.ts', "import * as v from 'valibot';\nimport { b } from './race/b.ts';"],
  ['src/core/race/a.ts', "import type { Clock } from '../clock.ts';"],
  ['src/core/a.ts', 'export const f = (fetch: () => void, clock: C) => { fetch(); clock.now(); };'],
  [
    'src/core/a.ts',
    'const { process } = input; process.run(); state.fetch(); const o = { fetch: 1 };',
  ],
  ['src/core/a.ts', 'const d = new Date(ms); Math.max(1, 2);'],
  ['src/core/a.ts', 'const a = 1; export { a }; export const b = 2;'],
  ['src/models/a.ts', "import { connect } from 'node:net'; setTimeout(() => {}, 1);"],
  ['src/editor/a.ts', "import * as vscode from 'vscode'; import '../models/sse.ts';"],
  ['src/extension.ts', "import * as vscode from 'vscode'; import './editor/log.ts';"],
  [
    'src/panel/a.tsx',
    "import { render } from 'preact'; import type { M } from '../core/protocol.ts';",
  ],
  ['src/panel/a.tsx', "import { useState } from 'preact/hooks'; const a = <p>import 'vscode'</p>;"],
];

test.each(innocent)('what keeps the rules passes: %s %j', (path, text) => {
  expect(breachesOf({ path, text })).toEqual([]);
});

test('a folder that nobody planned is refused', () => {
  expect(() => breachesOf({ path: 'src/helpers/a.ts', text: '' })).toThrow('does not know');
});
