/** Where an answer was asked for: the place to compare later positions with. */
export interface Anchor {
  readonly documentUri: string;
  /** UTF-16 offset of the cursor in the document. */
  readonly offset: number;
  /** The last characters before the cursor: enough to notice an edit elsewhere in the line or above. */
  readonly tail: string;
  /** Text after the cursor at that time, cut. */
  readonly head: string;
}

export interface Position {
  readonly documentUri: string;
  readonly offset: number;
  readonly prefix: string;
  readonly suffix: string;
}

/** 200 characters are about five lines: an edit further up does not make a continuation wrong. */
const TAIL_CHARS = 200;
const HEAD_CHARS = 80;

export function anchorAt(position: Position): Anchor {
  return {
    documentUri: position.documentUri,
    offset: position.offset,
    tail: position.prefix.slice(-TAIL_CHARS),
    head: position.suffix.slice(0, HEAD_CHARS),
  };
}

/**
 * What was typed at the anchor since it was set, or null when the text before or after it changed in
 * any other way. Brackets and quotes that the editor closed on its own are expected after the cursor.
 */
export function typedSince(anchor: Anchor, position: Position): string | null {
  const typedChars = position.offset - anchor.offset;
  if (position.documentUri !== anchor.documentUri || typedChars < 0) return null;
  if (typedChars > position.prefix.length) return null;
  const before = position.prefix.slice(0, position.prefix.length - typedChars);
  const known = Math.min(before.length, anchor.tail.length);
  if (before.slice(before.length - known) !== anchor.tail.slice(anchor.tail.length - known)) {
    return null;
  }
  const typed = position.prefix.slice(position.prefix.length - typedChars);
  return sameSuffix(anchor.head, position.suffix, typed) ? typed : null;
}

const LEADING_CLOSERS = /^[)\]}>"'`]{1,4}/;

function sameSuffix(head: string, suffix: string, typed: string): boolean {
  if (suffix.startsWith(head)) return true;
  const added = LEADING_CLOSERS.exec(suffix)?.[0] ?? '';
  for (let length = 1; length <= added.length; length += 1) {
    const rest = suffix.slice(length);
    if (head.length > 0 ? rest.startsWith(head.slice(0, HEAD_CHARS - length)) : rest === '') {
      return true;
    }
  }
  // Typing over a closer that the editor had added takes it from behind the cursor.
  const behind = LEADING_CLOSERS.exec(head)?.[0] ?? '';
  for (let length = 1; length <= behind.length; length += 1) {
    if (suffix.startsWith(head.slice(length)) && contains(typed, head.slice(0, length)))
      return true;
  }
  return false;
}

/** Whether the characters of `needle` occur in `text` in order. */
function contains(text: string, needle: string): boolean {
  let at = 0;
  for (const char of text) if (char === needle.charAt(at)) at += 1;
  return at === needle.length;
}

/** `agrees`: the text goes on from what was typed. `pending`: too little has arrived to tell. */
export type Agreement = 'agrees' | 'pending' | 'disagrees';

export function compare(text: string, typed: string, finished: boolean): Agreement {
  if (text.length > typed.length) return text.startsWith(typed) ? 'agrees' : 'disagrees';
  if (finished || !typed.startsWith(text)) return 'disagrees';
  return 'pending';
}
