/** Pieces about as long as the tokens of a code model: a word with the space before it, or punctuation. */
export function tokensOf(text: string): readonly string[] {
  return text.match(/\s*[\p{L}\p{N}_]+|\s*[^\s\p{L}\p{N}_]+|\s+/gu) ?? [];
}
