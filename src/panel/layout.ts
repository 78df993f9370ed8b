/**
 * `wide`: everything in one row. `medium`: the plot and the deciding figures; the rest opens on demand.
 * `narrow`: one column, the plot takes the full width. `tiny`: as narrow, name and numbers on two lines.
 */
type LayoutMode = 'wide' | 'medium' | 'narrow' | 'tiny';

export interface Layout {
  readonly mode: LayoutMode;
  /** True for `narrow` and `tiny`. */
  readonly stacked: boolean;
  /** Width between the page paddings, px. */
  readonly contentPx: number;
  /** Width of every plot including its gutter, px. The same in every chart: they share the budget line. */
  readonly plotPx: number;
}

/** Left of every plot, px, where plots stand beside their labels. */
export const LABEL_PX = 172;
const PLOT_PX = 322;
/** What a row needs right of its plot at least: in time, p50, p90, seconds among them, and its button. */
const FIGURES_PX = 270;
const PADDING_PX = 24;
const STACKED_PADDING_PX = 12;
/** From here all figures of a model fit in one row. */
const WIDE_FROM_PX = 1100;
const STACKED_UP_TO_PX = 720;
const TINY_BELOW_PX = 380;

/** What fits into a panel that is `widthPx` wide. */
export function layoutFor(widthPx: number): Layout {
  if (widthPx > STACKED_UP_TO_PX) {
    const contentPx = widthPx - 2 * PADDING_PX;
    return {
      mode: widthPx >= WIDE_FROM_PX ? 'wide' : 'medium',
      stacked: false,
      contentPx,
      plotPx: Math.min(PLOT_PX, contentPx - LABEL_PX - FIGURES_PX),
    };
  }
  const contentPx = Math.max(120, widthPx - 2 * STACKED_PADDING_PX);
  const mode = widthPx < TINY_BELOW_PX ? 'tiny' : 'narrow';
  return { mode, stacked: true, contentPx, plotPx: contentPx };
}
