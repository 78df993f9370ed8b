import fc from 'fast-check';
import { expect, test } from 'vitest';
import { remoteText } from '../../src/panel/remote-text.ts';
import { HOSTILE_NAMES } from '../support/panel-fixtures.ts';

test('plain names and markup pass as they are: the page sets text only', () => {
  for (const name of ['qwen2.5-coder:3b', '<b>bold</b>', 'modèle é 日本語 😀']) {
    expect(remoteText(name)).toBe(name);
  }
});

test.each([
  ['gpt\u202Eevil\u202C', 'gpt\uFFFDevil\uFFFD'],
  ['a\u0000\u0007b\nc', 'a\uFFFD\uFFFDb\uFFFDc'],
  ['zero\u200Bwidth\uFEFF', 'zero\uFFFDwidth\uFFFD'],
])('characters that hide or reorder text are shown as such: %j', (name, shown) => {
  expect(remoteText(name)).toBe(shown);
});

test('a right-to-left name is kept, and isolated from the figures beside it', () => {
  expect(remoteText('מודל-3')).toBe('\u2068מודל-3\u2069');
});

test('a long name is cut by characters, not through a surrogate pair', () => {
  expect(remoteText('😀'.repeat(50), 10)).toBe(`${'😀'.repeat(9)}…`);
});

test('nothing that it returns can hide, reorder, or be longer than asked', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...HOSTILE_NAMES));
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 60 }), (name, maxChars) => {
      const inner = remoteText(name, maxChars).replace(/^\u2068|\u2069$/g, '');
      expect(inner).not.toMatch(/[\p{Cc}\u202A-\u202E\u2066-\u2069\u200B-\u200F]/u);
      expect([...inner].length).toBeLessThanOrEqual(maxChars);
    }),
  );
});
