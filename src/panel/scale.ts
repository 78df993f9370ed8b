/** The right margin of every plot, px: room for the arrow and the value beyond the axis. */
export const GUTTER_PX = 46;

export interface Scale {
  readonly widthPx: number;
  /** The right end of the axis, twice the budget, so that the budget is its exact middle. */
  readonly maxMs: number;
  readonly budgetMs: number;
  readonly budgetPx: number;
  readonly endPx: number;
  /** Axis labels in ms: round numbers where the budget divides into some, else only 0, budget, end. */
  readonly ticksMs: readonly number[];
  /** Milliseconds from the keystroke to px from the plot's left edge, clamped to the axis. */
  readonly x: (ms: number) => number;
}

/** One linear axis from the keystroke to twice the budget, the same in every chart of the panel. */
export function createScale(widthPx: number, budgetMs: number): Scale {
  const maxMs = budgetMs * 2;
  const endPx = Math.max(0, widthPx - GUTTER_PX);
  const x = (ms: number) => (Math.min(Math.max(ms, 0), maxMs) / maxMs) * endPx;
  const parts = divisions(budgetMs);
  const ticksMs = Array.from({ length: parts * 2 + 1 }, (_, i) => (i * budgetMs) / parts);
  return { widthPx, maxMs, budgetMs, budgetPx: x(budgetMs), endPx, ticksMs, x };
}

/** The finest split of the budget, at most five, into steps that people count in: 10, 20, 25, 50, 100. */
function divisions(budgetMs: number): number {
  for (const parts of [5, 4, 3, 2]) {
    const step = budgetMs / parts;
    if (Number.isInteger(step) && /^(?:[125]|25)0*$/.test(String(step))) return parts;
  }
  return 1;
}
