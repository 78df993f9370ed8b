const MARK = /^\s*(\/\/[/!]?|#|--|\*|;+|%)(?:\s|$)/;

/**
 * The mark of a comment that goes on: the cursor's line holds nothing but the mark, and the line above
 * is a comment with the same mark, or the beginning of a block of them. Empty everywhere else.
 */
export function commentMark(above: readonly string[]): string {
  const mark = MARK.exec(above.at(-1) ?? '')?.[1] ?? '';
  if (mark === '' || (above.at(-1) ?? '').trim() !== mark) return '';
  const before = (above.at(-2) ?? '').trim();
  const isBegun = mark === '*' && before.startsWith('/*') && !before.includes('*/');
  return isBegun || MARK.exec(before)?.[1] === mark ? mark : '';
}
