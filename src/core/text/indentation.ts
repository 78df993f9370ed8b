/** Columns of leading white space; a tab counts four, which only has to be consistent. */
export function indentWidth(text: string): number {
  let width = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === ' ') width += 1;
    else if (char === '\t') width += 4;
    else break;
  }
  return width;
}
