import { isBlank, isLineBreak, tokenize } from './tokenizer.ts';
import { NEWLINE, type Vocabulary } from './vocabulary.ts';

/**
 * A token is its lexeme's id times two, plus one when a space stands before it. Contexts compare
 * `token >> 1`, predictions write the whole token.
 */
export const NEWLINE_TOKEN = NEWLINE << 1;

/**
 * Text as tokens for learning and matching. Indentation, blank lines and blanks at the end of a line
 * are dropped: they say nothing about which word comes next and break matches between copies at
 * different depths. `atLineStart` tells whether the text begins at the start of a line.
 *
 * Every id is acquired from the vocabulary; whoever keeps the tokens releases them.
 */
export function encode(text: string, vocabulary: Vocabulary, atLineStart: boolean): number[] {
  const tokens: number[] = [];
  let lineStart = atLineStart;
  let blank: string | null = null;
  for (const piece of tokenize(text)) {
    if (isLineBreak(piece)) {
      if (!lineStart) tokens.push(NEWLINE_TOKEN);
      lineStart = true;
      blank = null;
      continue;
    }
    if (isBlank(piece)) {
      if (!lineStart) blank = piece;
      continue;
    }
    if (blank !== null) tokens.push(vocabulary.acquire(blank) << 1);
    blank = null;
    const spaced = piece.charCodeAt(0) === 32;
    const id = vocabulary.acquire(spaced ? piece.slice(1) : piece);
    tokens.push((id << 1) | (spaced && !lineStart ? 1 : 0));
    lineStart = false;
  }
  // A blank before the cursor is part of the context of what is typed next.
  if (blank !== null) tokens.push(vocabulary.acquire(blank) << 1);
  return tokens;
}

/** Pays back what `encode` acquired. */
export function releaseTokens(tokens: ArrayLike<number>, vocabulary: Vocabulary): void {
  for (let i = 0; i < tokens.length; i++) vocabulary.release((tokens[i] ?? 0) >> 1);
}
