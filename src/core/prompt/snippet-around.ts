/** The longest snippet: about half of what other files get in a prompt of the default size. */
const MAX_SNIPPET_CHARS = 1000;
const SNIPPET_LINES = 32;
/**
 * Snippets begin on a multiple of these many lines, so that coming back to a place gives the same
 * snippet again and not one that is shifted by a line.
 */
const STEP_LINES = 8;

/** Which lines around a line of a file make a snippet: the first, and the one after the last. */
export function snippetLines(line: number, lineCount: number): { first: number; end: number } {
  const around = Math.max(0, line - SNIPPET_LINES / 2);
  const first = around - (around % STEP_LINES);
  return { first, end: Math.min(lineCount, first + SNIPPET_LINES) };
}

/** These lines, without those farthest from `center` (counted within them) where all are too long. */
export function snippetText(
  lines: readonly string[],
  center: number,
  maxChars: number = MAX_SNIPPET_CHARS,
): string {
  let first = 0;
  let end = lines.length;
  let chars = lines.reduce((sum, line) => sum + line.length + 1, 0);
  while (chars > maxChars && first < end) {
    const dropped = center - first > end - 1 - center ? lines[first++] : lines[--end];
    chars -= (dropped?.length ?? 0) + 1;
  }
  return lines
    .slice(first, end)
    .map((line) => `${line}\n`)
    .join('');
}
