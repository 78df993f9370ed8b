export interface Bracket {
  readonly char: string;
  readonly at: number;
}

const BRACKETS = new Set('()[]{}');
const CLOSER_OF: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/**
 * The brackets of one line that are code: not escaped, not in a comment, and not in a string that ends
 * on the line. No language is known: a quote without its partner is taken for an apostrophe, a
 * lifetime or a longer string, and what stands behind it is read on as code.
 */
export function codeBrackets(line: string): Bracket[] {
  const found: Bracket[] = [];
  const end = commentAt(line);
  for (let at = 0; at < end; at += 1) {
    const char = line.charAt(at);
    if (char === '\\') at += 1;
    else if (BRACKETS.has(char)) found.push({ char, at });
    else if (isQuote(line, at)) at = endOfString(line, at) ?? at;
  }
  return found;
}

/** Where a comment begins that reaches to the end of the line; the line's length when none does. */
export function commentAt(line: string): number {
  if (/^\s*\*(?:[\s/]|$)/.test(line)) return 0;
  for (let at = 0; at < line.length; at += 1) {
    const char = line.charAt(at);
    if (char === '\\') at += 1;
    else if (isQuote(line, at)) at = endOfString(line, at) ?? at;
    else if (char === '/' || char === '#' || char === '-' || char === '<') {
      if (beginsComment(line, at)) return at;
    }
  }
  return line.length;
}

/** `//` but not of an address; `#` and `--` as words of their own; `/*` and `<!--` without their ends. */
function beginsComment(line: string, at: number): boolean {
  const before = line.charAt(at - 1);
  const isWord = before === '' || before === ' ' || before === '\t';
  if (line.startsWith('//', at)) return before !== ':';
  if (line.startsWith('/*', at)) return !line.includes('*/', at + 2);
  if (line.startsWith('<!--', at)) return !line.includes('-->', at + 4);
  return isWord && /^(?:#|--)(?:\s|$)/.test(line.slice(at, at + 3));
}

/** String prefixes such as `rb'` have two letters at most: a longer word before `'` is prose. */
function isQuote(line: string, at: number): boolean {
  const char = line.charAt(at);
  if (char === '"' || char === '`') return true;
  if (char !== "'") return false;
  return !/(?:\w{3}|[<&])$/.test(line.slice(Math.max(0, at - 3), at));
}

function endOfString(line: string, start: number): number | null {
  const quote = line.charAt(start);
  for (let at = start + 1; at < line.length; at += 1) {
    const char = line.charAt(at);
    if (char === '\\') at += 1;
    else if (char === quote) return at;
  }
  return null;
}

export interface Unmatched {
  /** The closers that the brackets left open need, outermost first. */
  readonly open: readonly string[];
  /** Closers of brackets that were opened before. */
  readonly closed: number;
}

/** What is left of the brackets of some lines when those that belong together are taken away. */
export function unmatched(lines: readonly string[]): Unmatched {
  const open: string[] = [];
  let closed = 0;
  for (const line of lines) {
    for (const { char } of codeBrackets(line)) {
      const closer = CLOSER_OF[char];
      // A bracket of another kind in between was text that looked like code.
      const at = closer === undefined ? open.lastIndexOf(char) : -1;
      if (closer !== undefined) open.push(closer);
      else if (at >= 0) open.length = at;
      else closed += 1;
    }
  }
  return { open, closed };
}
