import { expect, test } from 'vitest';
import { createLastQuiet } from '../../../src/core/trigger/last-quiet.ts';

test.each([
  ['deleted', 'The last change asked no model: it was deleting.'],
  ['pasted', 'The last change asked no model: it was pasting.'],
  ['undone', 'The last change asked no model: it was undoing or redoing.'],
  ['several', 'The last change asked no model: it was an edit in several places at once.'],
  ['composed', 'The last change asked no model: it was a letter that is still being composed.'],
  ['elsewhere', 'The last change asked no model: it was an edit away from the cursor.'],
] as const)('a change that %s says why nothing was asked', (kind, sentence) => {
  const quiet = createLastQuiet();
  quiet.edited(kind, 100);
  expect(quiet.sentenceSince(99)).toBe(sentence);
  expect(quiet.sentenceSince(100)).toBeNull();
});

test('a key that asks, or may, clears it; a change of nothing does not', () => {
  const quiet = createLastQuiet();
  quiet.edited('deleted', 100);
  quiet.edited('none', 110);
  expect(quiet.sentenceSince(0)).not.toBeNull();
  quiet.edited('typed', 120);
  expect(quiet.sentenceSince(0)).toBeNull();
});
