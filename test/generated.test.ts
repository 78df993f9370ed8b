import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generateFiles } from '../scripts/generated/generated-files.ts';
import { markdownTable } from '../scripts/generated/markdown-table.ts';
import { replaceRegion } from '../scripts/generated/replace-region.ts';

const textOf = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const input = {
  manifest: textOf('package.json'),
  readme: textOf('README.md'),
  lock: textOf('package-lock.json'),
};

// When one of these fails, `npm run generate` mends it.
test('package.json says what the settings and commands say', () => {
  expect(input.manifest).toBe(generateFiles(input).manifest);
});

test("README.md's tables say what settings, commands and dependencies say", () => {
  expect(input.readme).toBe(generateFiles(input).readme);
});

test('a changed default, title or version makes its file stale', () => {
  const changed = {
    manifest: input.manifest.replace('"default": 300', '"default": 250'),
    readme: input.readme.replace('First Token: Clear Records', 'First Token: Delete'),
    lock: input.lock,
  };
  expect(changed).not.toEqual(input);
  expect(generateFiles(changed)).toEqual(generateFiles(input));
});

test('what is written by hand stays, byte for byte', () => {
  const manifest = JSON.parse(input.manifest) as Record<string, unknown>;
  const walkthroughs = [{ id: 'start', title: 'Start' }];
  manifest['contributes'] = { walkthroughs, configuration: 'old', menus: { 'editor/title': [] } };
  manifest['zz'] = { untouched: [1, 2] };
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  const result = generateFiles({ ...input, manifest: text }).manifest;
  const written = JSON.parse(result) as Record<string, Record<string, unknown>>;
  expect(Object.keys(written)).toEqual(Object.keys(manifest));
  expect(written['contributes']).toMatchObject({ walkthroughs, menus: { 'editor/title': [] } });
  expect(result).toContain('"zz": {\n    "untouched": [\n      1,\n      2\n    ]\n  }');
  expect(generateFiles({ ...input, manifest: result }).manifest).toBe(result);
});

test('a dependency without a reason or a licence is refused by name', () => {
  const add = (name: string) =>
    input.manifest.replace('"dependencies": {', `"dependencies": {\n    "${name}": "1.0.0",`);
  expect(() => generateFiles({ ...input, manifest: add('left-pad') })).toThrow(
    'left-pad has no reason in scripts/dependency-reasons.ts.',
  );
  expect(() => generateFiles({ ...input, lock: '{"packages":{}}' })).toThrow(
    /^@opentelemetry\/api has no version or licence/,
  );
  const without = input.manifest.replace(/\n {4}"cockatiel": "[^"]+",/, '');
  expect(() => generateFiles({ ...input, manifest: without })).toThrow(
    'explains what is not used: cockatiel.',
  );
});

test('a region is replaced, and what stands around it stays', () => {
  const text = 'before\n<!-- generated:x -->\nold\n<!-- /generated:x -->\nafter\n';
  const once = replaceRegion(text, 'x', 'new $& text');
  expect(once).toBe(
    'before\n<!-- generated:x -->\n\nnew $& text\n\n<!-- /generated:x -->\nafter\n',
  );
  expect(replaceRegion(once, 'x', 'new $& text')).toBe(once);
});

test.each([
  ['no marker', 'text'],
  ['no end', '<!-- generated:x -->'],
  ['no start', '<!-- /generated:x -->'],
  ['the wrong order', '<!-- /generated:x --><!-- generated:x -->'],
  ['two starts', '<!-- generated:x --><!-- generated:x --><!-- /generated:x -->'],
  ['two ends', '<!-- generated:x --><!-- /generated:x --><!-- /generated:x -->'],
])('%s is refused instead of spoiling the text', (_, text) => {
  expect(() => replaceRegion(text, 'x', 'new')).toThrow('exactly one <!-- generated:x -->');
});

test('a table is padded, and a pipe or a line feed cannot break it', () => {
  expect(markdownTable([['A', 'Long name'], ['a|b', 'two\nlines'], ['c']])).toBe(
    [
      '| A    | Long name |',
      '| ---- | --------- |',
      '| a\\|b | two lines |',
      '| c    |           |',
    ].join('\n'),
  );
});
