/** How an answer fits to the text that already follows the cursor on its line. */
export interface Overlap {
  readonly text: string;
  /** Characters after the cursor that the insertion replaces because it contains them. */
  readonly replaceAfter: number;
}

const CLOSERS = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
  ['>', '<'],
]);
const QUOTES = new Set(['"', "'", '`']);

/**
 * Fits the first line of `text` to `lineSuffix`.
 *
 * Editors close brackets and quotes as one types, so `call(|)` is asked with `)` behind the cursor,
 * and models answer both `a, b` and `a, b);`. The second already closes the bracket: it must replace
 * the `)`, and the editor shows an item over a range only when the replaced text occurs in it, in
 * order. Where the answer simply ends in what follows, the repeated tail is cut instead.
 */
export function suffixOverlap(text: string, lineSuffix: string): Overlap {
  const following = lineSuffix.trimEnd();
  if (following.trim() === '') return { text, replaceAfter: following.length };
  const breakAt = text.indexOf('\n');
  const first = breakAt < 0 ? text : text.slice(0, breakAt);

  const closing = leadingClosers(following);
  if (closing.length > 0 && closes(first, closing)) {
    // Replace the closers, and all that follows when the answer contains that too.
    const replaced = isSubsequence(following, first) ? following : closing;
    return { text, replaceAfter: replaced.length };
  }
  const repeated = repeatedTail(first, following);
  if (repeated > 0) return { text: first.slice(0, first.length - repeated), replaceAfter: 0 };
  // A statement inside brackets that the editor closed: the semicolon stands behind them already.
  if (first.endsWith(';') && closing.length > 0 && following === `${closing};`) {
    return { text: first.slice(0, -1), replaceAfter: 0 };
  }
  // Something other than closers follows on this line: further lines would tear it apart.
  return { text: first, replaceAfter: 0 };
}

function leadingClosers(following: string): string {
  let end = 0;
  while (end < following.length) {
    const char = following.charAt(end);
    if (!CLOSERS.has(char) && !QUOTES.has(char)) break;
    end += 1;
  }
  return following.slice(0, end);
}

/** Whether `text` itself closes every one of `closers`, which were opened before it. */
function closes(text: string, closers: string): boolean {
  const open: string[] = [];
  let next = 0;
  let quote = QUOTES.has(closers.charAt(0)) ? closers.charAt(0) : '';
  for (const char of text) {
    if (next === closers.length) return true;
    if (quote !== '') {
      if (char !== quote) continue;
      if (open.length === 0 && char === closers.charAt(next)) next += 1;
      quote = '';
    } else if (QUOTES.has(char)) {
      quote = char;
    } else if (char === '(' || char === '[' || char === '{') {
      open.push(char);
    } else if (CLOSERS.has(char)) {
      if (open.at(-1) === CLOSERS.get(char)) open.pop();
      else if (open.length === 0 && char === closers.charAt(next)) next += 1;
    }
  }
  return next === closers.length;
}

function isSubsequence(needle: string, text: string): boolean {
  let at = 0;
  for (const char of text) if (char === needle.charAt(at)) at += 1;
  return at === needle.length;
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
    if (!leavesOpen(text.slice(0, text.length - length), tail)) return length;
  }
  return 0;
}

/** Whether `kept` has open brackets that `tail` would have closed. */
function leavesOpen(kept: string, tail: string): boolean {
  const first = tail.charAt(0);
  const opener = CLOSERS.get(first);
  if (opener === undefined) return false;
  let depth = 0;
  for (const char of kept) {
    if (char === opener) depth += 1;
    else if (char === first) depth -= 1;
  }
  return depth > 0;
}
