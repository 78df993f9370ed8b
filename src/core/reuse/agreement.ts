import { isSubsequence } from '../text/is-subsequence.ts';
import { withLineFeeds } from '../text/line-feeds.ts';

/** Where an answer was asked for: the place to compare later positions with. */
export interface Anchor {
  readonly documentUri: string;
  /** UTF-16 offset of the cursor in the document. */
  readonly offset: number;
  /**
   * The last characters before the cursor: enough to notice an edit elsewhere in the line or above.
   * Line ends as `\n`, as in `head`.
   */
  readonly tail: string;
  /** Text after the cursor at that time, cut. */
  readonly head: string;
  /** Whether the text known after the cursor ended within `head`, so that nothing may follow it. */
  readonly ended: boolean;
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
/** What is looked at after a later cursor: the head and some closers that were added before it. */
const AFTER_CHARS = 100;

export function anchorAt(position: Position): Anchor {
  return {
    documentUri: position.documentUri,
    offset: position.offset,
    // Twice as many: each line end of two characters becomes one.
    tail: withLineFeeds(position.prefix.slice(-2 * TAIL_CHARS)).slice(-TAIL_CHARS),
    head: withLineFeeds(position.suffix.slice(0, HEAD_CHARS)),
    ended: position.suffix.length < HEAD_CHARS,
  };
}

/**
 * What was typed at the anchor since it was set, or null when the text before or after it changed in
 * any other way. Brackets and quotes that the editor closed on its own are expected after the cursor.
 * Its line ends are `\n` whatever the document's are, so it may be shorter than the distance typed.
 */
export function typedSince(anchor: Anchor, position: Position): string | null {
  const typedChars = position.offset - anchor.offset;
  if (position.documentUri !== anchor.documentUri || typedChars < 0) return null;
  if (typedChars > position.prefix.length) return null;
  const typedAt = position.prefix.length - typedChars;
  const before = withLineFeeds(
    position.prefix.slice(Math.max(0, typedAt - 2 * TAIL_CHARS), typedAt),
  );
  const known = Math.min(before.length, anchor.tail.length);
  if (before.slice(before.length - known) !== anchor.tail.slice(anchor.tail.length - known)) {
    return null;
  }
  const typed = withLineFeeds(position.prefix.slice(typedAt));
  return sameSuffix(anchor, position.suffix, typed) ? typed : null;
}

const LEADING_CLOSERS = /^[)\]}>"'`]{1,4}/;

function sameSuffix({ head, ended }: Anchor, rawSuffix: string, typed: string): boolean {
  const suffix = withLineFeeds(rawSuffix.slice(0, AFTER_CHARS));
  const isCut = rawSuffix.length >= AFTER_CHARS;
  const follows = (text: string, expected: string): boolean => {
    if (!text.startsWith(expected)) return false;
    const more = text.slice(expected.length);
    if (!ended || more === '') return true;
    // A request ends before a line too long for it, so such a line may follow unseen.
    return expected.endsWith('\n') && isCut && !more.includes('\n');
  };
  if (follows(suffix, head)) return true;
  const added = LEADING_CLOSERS.exec(suffix)?.[0] ?? '';
  for (let length = 1; length <= added.length; length += 1) {
    const expected = ended ? head : head.slice(0, HEAD_CHARS - length);
    if (follows(suffix.slice(length), expected)) return true;
  }
  // Typing over a closer that the editor had added takes it from behind the cursor.
  const behind = LEADING_CLOSERS.exec(head)?.[0] ?? '';
  for (let length = 1; length <= behind.length; length += 1) {
    if (follows(suffix, head.slice(length)) && isSubsequence(head.slice(0, length), typed))
      return true;
  }
  return false;
}

/** `agrees`: the text goes on from what was typed. `pending`: too little has arrived to tell. */
export type Agreement = 'agrees' | 'pending' | 'disagrees';

/**
 * `typed` as typedSince() gives it; `text` has `\n` line ends as well, so that what is left of it
 * begins at `typed.length`.
 */
export function compare(text: string, typed: string, finished: boolean): Agreement {
  if (text.length > typed.length) return text.startsWith(typed) ? 'agrees' : 'disagrees';
  if (finished || !typed.startsWith(text)) return 'disagrees';
  return 'pending';
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * Whether `text` says, beyond them, the characters that stand between the anchor and this position:
 * what typedSince() and compare() say too, if nothing else has changed. Without a copy of anything, and
 * over at the first character that differs, to look at many answers.
 */
export function goesThrough(
  { anchor, text }: { readonly anchor: Anchor; readonly text: string },
  { documentUri, offset, prefix }: Position,
): boolean {
  const typedChars = offset - anchor.offset;
  if (documentUri !== anchor.documentUri || typedChars < 0 || typedChars > prefix.length) {
    return false;
  }
  let said = 0;
  for (let at = prefix.length - typedChars; at < prefix.length; at += 1) {
    let code = prefix.charCodeAt(at);
    if (code === CARRIAGE_RETURN) {
      if (prefix.charCodeAt(at + 1) === LINE_FEED) at += 1;
      code = LINE_FEED;
    }
    if (text.charCodeAt(said) !== code) return false;
    said += 1;
  }
  return said < text.length;
}
