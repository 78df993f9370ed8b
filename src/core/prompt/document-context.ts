/** What the window needs to know of a document; offsets are UTF-16 offsets, lines count from 0. */
export interface DocumentShape {
  /** Characters in the document. */
  readonly length: number;
  readonly cursorLine: number;
  readonly lineCount: number;
  lineStart(line: number): number;
}

/** Offsets of the part of a document that models see around the cursor. */
export interface WindowBounds {
  readonly start: number;
  readonly end: number;
}

/**
 * About 1500 and 400 tokens: what a llama-server keeps at its default batch size, and near the most
 * that a small local model prefills in 300 ms when nothing is cached.
 */
const MAX_PREFIX_CHARS = 6000;
const MAX_SUFFIX_CHARS = 1600;
/**
 * The window starts on a multiple of these many lines, the largest that fits, so its first token
 * stays the same over many keystrokes and the server's KV cache for the prefix stays valid.
 */
const STEPS = [64, 16, 4, 1] as const;

/** Cuts the window on line boundaries where lines are of sane length, else at the bare limit. */
export function windowBounds(offset: number, document: DocumentShape): WindowBounds {
  return { start: windowStart(offset, document), end: windowEnd(offset, document) };
}

function windowStart(offset: number, document: DocumentShape): number {
  const floor = offset - MAX_PREFIX_CHARS;
  if (floor <= 0) return 0;
  for (const step of STEPS) {
    const start = earliestStep(step, floor, document);
    if (start !== null) return start;
  }
  return floor;
}

/** The start of the first line at or after `floor` whose number is a multiple of `step`. */
function earliestStep(step: number, floor: number, document: DocumentShape): number | null {
  let found: number | null = null;
  for (let line = document.cursorLine - (document.cursorLine % step); line >= 0; line -= step) {
    const start = document.lineStart(line);
    if (start < floor) break;
    found = start;
  }
  return found;
}

function windowEnd(offset: number, document: DocumentShape): number {
  const ceiling = offset + MAX_SUFFIX_CHARS;
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
