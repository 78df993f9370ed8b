import type { ModelSummary } from '../core/protocol.ts';
import { fittingWidth } from './fitting-width.ts';
import { LABEL_PX, type Layout } from './layout.ts';
import { type Column, MODEL_COLUMNS } from './model-columns.ts';

const ACTION_PX = 92;
const FONT_PX = 13;

/**
 * The columns beside the plots, each wide enough for its figures: all that have a place on a wide panel
 * where they fit, else the deciding ones. `complete`: nothing was left out that a wide panel has.
 */
export function besideColumns(
  layout: Layout,
  models: readonly ModelSummary[],
  budgetMs: number,
): { readonly columns: readonly Column[]; readonly complete: boolean } {
  const fitted = MODEL_COLUMNS.filter(({ beside }) => beside !== 'never').map((column) => ({
    ...column,
    widthPx: fittingWidth(
      models.map((model) => column.cell(model, budgetMs)),
      { leastPx: column.widthPx, fontPx: FONT_PX, head: [], breaks: false },
    ),
  }));
  const sparePx = layout.contentPx - LABEL_PX - layout.plotPx - ACTION_PX;
  const complete = layout.mode === 'wide' && widthOf(fitted) <= sparePx;
  const columns = complete ? fitted : fitted.filter(({ beside }) => beside === 'always');
  // Spare room widens the figures, up to the point where the eye loses the row.
  const factor = Math.max(1, Math.min(2, sparePx / widthOf(columns)));
  return {
    columns: columns.map((column) => ({
      ...column,
      widthPx: Math.floor(column.widthPx * factor),
    })),
    complete,
  };
}

function widthOf(columns: readonly Column[]): number {
  return columns.reduce((sum, { widthPx }) => sum + widthPx, 0);
}
