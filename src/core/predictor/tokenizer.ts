/**
 * One lexer for every language. Lossless: the pieces, joined, are the text again.
 *
 * A piece is a line break, a run of two or more blanks (or a tab), or a lexeme with at most one space
 * in front. The space travels with the lexeme so that contexts are matched on lexemes alone while the
 * predicted text keeps the spacing of the place that it was learned from. Identifiers are not split,
 * and strings and comments are words like the rest: that is how import paths and messages complete.
 *
 * Everything above U+007F counts as a letter, so a surrogate pair is always inside one lexeme and no cut
 * between lexemes can halve it. Operators cluster (`=>`, `?.`, `../`); brackets and quotes stand alone.
 */
const PIECE =
  /\r\n?|\n|[ \t]{2,}|\t| ?(?:[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*|\d\w*(?:\.\d\w*)*|[-+*/%=<>!&|^~?:.]{1,12}|\S)|[\s\S]/g;

/** The pieces of `text`, in order. Linear in the length of the text. */
export function tokenize(text: string): string[] {
  return text.match(PIECE) ?? [];
}

/** True for a piece that ends a line. */
export function isLineBreak(piece: string): boolean {
  const code = piece.charCodeAt(0);
  return code === 10 || code === 13;
}

/** True for a piece that is nothing but blanks. */
export function isBlank(piece: string): boolean {
  return piece.trim() === '' && !isLineBreak(piece);
}

/** True where more typing could make the lexeme another lexeme: words, numbers and operators. */
export function isExtendable(lexeme: string): boolean {
  return /^[\w$\u0080-\uffff]|^[-+*/%=<>!&|^~?:.]/.test(lexeme);
}

/** True when `text` begins with a character that belongs to a word. */
export function startsWithWord(text: string): boolean {
  return /^[\w$\u0080-\uffff]/.test(text);
}
