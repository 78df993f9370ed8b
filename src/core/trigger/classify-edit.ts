/** A document change as the editor reports it. */
export interface Edit {
  readonly reason: 'undo' | 'redo' | null;
  readonly changes: readonly {
    readonly offset: number;
    readonly removedChars: number;
    readonly inserted: string;
  }[];
}

/** What was known right before a change. Offsets count in the document as it was then. */
export interface Before {
  /** Where the cursor may have been: by the editor, which may lag, and by the change before. */
  readonly cursors: readonly number[];
  /** What the change before wrote, if it was one piece. */
  readonly written: { readonly offset: number; readonly chars: number } | null;
}

/**
 * What the person did. Only `typed`, `inserted` (an accepted suggestion, a word from the list) and
 * `accepted` (our own text) may start a request; the others are answered from memory at most.
 */
export type EditKind =
  | 'typed'
  | 'inserted'
  | 'accepted'
  | 'deleted'
  | 'pasted'
  | 'undone'
  /** Several cursors, a snippet's linked places, a formatter. */
  | 'several'
  /** A letter that an input method is still composing of keys. */
  | 'composed'
  /** Away from the cursor: a formatter, another extension. */
  | 'elsewhere'
  | 'none';

/** A word from the suggestion list is a short piece of one line; what is longer was pasted. */
const MAX_INSERTED_CHARS = 60;

/** `isOurs` tells whether a text is (part of) the one that we have just shown. */
export function classifyEdit(
  edit: Edit,
  isOurs: (text: string) => boolean,
  before: Before = { cursors: [], written: null },
): EditKind {
  if (edit.reason !== null) return 'undone';
  if (edit.changes.length === 0) return 'none';
  const change = changeAtCursor(edit);
  if (change === null) return 'several';
  const { inserted, removedChars } = change;
  if (before.cursors.length > 0 && !before.cursors.some((cursor) => touches(change, cursor))) {
    return 'elsewhere';
  }
  if (isComposed(change, before.written)) return 'composed';
  if (inserted === '') return removedChars > 0 ? 'deleted' : 'none';
  if (isKeystroke(inserted)) return 'typed';
  if (isOurs(inserted)) return 'accepted';
  return inserted.includes('\n') || inserted.length > MAX_INSERTED_CHARS ? 'pasted' : 'inserted';
}

type Change = Edit['changes'][number];

function touches({ offset, removedChars }: Change, cursor: number): boolean {
  return cursor >= offset && cursor <= offset + removedChars;
}

/**
 * An input method writes each state of its letter over the one before: `k`, `か`, or letter by letter
 * `n`, `ni`. A word from the suggestion list also replaces what was just typed, and is longer.
 */
function isComposed(
  { offset, removedChars, inserted }: Change,
  written: Before['written'],
): boolean {
  if (inserted === '' || removedChars === 0) return false;
  if (written?.offset !== offset || written.chars !== removedChars) return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
  return /[^\u0000-\u007f]/.test(inserted) || inserted.length === removedChars + 1;
}

const PAIR = /^(\(\)|\[\]|\{\}|<>|""|''|``)$/;

/** One character, a bracket or quote with the closer that the editor adds, or a line break with indentation. */
function isKeystroke(inserted: string): boolean {
  if ([...inserted].length === 1) return true;
  if (PAIR.test(inserted)) return true;
  return /^(\r?\n)?[ \t]*(\r?\n[ \t]*)?$/.test(inserted);
}

/**
 * The one change that the person made, or null. With Enter on an empty line the editor also removes the
 * indentation that it had put there: a change that only takes away is no second cursor.
 */
function changeAtCursor(edit: Edit): Change | null {
  if (edit.changes.length === 1) return edit.changes[0] ?? null;
  const inserting = edit.changes.filter((change) => change.inserted !== '');
  return inserting.length === 1 && edit.changes.length === 2 ? (inserting[0] ?? null) : null;
}

/** Where the cursor stands after the change, as far as the change alone tells; -1 for several. */
export function cursorAfter(edit: Edit): number {
  const change = changeAtCursor(edit);
  if (change === null) return -1;
  const movedBy = edit.changes
    .filter((other) => other !== change && other.offset < change.offset)
    .reduce((sum, other) => sum + other.inserted.length - other.removedChars, 0);
  return change.offset + movedBy + beforeCursor(change.inserted).length;
}

/** The editor leaves the cursor between a pair of brackets, and on the middle line that Enter opens there. */
function beforeCursor(inserted: string): string {
  const opened = /^(\r?\n[ \t]*)\r?\n[ \t]*$/.exec(inserted)?.[1];
  if (opened !== undefined) return opened;
  return PAIR.test(inserted) ? inserted.slice(0, 1) : inserted;
}

/** What the change wrote, to know it again when the next one writes over it. */
export function writtenBy(edit: Edit): Before['written'] {
  const change = changeAtCursor(edit);
  return change === null || change.inserted === ''
    ? null
    : { offset: change.offset, chars: change.inserted.length };
}

export function mayStartRequest(kind: EditKind): boolean {
  return kind === 'typed' || kind === 'inserted' || kind === 'accepted';
}
