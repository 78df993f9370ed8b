/** The right margin of every plot, px: room for the arrow and the value beyond the axis. */
export const GUTTER_PX = 46;
/** Widest of the digits in an axis label of 11 px, over the fonts that editors use. */
export const DIGIT_PX = 7;
const BETWEEN_LABELS_PX = 5;

export interface Scale {
  readonly widthPx: number;
  /** The right end of the axis, twice the budget, so that the budget is its exact middle. */
  readonly maxMs: number;
  readonly budgetMs: number;
  readonly budgetPx: number;
  readonly endPx: number;
  /** Axis labels in ms: round numbers where the budget divides into some that have
   * room, else only 0, budget, end. */
  readonly ticksMs: readonly number[];
  /** Milliseconds from the keystroke to px from the plot's left edge, clamped to the axis. */
  readonly x: (ms: number) => number;
}

/** One linear axis from the keystroke to twice the budget, the same in every chart of the panel. */
export function createScale(widthPx: number, budgetMs: number): Scale {
  const maxMs = budgetMs * 2;
  const endPx = Math.max(0, widthPx - GUTTER_PX);
  const x = (ms: number) => (Math.min(Math.max(ms, 0), maxMs) / maxMs) * endPx;
  const labelPx = String(maxMs).length * DIGIT_PX + BETWEEN_LABELS_PX;
  const parts = divisions(budgetMs, Math.floor(endPx / 2 / labelPx));
  const ticksMs = Array.from({ length: parts * 2 + 1 }, (_, i) => (i * budgetMs) / parts);
  return { widthPx, maxMs, budgetMs, budgetPx: x(budgetMs), endPx, ticksMs, x };
}

/** The finest split of the budget, at most five, into steps that people count in: 10, 20, 25, 50, 100. */
function divisions(budgetMs: number, maxParts: number): number {
  for (const parts of [5, 4, 3, 2]) {
    if (parts > maxParts) continue;
    const step = budgetMs / parts;
    if (Number.isInteger(step) && /^(?:[125]|25)0*$/.test(String(step))) return parts;
  }
  return 1;
}
