import fc from 'fast-check';
import { expect, test } from 'vitest';
import { UNMISTAKABLE_TOKENS } from '../../../src/core/prompt/fim.ts';
import { partialLine } from '../../../src/core/text/partial-line.ts';
import { surroundings } from '../../../src/core/text/surroundings.ts';
import { usable } from '../../../src/core/text/usable.ts';
import { atCursor } from '../../support/cursor.ts';

const partial = (raw: string, document = 'const a = █') =>
  partialLine(raw, surroundings(atCursor(document).request));

test.each([
  ['items.map((item) => ite', 'items.map((item) =>'],
  ['items.map((item) => item.', 'items.map((item) => item'],
  ['items.map(', 'items.map'],
  ['items.map((item) ', 'items.map((item)'],
  ['count + 1', 'count +'],
  ['count < lim', 'count <'],
  ['count <f', 'count'],
  ['items.map<|fi', 'items.map'],
  ['naïve + größe.länge', 'naïve + größe.'],
])('%j so far is shown as %j', (raw, text) => {
  expect(partial(raw)).toMatchObject({ text, replaceAfter: 0, complete: false });
});

test.each([
  ['nothing yet', ''],
  ['white space', '   '],
  ['one word that may go on', 'item'],
  ['too little', 'a + b'],
  ['a whole line', 'items;\n'],
])('%s is not shown', (_, raw) => {
  expect(partial(raw)).toBeNull();
});

test('nothing is begun where code follows on the line', () => {
  expect(partial('items.map((item) => ite', 'const a = █ + total;')).toBeNull();
});

test('inside a bracket that the editor closed it stands before the closer', () => {
  expect(partial('first, second, thi', 'call(█)')).toMatchObject({
    text: 'first, second,',
    replaceAfter: 0,
  });
});

test('nothing of a special token is shown before it tells that it is one', () => {
  for (const token of [...UNMISTAKABLE_TOKENS, '<|cursor|>']) {
    const raw = `items.map${token}`;
    const whole = usable(raw, true, surroundings(atCursor('const a = █').request));
    expect(whole).toMatchObject({ text: 'items.map' });
    for (let length = 1; length < raw.length; length += 1) {
      const shown = partial(raw.slice(0, length))?.text ?? '';
      expect('items.map'.startsWith(shown), `${length} of ${raw}`).toBe(true);
    }
  }
});

test('what comes later only extends it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.nat(40), (line, cut) => {
      const whole = line.replace(/[\r\n]/g, '');
      const shown = partial(whole.slice(0, cut));
      const later = partial(whole);
      if (shown === null || later === null) return;
      expect(later.text.startsWith(shown.text)).toBe(true);
    }),
    { seed: 7, numRuns: 2000 },
  );
});
