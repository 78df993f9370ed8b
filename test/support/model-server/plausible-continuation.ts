import type { ServedRequest } from './script.ts';

/**
 * What could follow, made from the request alone: the rest of an earlier line that begins like the one being
 * typed, else an ending from a small grammar of common statements. Empty where nothing sensible comes to mind.
 */
export function plausibleContinuation(request: ServedRequest): string {
  const { prefix, suffix } = windows((request.body ?? {}) as Record<string, unknown>);
  const lines = prefix.split('\n');
  const typed = lines.pop() ?? '';
  const restOfLine = suffix.split('\n', 1)[0] ?? '';
  const line = rest(lines, typed) ?? fromGrammar(lines, typed) ?? nextLines(lines, typed) ?? '';
  // The editor has usually closed the bracket already.
  return restOfLine !== '' && line.endsWith(restOfLine) ? line.slice(0, -restOfLine.length) : line;
}

/** Before and after the cursor, out of each protocol's body. */
function windows(body: Record<string, unknown>): { prefix: string; suffix: string } {
  const text = (key: string): string => (typeof body[key] === 'string' ? body[key] : '');
  if (typeof body['input_prefix'] === 'string') {
    return { prefix: text('input_prefix') + text('prompt'), suffix: text('input_suffix') };
  }
  const fim = /^<\|fim_prefix\|>([\s\S]*)<\|fim_suffix\|>([\s\S]*)<\|fim_middle\|>$/.exec(
    text('prompt'),
  );
  return fim
    ? { prefix: fim[1] ?? '', suffix: fim[2] ?? '' }
    : { prefix: text('prompt'), suffix: text('suffix') };
}

/** The latest earlier line that begins with the last words typed gives its rest. */
function rest(lines: readonly string[], typed: string): string | undefined {
  const start = typed.trimStart();
  if (start === '') return undefined;
  const candidates = lines.map((line) => line.trimStart()).reverse();
  const whole = candidates.find((line) => line.startsWith(start) && line.length > start.length);
  if (whole !== undefined) return whole.slice(start.length);
  const words = /[\p{L}\p{N}_.]+\W*$/u.exec(start)?.[0] ?? '';
  if (words.trim().length < 2) return undefined;
  for (const line of candidates) {
    const at = wordStart(line, words);
    if (at >= 0 && at + words.length < line.length) return line.slice(at + words.length);
  }
  return undefined;
}

/** After a finished or blank line: what followed an earlier line like it, two lines at most. */
function nextLines(lines: readonly string[], typed: string): string | undefined {
  const blank = typed.trim() === '';
  const like = (blank ? lines.at(-1) : typed)?.trim() ?? '';
  if (like === '') return undefined;
  const known = blank ? lines.slice(0, -1) : lines;
  const at = known.findLastIndex((line) => line.trim() === like);
  const following = known.slice(at + 1, at + 3).filter((line) => line.trim() !== '');
  if (at < 0 || following.length === 0) return undefined;
  const text = following.join('\n');
  return blank ? text.trimStart() : `\n${text}`;
}

/** Where `words` begin in a line, but not in the middle of a longer name. */
function wordStart(line: string, words: string): number {
  for (let at = line.indexOf(words); at >= 0; at = line.indexOf(words, at + 1)) {
    if (!/[\p{L}\p{N}_.]$/u.test(line.slice(0, at))) return at;
  }
  return -1;
}

function fromGrammar(lines: readonly string[], typed: string): string | undefined {
  const name = lastName(lines) ?? 'value';
  const start = typed.trimStart();
  const space = /\s$/.test(typed) ? '' : ' ';
  if (/\breturn\s*$/.test(start)) return `${space}${name};`;
  if (/^(const|let|var)\s+[\p{L}\p{N}_]+\s*$/u.test(start)) return `${space}= ${name};`;
  if (/[^=!<>]=\s*$/.test(start)) return `${space}${name};`;
  if (/\b(if|while)\s*\($/.test(start)) return `${name}) {`;
  if (/\bfor\s*\($/.test(start)) return `const item of ${name}) {`;
  if (/^(export\s+)?(async\s+)?function\s+[\p{L}\p{N}_]+$/u.test(start)) return '() {';
  if (/[\p{L}\p{N}_]\($/u.test(start)) return `${name});`;
  if (/^def\s+[\p{L}\p{N}_]+$/u.test(start)) return '():';
  return undefined;
}

/** The name declared last: the one most likely to be used next. */
function lastName(lines: readonly string[]): string | undefined {
  for (const line of [...lines].reverse()) {
    const name = /\b(?:const|let|var)\s+([\p{L}_][\p{L}\p{N}_]*)/u.exec(line)?.[1];
    if (name !== undefined) return name;
  }
  return undefined;
}
