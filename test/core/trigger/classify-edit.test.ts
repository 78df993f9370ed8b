import { describe, expect, test } from 'vitest';
import {
  classifyEdit,
  cursorAfter,
  type Edit,
  type EditKind,
  mayStartRequest,
} from '../../../src/core/trigger/classify-edit.ts';

const edit = (inserted: string, removedChars = 0, reason: Edit['reason'] = null): Edit => ({
  reason,
  changes: [{ offset: 10, removedChars, inserted }],
});

const table: readonly [string, Edit, EditKind][] = [
  ['a letter', edit('a'), 'typed'],
  ['a letter outside the basic plane', edit('😀'), 'typed'],
  ['a letter over a selection', edit('a', 5), 'typed'],
  ['a bracket with its closer', edit('()'), 'typed'],
  ['a quote with its closer', edit("''"), 'typed'],
  ['Enter', edit('\n'), 'typed'],
  ['Enter with indentation', edit('\n    '), 'typed'],
  ['Enter between brackets', edit('\n    \n'), 'typed'],
  ['Enter on Windows', edit('\r\n  '), 'typed'],
  ['Tab as spaces', edit('  '), 'typed'],
  ['a word from the suggestion list', edit('toString', 2), 'inserted'],
  ['our own text', edit('shown();'), 'accepted'],
  ['a backspace', edit('', 1), 'deleted'],
  ['several pasted lines', edit('a;\nb;'), 'pasted'],
  ['a long pasted line', edit('x'.repeat(61)), 'pasted'],
  ['an undo', edit('a', 0, 'undo'), 'undone'],
  ['a redo', edit('a', 0, 'redo'), 'undone'],
  ['a change of nothing', edit(''), 'none'],
  ['a save without changes', { reason: null, changes: [] }, 'none'],
  [
    'Enter on an empty line, whose indentation the editor takes away',
    {
      reason: null,
      changes: [
        { offset: 20, removedChars: 0, inserted: '\n  ' },
        { offset: 18, removedChars: 2, inserted: '' },
      ],
    },
    'typed',
  ],
  [
    'two cursors',
    {
      reason: null,
      changes: [
        { offset: 1, removedChars: 0, inserted: 'a' },
        { offset: 9, removedChars: 0, inserted: 'a' },
      ],
    },
    'several',
  ],
];

test.each(table)('%s', (_name, change, kind) => {
  expect(classifyEdit(change, (text) => text === 'shown();')).toBe(kind);
});

test('only what the person adds at the cursor may start a request', () => {
  const kinds: EditKind[] = ['typed', 'inserted', 'accepted'];
  for (const kind of kinds) expect(mayStartRequest(kind)).toBe(true);
  const quiet: EditKind[] = ['deleted', 'pasted', 'undone', 'several', 'none'];
  for (const kind of quiet) expect(mayStartRequest(kind)).toBe(false);
});

describe('the cursor after a change', () => {
  test('stands behind the text', () => expect(cursorAfter(edit('abc'))).toBe(13));
  test('stands between brackets', () => expect(cursorAfter(edit('()'))).toBe(11));
  test('stands on the middle line that Enter opens between brackets', () =>
    expect(cursorAfter(edit('\n    \n'))).toBe(15));
  test('stands behind two spaces', () => expect(cursorAfter(edit('  '))).toBe(12));
  test('moves back by what was taken away before it', () => {
    const changes = [
      { offset: 20, removedChars: 0, inserted: '\n  ' },
      { offset: 18, removedChars: 2, inserted: '' },
    ];
    expect(cursorAfter({ reason: null, changes })).toBe(21);
  });
  test('is unknown for several cursors', () =>
    expect(cursorAfter({ reason: null, changes: [] })).toBe(-1));
});

describe('what was known before the change', () => {
  const kind = (change: Edit, before: Parameters<typeof classifyEdit>[2]) =>
    classifyEdit(change, () => false, before);
  const at = (...cursors: number[]) => ({ cursors, written: null });

  test('an edit away from every place where the cursor may be is not the person’s', () => {
    expect(kind(edit('a'), at(10))).toBe('typed');
    expect(kind(edit('a'), at(3, 10))).toBe('typed');
    expect(kind(edit('toString', 2), at(12))).toBe('inserted');
    expect(kind(edit('a'), at(3))).toBe('elsewhere');
    expect(kind(edit('', 4), at(20))).toBe('elsewhere');
    expect(mayStartRequest('elsewhere')).toBe(false);
  });

  test.each([
    ['か', 1],
    ['かk', 1],
    ['漢字', 2],
    ['ni', 1],
  ])('%s over the %d letters just written is being composed', (inserted, removed) => {
    const written = { offset: 10, chars: removed };
    expect(kind(edit(inserted, removed), { cursors: [], written })).toBe('composed');
    expect(mayStartRequest('composed')).toBe(false);
  });

  test('a word from the list over one typed letter is not, nor a letter over an older selection', () => {
    expect(kind(edit('toString', 1), { cursors: [], written: { offset: 10, chars: 1 } })).toBe(
      'inserted',
    );
    expect(kind(edit('é', 3), { cursors: [], written: { offset: 12, chars: 1 } })).toBe('typed');
  });
});
