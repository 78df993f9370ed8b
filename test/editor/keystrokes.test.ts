import { expect, test, vi } from 'vitest';
import type * as vscode from 'vscode';
import { createKeystrokes, type SeenEdit } from '../../src/editor/keystrokes.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { FakeDocument } from '../support/fake-document.ts';
import { editor } from '../support/fake-vscode.ts';

vi.mock('vscode', () => import('../support/fake-vscode.ts'));

const BELOW = Array.from({ length: 30 }, (_, line) => `  call(${line});`).join('\n');

function typing(text: string) {
  const clock = createFakeClock();
  const document = new FakeDocument(text);
  editor.open(document);
  const seen: SeenEdit[] = [];
  const keystrokes = createKeystrokes({ clock, isOurs: () => false, onEdit: (e) => seen.push(e) });
  const edit = (offset: number, removed: number, inserted: string): SeenEdit => {
    editor.changed([document.replace(offset, removed, inserted)]);
    const last = seen.at(-1);
    if (last === undefined) throw new Error('No edit was seen.');
    return last;
  };
  const of = () => keystrokes.of(document as unknown as vscode.TextDocument);
  return { document, edit, of, dispose: () => keystrokes.dispose() };
}

test('a key at the cursor is typed, also before the editor has moved the cursor', () => {
  const { edit, dispose } = typing(`const a = \n${BELOW}`);
  editor.moveTo(10);
  expect(edit(10, 0, 'b')).toMatchObject({ kind: 'typed', offset: 11, isFarBehind: false });
  expect(edit(11, 0, 'c')).toMatchObject({ kind: 'typed', offset: 12 });
  dispose();
});

test('an edit far behind the cursor leaves the keystroke before it in place', () => {
  const { document, edit, of, dispose } = typing(`const a = \n${BELOW}`);
  editor.moveTo(10);
  edit(10, 0, 'b');
  const keystroke = of();
  expect(edit(300, 0, '// ')).toMatchObject({ kind: 'elsewhere', isFarBehind: true });
  expect(of()).toEqual({ ...keystroke, version: document.version });
  dispose();
});

test('an edit before the cursor, or within what is compared behind it, is not far behind', () => {
  const { edit, of, dispose } = typing(`${BELOW}\nconst a = \n${BELOW}`);
  const cursor = BELOW.length + 11;
  editor.moveTo(cursor);
  edit(cursor, 0, 'b');
  expect(edit(3, 0, 'x')).toMatchObject({ kind: 'elsewhere', isFarBehind: false });
  expect(of()?.kind).toBe('elsewhere');
  editor.moveTo(cursor + 2);
  expect(edit(cursor + 40, 0, 'x')).toMatchObject({ kind: 'elsewhere', isFarBehind: false });
  dispose();
});

test('what an input method composes is not typed', () => {
  const { edit, dispose } = typing('v = ');
  editor.moveTo(4);
  edit(4, 0, 'k');
  expect(edit(4, 1, 'か')).toMatchObject({ kind: 'composed' });
  dispose();
});
