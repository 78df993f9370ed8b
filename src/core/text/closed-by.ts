const OPENERS = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);
const BRACKETS = new Set([')', ']', '}', '>']);
const QUOTES = new Set(['"', "'", '`']);

/** The closing brackets and quotes that `following` begins with. */
export function leadingClosers(following: string, quote: string | null): string {
  // In code, a quote right after the cursor opens a string.
  if (quote === '' && QUOTES.has(following.charAt(0))) return '';
  let end = 0;
  while (BRACKETS.has(following.charAt(end)) || QUOTES.has(following.charAt(end))) end += 1;
  return following.slice(0, end);
}

/**
 * How many of the `closers` right after the cursor `text` makes superfluous: those that it closes
 * itself, in order, less those that it needs for the brackets that it leaves open.
 *
 * `quote` is the string that the cursor is in: empty in code, null when unknown. `following` is all
 * that stands after the cursor on its line.
 */
export function closedBy(
  text: string,
  closers: string,
  quote: string | null,
  following: string,
): number {
  const wanted = (count: number): string => {
    const char = closers.charAt(count);
    return QUOTES.has(char) ? char : '';
  };
  const open: string[] = [];
  let closed = 0;
  let inside = stringAtCursor(text, wanted(0), quote, following);
  let before = '';
  for (const char of text) {
    const previous = before;
    before = char;
    if (inside !== '') {
      if (previous === '\\') before = char === '\\' ? '' : char;
      else if (char === inside) {
        if (open.length === 0 && inside === wanted(closed)) {
          closed += 1;
          inside = wanted(closed);
        } else inside = '';
      }
    } else if (QUOTES.has(char)) {
      inside = char;
    } else if (OPENERS.has(char)) {
      open.push(OPENERS.get(char) ?? '');
    } else if (char === '<' && closers.includes('>')) {
      open.push('>');
    } else if (BRACKETS.has(char) && !(char === '>' && /[=-]/.test(previous))) {
      if (open.at(-1) === char) open.pop();
      else if (open.length === 0 && char === closers.charAt(closed)) {
        closed += 1;
        inside = wanted(closed);
      }
    }
  }
  const kept = closed - open.length;
  const needed = open.reverse().join('');
  return kept >= 0 && closers.slice(kept, closed) === needed ? kept : closed;
}

/** The string that `text` goes on in: the one that is closed behind it, or that it closes itself. */
function stringAtCursor(
  text: string,
  behind: string,
  quote: string | null,
  following: string,
): string {
  // Without knowledge, editors put a quote behind the cursor only to close a string.
  if (quote === null || quote === '') return behind;
  if (behind === quote) return quote;
  const isClosedBehind = following.split(quote).length % 2 === 0;
  // Brackets that stand before the closing quote belong to the string, and to what is written in it.
  return !isClosedBehind && text.includes(quote) ? quote : '';
}
