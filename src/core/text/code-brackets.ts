export interface Bracket {
  readonly char: string;
  readonly at: number;
}

const CLOSER_OF: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
/** All that means something here; what lies between is skipped, which is most of a line. */
const MARK = /[()[\]{}\\"'`#]|\$\{|\/[/*]?|--|<!--/g;
const QUOTES = new Set(['"', "'"]);

/**
 * The brackets of one line that are code: not escaped, not in a comment, and not in a string that ends
 * on the line, nor in a regular expression. What stands between `${` and its `}` in a template literal is code, even where the line
 * ends in it, and so are these two. No language is known: a quote without its partner is taken for an apostrophe, a
 * lifetime or a longer string, and what stands behind it is read on as code.
 */
export function codeBrackets(line: string): Bracket[] {
  return readLine(line).brackets;
}

/** Where a comment begins that reaches to the end of the line; the line's length when none does. */
export function commentAt(line: string): number {
  return readLine(line).commentAt;
}

/** What a regular expression stands behind in JavaScript; behind anything else `/` divides. */
const BEFORE_REGEX = /(?:^|[([,=:!&|?;{]|=>|\breturn)$/;
/** A regular expression on one line. Between square brackets a slash does not end it. */
const REGEX = /\/(?![/*])(?:[^\\/[]|\\.|\[(?:[^\\\]]|\\.)*\])+\//y;

/** A template literal that is open: in its text, or in code of its own. */
interface Template {
  readonly start: number;
  readonly bracketsBefore: number;
  /** Curly brackets open in its code, with that of `${`; 0 in its text. */
  depth: number;
}

function readLine(line: string): { brackets: Bracket[]; commentAt: number } {
  const brackets: Bracket[] = [];
  if (/^\s*\*(?:[\s/]|$)/.test(line)) return { brackets, commentAt: 0 };
  const templates: Template[] = [];
  /** Where a back quote stands that has no partner. */
  const lone = new Set<number>();
  const next = (): RegExpExecArray | null => {
    for (;;) {
      const found = MARK.exec(line);
      const template = templates.at(-1);
      if (found !== null || template === undefined || template.depth > 0) return found;
      lone.add(template.start);
      templates.pop();
      brackets.length = template.bracketsBefore;
      MARK.lastIndex = template.start + 1;
    }
  };
  MARK.lastIndex = 0;
  for (let found = next(); found !== null; found = next()) {
    const [mark] = found;
    const at = found.index;
    const template = templates.at(-1);
    if (mark === '\\') MARK.lastIndex = at + 2;
    else if (template?.depth === 0) {
      if (mark === '`') templates.pop();
      else if (mark === '${') {
        template.depth = 1;
        brackets.push({ char: '{', at: at + 1 });
      } else MARK.lastIndex = at + 1;
    } else if (mark === '`') {
      if (!lone.has(at)) {
        templates.push({ start: at, bracketsBefore: brackets.length, depth: 0 });
      }
    } else if (QUOTES.has(mark)) {
      const end = isApostrophe(line, at) ? null : endOfString(line, at);
      if (end !== null) MARK.lastIndex = end + 1;
    } else if (mark === '/') {
      MARK.lastIndex = endOfRegex(line, at) ?? at + 1;
    } else if (mark === '#' || /^(?:[/<]|--)/.test(mark)) {
      if (beginsComment(line, mark, at)) return { brackets, commentAt: at };
    } else {
      const char = mark.slice(-1);
      brackets.push({ char, at: at + mark.length - 1 });
      if (template !== undefined) template.depth += char === '{' ? 1 : char === '}' ? -1 : 0;
    }
  }
  return { brackets, commentAt: line.length };
}

/** `//` but not of an address; `#` and `--` as words of their own; `/*` and `<!--` without their ends. */
function beginsComment(line: string, mark: string, at: number): boolean {
  if (mark === '//') return line.charAt(at - 1) !== ':';
  if (mark === '/*') return !line.includes('*/', at + 2);
  if (mark === '<!--') return !line.includes('-->', at + 4);
  return isSpace(line.charAt(at - 1)) && isSpace(line.charAt(at + mark.length));
}

function isSpace(char: string): boolean {
  return char === '' || char === ' ' || char === '\t';
}

/** String prefixes such as `rb'` have two letters at most: a longer word before `'` is prose. */
function isApostrophe(line: string, at: number): boolean {
  if (line.charAt(at) !== "'") return false;
  return /(?:\w{3}|[<&])$/.test(line.slice(Math.max(0, at - 3), at));
}

function endOfString(line: string, start: number): number | null {
  const quote = line.charAt(start);
  for (let at = line.indexOf(quote, start + 1); at >= 0; at = line.indexOf(quote, at + 1)) {
    let escapes = 0;
    while (line.charAt(at - 1 - escapes) === '\\') escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return null;
}

function endOfRegex(line: string, start: number): number | null {
  if (!BEFORE_REGEX.test(line.slice(0, start).trimEnd())) return null;
  REGEX.lastIndex = start;
  return REGEX.test(line) ? REGEX.lastIndex : null;
}

export interface Unmatched {
  /** The closers that the brackets left open need, outermost first. */
  readonly open: readonly string[];
  /** Closers of brackets that were opened before, in order. */
  readonly closed: readonly string[];
}

/** What is left of the brackets of some lines when those that belong together are taken away. */
export function unmatched(lines: readonly string[]): Unmatched {
  const open: string[] = [];
  const closed: string[] = [];
  for (const line of lines) {
    for (const { char } of codeBrackets(line)) {
      const closer = CLOSER_OF[char];
      // A bracket of another kind in between was text that looked like code.
      const at = closer === undefined ? open.lastIndexOf(char) : -1;
      if (closer !== undefined) open.push(closer);
      else if (at >= 0) open.length = at;
      else closed.push(char);
    }
  }
  return { open, closed };
}
