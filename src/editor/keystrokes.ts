import * as vscode from 'vscode';
import type { Clock } from '../core/clock.ts';
import type { Position } from '../core/reuse/agreement.ts';
import {
  type Before,
  classifyEdit,
  cursorAfter,
  type Edit,
  type EditKind,
  writtenBy,
} from '../core/trigger/classify-edit.ts';

/** The last change of a document: the moment that the budget runs from. */
export interface Keystroke {
  readonly atMs: number;
  readonly version: number;
  readonly kind: EditKind;
  /** Where the change left the cursor. */
  readonly position: Position;
}

export interface Keystrokes extends vscode.Disposable {
  /** The change that made this version of the document, if it is the last one and was seen. */
  of(document: vscode.TextDocument): Keystroke | null;
}

export interface KeystrokesOptions {
  readonly clock: Clock;
  /** Whether a text is (part of) the one that we have just shown. */
  readonly isOurs: (text: string) => boolean;
  /** Every change of the active document, at once. */
  readonly onEdit: (edit: SeenEdit) => void;
}

export interface SeenEdit {
  readonly document: vscode.TextDocument;
  /** Where the change leaves the cursor; -1 when unknown. */
  readonly offset: number;
  /** The text around it, as far as a request in flight can be compared with it. */
  readonly position: Position;
  readonly kind: EditKind;
  /** Far behind the cursor: what is asked or shown there stays as right as it was. */
  readonly isFarBehind: boolean;
  /** When the change was seen, monotonic ms. */
  readonly atMs: number;
}

/** Enough of the text before the cursor to compare with a request that was outrun by a line or two. */
const BEFORE_CHARS = 600;
const AFTER_CHARS = 100;

/** Stamps each change of the active document when its event arrives, 15 to 40 ms before the editor asks. */
export function createKeystrokes(options: KeystrokesOptions): Keystrokes {
  const last = new Map<string, Keystroke & Pick<Before, 'written'>>();
  const listeners = [
    vscode.workspace.onDidChangeTextDocument((event) => {
      const { document } = event;
      const editor = vscode.window.activeTextEditor;
      if (editor?.document !== document) return;
      if (event.contentChanges.length === 0) return;
      const atMs = options.clock.nowMs();
      const edit = toEdit(event);
      const uri = document.uri.toString();
      const previous = last.get(uri) ?? null;
      const cursors = cursorsBefore(editor, event, previous);
      const written = previous?.written ?? null;
      const kind = classifyEdit(edit, options.isOurs, { cursors, written });
      const isFarBehind =
        kind === 'elsewhere' &&
        edit.changes.every((change) => change.offset > Math.max(...cursors) + AFTER_CHARS);
      const offset = cursorAfter(edit);
      const position = positionAfter(document, offset);
      const { version } = document;
      // The editor takes its question back and asks again: still about the key before.
      last.set(
        uri,
        isFarBehind && previous !== null
          ? { ...previous, version }
          : { atMs, version, kind, position, written: writtenBy(edit) },
      );
      options.onEdit({ document, offset, position, kind, isFarBehind, atMs });
    }),
    vscode.workspace.onDidCloseTextDocument((document) => last.delete(document.uri.toString())),
  ];
  return {
    of(document) {
      const found = last.get(document.uri.toString());
      return found?.version === document.version ? found : null;
    },
    dispose: () => {
      for (const listener of listeners) listener.dispose();
      last.clear();
    },
  };
}

/**
 * Where the cursor may have been before the change. The editor tells of a moved selection after the
 * change that moved it, so that between two quick keys only the change before tells.
 */
function cursorsBefore(
  editor: vscode.TextEditor,
  { document, contentChanges: [first] }: vscode.TextDocumentChangeEvent,
  previous: Keystroke | null,
): readonly number[] {
  if (first === undefined) return [];
  const { active, anchor } = editor.selection;
  const start = document.positionAt(first.rangeOffset);
  // Up to the change the document is what it was; behind it only its own line can be compared.
  const inOldText = (position: vscode.Position): number => {
    if (position.isBeforeOrEqual(start)) return document.offsetAt(position);
    if (position.line === start.line)
      return first.rangeOffset + position.character - start.character;
    return first.rangeLength > 0 ? first.rangeOffset : Number.POSITIVE_INFINITY;
  };
  const cursors = [inOldText(active), inOldText(anchor)];
  return previous === null || previous.position.offset < 0
    ? cursors
    : [...cursors, previous.position.offset];
}

function toEdit(event: vscode.TextDocumentChangeEvent): Edit {
  const { Undo, Redo } = vscode.TextDocumentChangeReason;
  return {
    reason: event.reason === Undo ? 'undo' : event.reason === Redo ? 'redo' : null,
    changes: event.contentChanges.map((change) => ({
      offset: change.rangeOffset,
      removedChars: change.rangeLength,
      inserted: change.text,
    })),
  };
}

function positionAfter(document: vscode.TextDocument, offset: number): Position {
  const documentUri = document.uri.toString();
  if (offset < 0) return { documentUri, offset, prefix: '', suffix: '' };
  const textBetween = (from: number, to: number): string =>
    document.getText(new vscode.Range(document.positionAt(from), document.positionAt(to)));
  return {
    documentUri,
    offset,
    prefix: textBetween(Math.max(0, offset - BEFORE_CHARS), offset),
    suffix: textBetween(offset, offset + AFTER_CHARS),
  };
}
