import type { ModelSummary } from '../core/protocol.ts';
import type { PanelContext } from './context.ts';
import type { DetailColumn } from './detail-columns.ts';
import { Figure, ModelDetail, ModelName } from './model-parts.tsx';
import { TpsHead, TpsPlot, tpsScale } from './tps-plot.tsx';
import { tpsSpoken } from './tps-words.ts';
import { useRoving } from './use-roving.ts';

/** Names wrap here; nothing in this table has to stand under the plots of the others. */
const NAME_PX = 140;
const PLOT_PX = 44;
/** Wider, a fall of a third no longer looks like one. */
const MAX_PLOT_WIDTH_PX = 260;
const MIN_PLOT_WIDTH_PX = 120;
/** Between the last figure and the line. */
const GAP_PX = 16;

/** True where all columns have room beside the shortest line. */
export function fitsDetailsGrid(contentPx: number, columns: readonly DetailColumn[]): boolean {
  return contentPx >= NAME_PX + GAP_PX + MIN_PLOT_WIDTH_PX + widthOf(columns);
}

function widthOf(columns: readonly DetailColumn[]): number {
  return columns.reduce((sum, { widthPx }) => sum + widthPx, 0);
}

/** The models as rows: figures in groups, and the line of TPS by position at the end. */
export function DetailsGrid(props: {
  context: PanelContext;
  models: readonly ModelSummary[];
  columns: readonly DetailColumn[];
}) {
  const { context, models, columns } = props;
  const lines = models.some(({ decode }) => decode !== null);
  const sparePx = context.layout.contentPx - NAME_PX - GAP_PX - widthOf(columns);
  const scale = tpsScale(models, Math.min(MAX_PLOT_WIDTH_PX, Math.max(sparePx, MIN_PLOT_WIDTH_PX)));
  const rows = useRoving(
    'details',
    models.map((model) => model.id),
    'vertical',
  );
  // Spare room widens the figures, up to the point where the eye loses the row.
  const factor = Math.max(1, Math.min(1.6, 1 + (sparePx - scale.widthPx) / widthOf(columns)));
  const groups = [...new Set(columns.map(({ group }) => group))];
  return (
    <table
      class="details"
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys move through its rows, so it is a grid.
      role="grid"
      aria-labelledby="details-title"
      aria-describedby="details-caption"
      onKeyDown={rows.onKeyDown}
    >
      <colgroup>
        <col />
        {columns.map((column) => (
          <col key={column.key} width={Math.floor(column.widthPx * factor)} />
        ))}
        {lines && <col width={scale.widthPx + GAP_PX} />}
      </colgroup>
      <thead>
        <tr>
          <th scope="col" rowSpan={2} class="left">
            Model
          </th>
          {groups.map((group) => (
            <th
              key={group}
              scope="colgroup"
              class="group"
              colSpan={columns.filter((column) => column.group === group).length}
            >
              {group}
            </th>
          ))}
          {lines && (
            <th scope="col" rowSpan={2} class="left line">
              TPS by position
              <TpsHead scale={scale} />
            </th>
          )}
        </tr>
        <tr>
          {columns.map((column) => (
            <th key={column.key} scope="col" title={column.title}>
              {column.head[0]}
              <br />
              {column.head[1]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {models.map((model) => (
          <tr key={model.id} class="detail-row" {...rows.itemProps(model.id)}>
            <th scope="row" class="left">
              <ModelName model={model} recommended={false} />
              <ModelDetail model={model} />
            </th>
            {columns.map((column) => {
              const cell = column.cell(model);
              return (
                <td key={column.key} title={cell.hint}>
                  <Figure cell={cell} />
                </td>
              );
            })}
            {lines && (
              <td class="left line">
                {model.decode === null ? (
                  <span class="quiet small">too few long answers</span>
                ) : (
                  <TpsPlot
                    decode={model.decode}
                    label={tpsSpoken(model)}
                    scale={scale}
                    heightPx={PLOT_PX}
                  />
                )}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
