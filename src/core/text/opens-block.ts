/** Marks at the end of a line after which deeper lines follow. */
const MARKS = /(?:[{([:]|=>|->|(?<![=!<>])=)$/;
/** Words that do the same: shell, Lua, Ruby, Pascal, Haskell, Elixir, and the clauses of SQL. */
const WORDS =
  /(?:^|[\s;)])(?:then|do|else|begin|try|repeat|loop|of|where|with|in|as|select|from|values|set)$/i;
const TAG =
  /(?:^|[\s(>{])<(?!(?:area|br|hr|img|input|link|meta)\b)(?:[A-Za-z][\w.:-]*(?:\s[^<>]*)?)?>$/;

/** Whether a line of code ends in something that opens a block, whatever the language. */
export function opensBlock(line: string): boolean {
  const text = line.trimEnd();
  return MARKS.test(text) || WORDS.test(text) || (TAG.test(text) && !text.endsWith('/>'));
}
