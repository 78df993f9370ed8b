const WORDS = ['end', 'endif', 'endwhile', 'endfor', 'fi', 'done', 'esac'];
const CLOSES = new RegExp(`^(?:[)\\]}>;,]+|(?:${WORDS.join('|')})[;,)]*|</[\\w.:-]*>[;,)]*)$`);

/**
 * Whether a line, without its indentation, only ends what was opened above it. Nested blocks end in
 * the same line at different depths, so for such a line the indentation is part of what it says.
 */
export function closesBlock(trimmed: string): boolean {
  return CLOSES.test(trimmed);
}

/** Whether a line that is still being written may become one that only ends what was opened. */
export function mayCloseBlock(trimmed: string): boolean {
  return /^(?:[)\]}>;,]|<\/|<$)/.test(trimmed) || WORDS.some((word) => word.startsWith(trimmed));
}
