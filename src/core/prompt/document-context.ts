/** The part of a document that models see. Offsets are UTF-16 offsets into the document. */
export interface Window {
  readonly prefix: string;
  readonly suffix: string;
}

/**
 * About 1500 and 400 tokens: what a llama-server keeps at its default batch size, and near the most
 * that a small local model prefills in 300 ms when nothing is cached.
 */
const MAX_PREFIX_CHARS = 6000;
const MAX_SUFFIX_CHARS = 1600;
/**
 * The window starts on a multiple of this many lines, so its first token stays the same over many
 * keystrokes and the server's KV cache for the prefix stays valid.
 */
const STEP_LINES = 64;

/**
 * Cuts the window around `offset`. The prefix is limited in characters but begins on a stepped line;
 * when even one step of lines is too long (very long lines) it begins at the character limit.
 */
export function documentWindow(text: string, offset: number): Window {
  return { prefix: prefixWindow(text, offset), suffix: suffixWindow(text, offset) };
}

function prefixWindow(text: string, offset: number): string {
  const floor = offset - MAX_PREFIX_CHARS;
  if (floor <= 0) return text.slice(0, offset);
  let line = 0;
  let start = -1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) {
    line += 1;
    if (line % STEP_LINES === 0 && at + 1 >= floor) {
      start = at + 1;
      break;
    }
  }
  // No stepped line inside the limit: fall back to the first whole line, then to the bare limit.
  if (start < 0) {
    const nextLine = text.indexOf('\n', floor);
    start = nextLine >= 0 && nextLine < offset ? nextLine + 1 : wholeCharacter(text, floor);
  }
  return text.slice(start, offset);
}

function suffixWindow(text: string, offset: number): string {
  const end = offset + MAX_SUFFIX_CHARS;
  if (end >= text.length) return text.slice(offset);
  const lastBreak = text.lastIndexOf('\n', end);
  return text.slice(offset, lastBreak > offset ? lastBreak + 1 : wholeCharacter(text, end));
}

/** Never cuts a surrogate pair in two: half a character is not valid in any wire format. */
function wholeCharacter(text: string, offset: number): number {
  const code = text.charCodeAt(offset);
  return code >= 0xdc00 && code <= 0xdfff ? offset + 1 : offset;
}
