import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { plainWords } from '../../src/editor/plain-words.ts';

/** As the editor finds links in notifications and descriptions (`linkedText.ts` of VS Code). */
const LINK = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;
const CODICON = /\$\([a-z0-9-]+(~[a-z]+)?\)/i;

test.each([
  'size exceeded [fix](command:workbench.action.quit)',
  '[x](https://evil.example "a title") and [y](COMMAND:z)',
  'in the middle [[a](command:b)](command:c)',
  '[x](file:///etc/passwd)',
])('no link is left in %j', (words) => {
  expect(words).toMatch(LINK);
  expect(plainWords(words)).not.toMatch(LINK);
});

test('no codicon is drawn', () => {
  expect(plainWords('$(error) $$(sync~spin)')).not.toMatch(CODICON);
});

test('what is seen stays, and other words stay as they are', () => {
  expect(plainWords('[a](b) $(c)').replaceAll('\u200b', '')).toBe('[a](b) $(c)');
  expect(plainWords('list[0] (first), $5, f(x)')).toBe('list[0] (first), $5, f(x)');
});

const SAYS = /(?:show(?:Information|Warning|Error)Message|\.report)\(\s*(?:\{\s*message:\s*)?/g;
const folder = new URL('../../src/editor/', import.meta.url);
const places = readdirSync(folder).flatMap((name) => {
  const text = readFileSync(new URL(name, folder), 'utf8');
  return [...text.matchAll(SAYS)].map(({ index, 0: { length } }) => [
    name,
    text.slice(index + length).split('\n', 1)[0] ?? '',
  ]);
});

test('messages of the editor are looked through', () => {
  expect(places.length).toBeGreaterThan(10);
});

test.each(places)('%s says words of its own, or plain ones: %s', (_, words) => {
  expect(words).toMatch(/^('[^']*'|plainWords\()/);
});
