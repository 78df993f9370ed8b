import { expect, test } from 'vitest';
import { createContextBook } from '../../../src/core/prompt/context-book.ts';
import type { ContextFile } from '../../../src/core/request.ts';

const A = { uri: 'file:///a.ts', path: 'a.ts', languageId: 'typescript' };
const snippet = (path: string) => ({
  path,
  languageId: 'typescript',
  text: `${path} one;\n${path} two;\n${path} three;\n`,
});
const imported = (path: string): ContextFile => ({ path, text: `${path};\n`, kind: 'import' });
const paths = (files: readonly ContextFile[]): string[] => files.map(({ path }) => path);

test('nothing changes until the document is entered or the writer pauses', () => {
  const book = createContextBook();
  book.refresh(A);
  const before = book.of(A.uri);
  book.add(snippet('b.ts'));
  book.setImports(A.uri, [imported('c.ts')]);
  expect(book.of(A.uri)).toBe(before);
  book.refresh(A);
  expect(paths(book.of(A.uri))).toEqual(['c.ts', 'b.ts']);
});

test('a new import stands behind those that were there, whatever order they are written in', () => {
  const book = createContextBook();
  book.setImports(A.uri, [imported('c.ts'), imported('d.ts')]);
  book.setImports(A.uri, [imported('b.ts'), imported('d.ts'), imported('c.ts')]);
  book.refresh(A);
  expect(paths(book.of(A.uri))).toEqual(['c.ts', 'd.ts', 'b.ts']);
});

test('what is imported is not told twice', () => {
  const book = createContextBook();
  book.add(snippet('b.ts'));
  book.setImports(A.uri, [imported('b.ts')]);
  book.refresh(A);
  expect(book.of(A.uri)).toEqual([imported('b.ts')]);
});

test('a forgotten file is gone at once from every document', () => {
  const book = createContextBook();
  book.add(snippet('b.ts'));
  book.setImports(A.uri, [imported('c.ts')]);
  book.refresh(A);
  book.forget('b.ts');
  book.forget('c.ts');
  expect(book.of(A.uri)).toEqual([]);
  book.refresh(A);
  expect(book.of(A.uri)).toEqual([]);
});

test('a document that nobody came to has no context', () => {
  const book = createContextBook();
  book.add(snippet('b.ts'));
  expect(book.of(A.uri)).toEqual([]);
});
