import { windowStart } from './window-start.ts';

/** What the window needs to know of a document; offsets are UTF-16 offsets, lines count from 0. */
export interface DocumentShape {
  /** Characters in the document. */
  readonly length: number;
  readonly cursorLine: number;
  readonly lineCount: number;
  lineStart(line: number): number;
}

/** The most that is read before and after the cursor, in characters. */
export interface WindowLimits {
  readonly prefixChars: number;
  readonly suffixChars: number;
}

/** Offsets of the part of a document that models see around the cursor. */
export interface WindowBounds {
  readonly start: number;
  /** The line that holds `start`. */
  readonly startLine: number;
  readonly end: number;
}

/** Cuts the window on line boundaries where lines are of sane length, else at the bare limit. */
export function windowBounds(
  offset: number,
  document: DocumentShape,
  limits: WindowLimits,
): WindowBounds {
  const start = windowStart(offset, limits.prefixChars, { ...document, firstLine: 0 });
  const end = windowEnd(offset, document, limits.suffixChars);
  return { start: start.offset, startLine: start.line, end };
}

function windowEnd(offset: number, document: DocumentShape, maxChars: number): number {
  const ceiling = offset + maxChars;
  if (ceiling >= document.length) return document.length;
  let end = ceiling;
  for (let line = document.cursorLine + 1; line < document.lineCount; line += 1) {
    const start = document.lineStart(line);
    if (start > ceiling) break;
    end = start;
  }
  return end;
}

/** A window cut at the bare limit may begin or end inside a surrogate pair; half of one is invalid. */
export function wholeCharacters(text: string): string {
  return text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
}
