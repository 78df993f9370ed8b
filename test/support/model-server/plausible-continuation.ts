import type { ServedRequest } from './script.ts';
import { nextStatement } from './statement-grammar.ts';
import { tableRows } from './table-rows.ts';

/** As many as a short block takes, where a request does not say how long its answer may be. */
const TOKENS_BY_DEFAULT = 64;

/**
 * What could follow, made from the request alone, the likeliest source first: the further rows of a
 * table, as many as the request allows; the rest of an earlier
 * line that begins like the one being typed or holds its last words, an ending from a small grammar,
 * the lines that followed a line like this one, and the rest of a name that the file has. Empty where
 * nothing sensible comes to mind.
 */
export function plausibleContinuation(request: ServedRequest): string {
  const body = (request.body ?? {}) as Record<string, unknown>;
  const { prefix, suffix } = windows(body);
  const lines = prefix.split('\n');
  const typed = lines.pop() ?? '';
  const text =
    tableRows(lines, typed, { tokens: wantedTokens(body), below: suffix.split('\n') }) ??
    restOfLikeLine(lines, typed) ??
    restAfterWords(lines, typed) ??
    nextStatement(lines, typed) ??
    nextLines(lines, typed) ??
    restOfName(lines, typed) ??
    '';
  return beforeWhatFollows(text, suffix.split('\n', 1)[0] ?? '');
}

/** How long an answer may be, in each protocol's words; some say -1 for no limit. */
function wantedTokens(body: Record<string, unknown>): number {
  const options = (body['options'] ?? {}) as Record<string, unknown>;
  const limit = body['n_predict'] ?? body['max_tokens'] ?? options['num_predict'];
  return typeof limit === 'number' && limit >= 0 ? limit : TOKENS_BY_DEFAULT;
}

/** Before and after the cursor, out of each protocol's body. */
function windows(body: Record<string, unknown>): { prefix: string; suffix: string } {
  const text = (key: string): string => (typeof body[key] === 'string' ? body[key] : '');
  if (typeof body['input_prefix'] === 'string') {
    return { prefix: text('input_prefix') + text('prompt'), suffix: text('input_suffix') };
  }
  // Other files stand before the first token, and the line being typed may stand behind the last.
  const fim = /<\|fim_prefix\|>([\s\S]*)<\|fim_suffix\|>([\s\S]*)<\|fim_middle\|>([\s\S]*)$/.exec(
    text('prompt'),
  );
  return fim
    ? { prefix: (fim[1] ?? '') + (fim[3] ?? ''), suffix: fim[2] ?? '' }
    : { prefix: text('prompt'), suffix: text('suffix') };
}

const OPENER: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

const DECLARATION =
  /^\s*(?:(?:export|default|public|private|static|async)\s+)*(?:function|def|class|interface|type)\b/;

/** The latest earlier line that begins as the typed one does, at the same depth if it is a short beginning. */
function restOfLikeLine(lines: readonly string[], typed: string): string | undefined {
  const start = typed.trimStart();
  if (start === '') return undefined;
  const latest = lines.toReversed();
  const exact = latest.find((line) => line.startsWith(typed) && line.length > typed.length);
  if (exact !== undefined) return exact.slice(typed.length);
  if (start.length < 3) return undefined;
  const trimmed = latest.map((line) => line.trimStart());
  const like = trimmed.find((line) => line.startsWith(start) && line.length > start.length);
  return like?.slice(start.length);
}

/**
 * What followed the last words in an earlier line, the longest such end of the typed line first. One
 * word is not enough: it stands in too many places. Calls are not continued like declarations, where
 * the same words are parameters with types.
 */
function restAfterWords(lines: readonly string[], typed: string): string | undefined {
  const isDeclaration = DECLARATION.test(typed);
  const alike = lines.toReversed().filter((line) => DECLARATION.test(line) === isDeclaration);
  const tokens = [...typed.matchAll(/[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu)];
  for (const { index } of tokens.slice(0, -1)) {
    const end = typed.slice(index);
    if (!/[\p{L}_][\p{L}\p{N}_]/u.test(end)) continue;
    for (const line of alike) {
      const at = tokenStart(line, end);
      if (at < 0 || at + end.length === line.length) continue;
      const rest = withoutForeignClosers(typed, line.slice(at + end.length));
      if (rest !== '') return rest;
    }
  }
  return undefined;
}

/** The rest up to the first bracket that closes what only the earlier line had opened. */
function withoutForeignClosers(typed: string, rest: string): string {
  const open: Record<string, number> = {};
  const line = typed + rest;
  for (let index = 0; index < line.length; index += 1) {
    const character = line.charAt(index);
    const opener = OPENER[character];
    if (/[([{]/.test(character)) open[character] = (open[character] ?? 0) + 1;
    if (opener === undefined) continue;
    open[opener] = (open[opener] ?? 0) - 1;
    if (index >= typed.length && (open[opener] ?? 0) < 0) return line.slice(typed.length, index);
  }
  return rest;
}

/** Where `text` begins in a line, but not in the middle of a longer name. */
function tokenStart(line: string, text: string): number {
  const inName = /[\p{L}\p{N}_]$/u;
  const startsAsName = /^[\p{L}\p{N}_]/u.test(text);
  for (let at = line.indexOf(text); at >= 0; at = line.indexOf(text, at + 1)) {
    if (!startsAsName || !inName.test(line.slice(0, at))) return at;
  }
  return -1;
}

/** After a finished or blank line: what followed an earlier line like it, two lines at most. */
function nextLines(lines: readonly string[], typed: string): string | undefined {
  const blank = typed.trim() === '';
  const like = shape((blank ? lines.at(-1) : typed) ?? '');
  if (like === '') return undefined;
  const known = blank ? lines.slice(0, -1) : lines;
  const at = known.findLastIndex((line) => shape(line) === like);
  const following = known.slice(at + 1, at + 3).filter((line) => line.trim() !== '');
  if (at < 0 || following.length === 0) return undefined;
  const text = following.join('\n');
  return blank ? text.trimStart() : `\n${text}`;
}

/** A line without its indentation and without the name that it declares. */
function shape(line: string): string {
  return line.trim().replace(/\b(function|def|class)\s+[\p{L}\p{N}_]+/u, '$1');
}

/** The name used last that begins like the word being typed, which must not be the first of a string. */
function restOfName(lines: readonly string[], typed: string): string | undefined {
  const word = /(?<!["'`])\b[\p{L}_][\p{L}\p{N}_]+$/u.exec(typed)?.[0];
  if (word === undefined) return undefined;
  const names = lines.join('\n').match(/[\p{L}_][\p{L}\p{N}_]+/gu) ?? [];
  const name = names.findLast((each) => each.startsWith(word) && each.length > word.length);
  return name?.slice(word.length);
}

/** The editor has usually closed the bracket or the quote already: the text ends before it. */
function beforeWhatFollows(text: string, restOfLine: string): string {
  if (restOfLine === '') return text;
  const closer = /^\s*([)\]}"'`])/.exec(restOfLine)?.[1];
  let open = 0;
  for (let index = 0; closer !== undefined && index < text.length; index += 1) {
    if (text[index] === OPENER[closer]) open += 1;
    if (text[index] !== closer) continue;
    if (open === 0) return text.slice(0, index);
    open -= 1;
  }
  return text.endsWith(restOfLine) ? text.slice(0, -restOfLine.length) : text;
}
