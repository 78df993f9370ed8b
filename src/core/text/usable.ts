import { withLineFeeds } from './line-feeds.ts';
import { suffixOverlap } from './suffix-overlap.ts';

/** What surrounds the cursor, as far as it decides how much of an answer may be shown. */
export interface Surroundings {
  /** Text between the beginning of the cursor's line and the cursor. */
  readonly linePrefix: string;
  /** Text between the cursor and the end of its line. */
  readonly lineSuffix: string;
  /** The first non-blank line below the cursor's line, with its indentation; empty at the end. */
  readonly nextLine: string;
  /** Leading white space of the cursor's line, up to the cursor. */
  readonly indent: string;
  readonly multiline: boolean;
}

export type Usable =
  | {
      readonly type: 'text';
      readonly text: string;
      /** Characters after the cursor, on its line, that the text already contains and replaces. */
      readonly replaceAfter: number;
      /** False while more lines of a wanted block may still come. */
      readonly complete: boolean;
    }
  | { readonly type: 'none'; readonly why: 'pending' | 'empty' | 'repeats-suffix' };

/** Longest block that is offered at once; longer ones are offered line by line after acceptance. */
const MAX_BLOCK_LINES = 20;

const NONE_PENDING: Usable = { type: 'none', why: 'pending' };

/**
 * The part of a raw answer that may be shown now. Text is only ever cut at a line end, so what was
 * shown never changes when more arrives: it can only be extended.
 */
export function usable(raw: string, finished: boolean, around: Surroundings): Usable {
  const clean = sanitize(raw);
  const cut = around.multiline ? block(clean, finished, around) : line(clean, finished, around);
  if (cut === null) return finished ? { type: 'none', why: 'empty' } : NONE_PENDING;
  const text = dropRepeatedNextLine(cut.text.trimEnd(), around);
  if (text === null) return { type: 'none', why: 'repeats-suffix' };
  const overlap = suffixOverlap(text, around.lineSuffix, around.linePrefix);
  if (overlap.text.trim() === '') {
    return { type: 'none', why: overlap.text === text ? 'empty' : 'repeats-suffix' };
  }
  return {
    type: 'text',
    text: overlap.text,
    replaceAfter: overlap.replaceAfter,
    complete: cut.complete,
  };
}

/** Control characters have no place in code that a person is asked to accept; nor do bidi overrides. */
const FORBIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the purpose
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g;

export function sanitize(raw: string): string {
  return withLineFeeds(raw).replace(FORBIDDEN, '');
}

interface Cut {
  readonly text: string;
  readonly complete: boolean;
}

/**
 * One line: to the end of the first line with content. A leading line break is kept only where the
 * cursor's line ends at the cursor; elsewhere the model says that nothing belongs here.
 */
function line(text: string, finished: boolean, around: Surroundings): Cut | null {
  const start = text.search(/\S/);
  if (start < 0) return null;
  if (around.lineSuffix.trim() !== '' && text.slice(0, start).includes('\n')) return null;
  const end = text.indexOf('\n', start);
  if (end < 0) return finished ? { text, complete: true } : null;
  return { text: text.slice(0, end), complete: true };
}

/**
 * A block: complete lines until the indentation falls below the cursor's line, the text meets the
 * line that already follows, two blank lines in a row, or the cap.
 */
function block(text: string, finished: boolean, around: Surroundings): Cut | null {
  const lines = text.split('\n');
  const known = finished ? lines.length : lines.length - 1;
  const kept: string[] = [];
  for (let index = 0; index < known; index += 1) {
    const current = lines[index] ?? '';
    const trimmed = current.trim();
    if (kept.length >= MAX_BLOCK_LINES) return stop(kept);
    if (index > 0 && trimmed !== '') {
      if (isSameLine(current, around.nextLine)) return stop(kept);
      if (indentWidth(current) < indentWidth(around.indent)) {
        // A lone closer ends the block that the answer itself opened; anything else is beyond it.
        return LONE_CLOSERS.test(trimmed) ? stop([...kept, current]) : stop(kept);
      }
    }
    if (trimmed === '' && kept.length > 1 && kept.at(-1)?.trim() === '') return stop(kept);
    kept.push(current);
  }
  if (kept.join('').trim() === '') return null;
  return { text: kept.join('\n'), complete: finished };
}

function stop(kept: readonly string[]): Cut | null {
  return kept.join('').trim() === '' ? null : { text: kept.join('\n'), complete: true };
}

/** Columns of leading white space; a tab counts four, which only has to be consistent. */
function indentWidth(text: string): number {
  let width = 0;
  for (const char of text) {
    if (char === ' ') width += 1;
    else if (char === '\t') width += 4;
    else break;
  }
  return width;
}

/**
 * Null when the whole text is what follows anyway; without its last line when only that repeats. The
 * first line of the text goes on from what stands before the cursor: both together are the line.
 */
function dropRepeatedNextLine(
  text: string,
  { linePrefix, nextLine }: Pick<Surroundings, 'linePrefix' | 'nextLine'>,
): string | null {
  const lastBreak = text.lastIndexOf('\n');
  const lastLine = lastBreak < 0 ? linePrefix + text : text.slice(lastBreak + 1);
  if (nextLine === '' || !isSameLine(lastLine, nextLine)) return text;
  const before = text.slice(0, Math.max(0, lastBreak)).trimEnd();
  if (before.trim() !== '') return before;
  return LONE_CLOSERS.test(nextLine.trim()) ? text : null;
}

const LONE_CLOSERS = /^[)\]}>;,]+$/;

/** Nested blocks end in the same closer at different depths, so there the indentation counts too. */
function isSameLine(line: string, nextLine: string): boolean {
  if (LONE_CLOSERS.test(nextLine.trim())) return line.trimEnd() === nextLine;
  return line.trim() === nextLine.trim();
}
