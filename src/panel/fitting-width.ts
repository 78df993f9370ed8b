import type { Cell } from './cell.ts';

/** Left padding of a cell, px. */
const PADDING_PX = 6;
const SMALL_FONT_PX = 11;
const HEAD_FONT_PX = 12;
/** Widths in parts of the font size, on the large side of the fonts that editors use. */
const LETTER_EM = 0.64;
const NARROW_EM = 0.32;
const WIDE_EM = 0.84;
const NARROW = /[,.:\s\u2060]/;
const WIDE = /[→≈≥±−m]/;

/** What a column needs so that none of its cells runs into the one before, px; at least `leastPx`. */
export function fittingWidth(
  cells: readonly Cell[],
  options: {
    readonly leastPx: number;
    readonly fontPx: number;
    /** Lines of the head that may not break. */
    readonly head: readonly string[];
    /** The figure itself may break, too, not only what stands under it. */
    readonly breaks: boolean;
  },
): number {
  const { leastPx, fontPx, head, breaks } = options;
  const heads = head.map((line) => widthEm(line) * HEAD_FONT_PX);
  const needed = cells.flatMap(({ text, sub }) => [
    ...(breaks ? pieces(text) : [text]).map((piece) => widthEm(piece) * fontPx),
    ...pieces(sub ?? '').map((piece) => widthEm(piece) * SMALL_FONT_PX),
  ]);
  return Math.max(leastPx, ...[...heads, ...needed].map((px) => Math.ceil(px) + PADDING_PX));
}

/** A line breaks at a space and after a dash; at neither where a no-break space or a joiner stands. */
function pieces(text: string): readonly string[] {
  return text.split(/ |(?<=–)(?!\u2060)/);
}

function widthEm(text: string): number {
  return Array.from(text, (letter) =>
    NARROW.test(letter) ? NARROW_EM : WIDE.test(letter) ? WIDE_EM : LETTER_EM,
  ).reduce((sum, em) => sum + em, 0);
}
