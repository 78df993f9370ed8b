import { closedBy, leadingClosers } from './closed-by.ts';
import { isSubsequence } from './is-subsequence.ts';
import { openQuote } from './open-quote.ts';

/** How an answer fits to the text that already follows the cursor on its line. */
export interface Overlap {
  readonly text: string;
  /** Characters after the cursor that the insertion replaces because it contains them. */
  readonly replaceAfter: number;
}

const CLOSER_OF = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['<', '>'],
]);

/**
 * Fits the first line of `text` to `lineSuffix`, where `linePrefix` stands before the cursor.
 *
 * Editors close brackets and quotes as one types, so `call(|)` is asked with `)` behind the cursor,
 * and models answer both `a, b` and `a, b);`. The second already closes the bracket: it must replace
 * the `)`, and the editor shows an item over a range only when the replaced text occurs in it, in
 * order. Where the answer simply ends in what follows, the repeated tail is cut instead.
 */
export function suffixOverlap(text: string, lineSuffix: string, linePrefix: string): Overlap {
  const following = lineSuffix.trimEnd();
  if (following.trim() === '') return { text, replaceAfter: following.length };
  const breakAt = text.indexOf('\n');
  const first = breakAt < 0 ? text : text.slice(0, breakAt);

  const quote = openQuote(linePrefix);
  const closers = leadingClosers(following, quote);
  const closed = closedBy(first, closers, quote, following);
  // Replace the closers, and all that follows when the answer contains that too.
  if (closed > 0 && closed === closers.length && isSubsequence(following, first)) {
    return { text, replaceAfter: following.length };
  }
  const repeated = repeatedTail(first, following);
  if (repeated > closed) {
    return { text: first.slice(0, first.length - repeated), replaceAfter: 0 };
  }
  // A statement inside brackets that the editor closed: the semicolon stands behind them already.
  const behind = closers.slice(closed);
  const isEndedBehind = behind !== '' && following.slice(closed) === `${behind};`;
  const isEndedTwice = isEndedBehind && first.endsWith(';');
  // Something else follows on this line: further lines would tear it apart.
  return { text: isEndedTwice ? first.slice(0, -1) : first, replaceAfter: closed };
}

/**
 * Length of the tail of `text` that repeats the beginning of `following`. One repeated mark is as
 * often right as wrong, so a repetition counts from two characters, a whole suffix, or a semicolon,
 * which never stands twice. A cut that leaves a bracket open took a closer that the text needs.
 */
function repeatedTail(text: string, following: string): number {
  const longest = Math.min(text.length, following.length);
  for (let length = longest; length > 0; length -= 1) {
    const tail = following.slice(0, length);
    if (!text.endsWith(tail)) continue;
    if (length < 2 && length !== following.trim().length && tail !== ';') continue;
    if (!needsTail(text.slice(0, text.length - length), tail)) return length;
  }
  return 0;
}

/** Whether `tail` closes brackets that `kept` opened, or begins with a mark that `kept` escapes. */
function needsTail(kept: string, tail: string): boolean {
  if (kept.endsWith('\\')) return true;
  const open: string[] = [];
  const read = (char: string): boolean => {
    const closer = char === '<' && !tail.includes('>') ? undefined : CLOSER_OF.get(char);
    if (closer !== undefined) open.push(closer);
    return closer === undefined && open.length > 0 && open.at(-1) === char;
  };
  for (const char of kept) if (read(char)) open.pop();
  const opened = open.length;
  for (const char of tail) {
    if (!read(char)) continue;
    if (open.length <= opened) return true;
    open.pop();
  }
  return false;
}
