/** Whether the characters of `needle` occur in `text` in order, with anything between them. */
export function isSubsequence(needle: string, text: string): boolean {
  let at = 0;
  for (const char of text) if (char === needle.charAt(at)) at += 1;
  return at === needle.length;
}
