/**
 * The quote of the string that is open at the end of `linePrefix`, or empty in code. Null where quotes
 * tell nothing: after a `//`. It knows escapes and the code inside template literals; strings that
 * began on an earlier line it cannot see.
 */
export function openQuote(linePrefix: string): string | null {
  const open = readQuotes(linePrefix);
  const top = open?.at(-1)?.char ?? '';
  return open === null ? null : top === '{' ? '' : top;
}

/** Where the strings begin that are open at the end of `linePrefix`, outermost first. */
export function openQuotes(linePrefix: string): number[] {
  const open = readQuotes(linePrefix) ?? [];
  return open.filter(({ char }) => char !== '{').map(({ at }) => at);
}

/** What is open, outermost first: quotes, and `{` for code inside a template literal. */
function readQuotes(linePrefix: string): { char: string; at: number }[] | null {
  const open: { char: string; at: number }[] = [];
  for (let at = 0; at < linePrefix.length; at += 1) {
    const char = linePrefix.charAt(at);
    const top = open.at(-1)?.char ?? '';
    if (top !== '' && top !== '{') {
      if (char === '\\') at += 1;
      else if (char === top) open.pop();
      else if (top === '`' && char === '$' && linePrefix.charAt(at + 1) === '{') {
        open.push({ char: '{', at });
        at += 1;
      }
    } else if (char === '/' && linePrefix.charAt(at + 1) === '/') {
      return null;
    } else if (char === '"' || char === '`' || (char === "'" && !isApostrophe(linePrefix, at))) {
      open.push({ char, at });
    } else if (top === '{' && (char === '{' || char === '}')) {
      if (char === '{') open.push({ char, at });
      else open.pop();
    }
  }
  return open;
}

/** String prefixes such as `rb'` have two letters at most; a longer word before `'` is prose. */
function isApostrophe(text: string, at: number): boolean {
  return /\w{3}$/.test(text.slice(Math.max(0, at - 3), at));
}
