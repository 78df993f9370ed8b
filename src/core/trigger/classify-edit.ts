/** A document change as the editor reports it. */
export interface Edit {
  readonly reason: 'undo' | 'redo' | null;
  readonly changes: readonly {
    readonly offset: number;
    readonly removedChars: number;
    readonly inserted: string;
  }[];
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
  | 'several'
  | 'none';

/** A word from the suggestion list is a short piece of one line; what is longer was pasted. */
const MAX_INSERTED_CHARS = 60;

/** `isOurs` tells whether a text is (part of) the one that we have just shown. */
export function classifyEdit(edit: Edit, isOurs: (text: string) => boolean): EditKind {
  if (edit.reason !== null) return 'undone';
  if (edit.changes.length === 0) return 'none';
  const change = changeAtCursor(edit);
  if (change === null) return 'several';
  const { inserted, removedChars } = change;
  if (inserted === '') return removedChars > 0 ? 'deleted' : 'none';
  if (isKeystroke(inserted)) return 'typed';
  if (isOurs(inserted)) return 'accepted';
  return inserted.includes('\n') || inserted.length > MAX_INSERTED_CHARS ? 'pasted' : 'inserted';
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
function changeAtCursor(edit: Edit): Edit['changes'][number] | null {
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

export function mayStartRequest(kind: EditKind): boolean {
  return kind === 'typed' || kind === 'inserted' || kind === 'accepted';
}
