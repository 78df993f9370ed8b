import type { ModelSummary } from '../core/protocol.ts';
import type { PanelContext } from './context.ts';
import type { DetailColumn } from './detail-columns.ts';
import { Figure, ModelDetail, ModelName } from './model-parts.tsx';
import { TpsHead, TpsPlot, tpsScale } from './tps-plot.tsx';
import { useRoving } from './use-roving.ts';

/** Names wrap here; nothing in this table has to stand under the plots of the others. */
const NAME_PX = 140;
const PLOT_PX = 44;
/** Wider, a fall of a third no longer looks like one. */
const MAX_PLOT_WIDTH_PX = 260;
/** Between the last figure and the line. */
const GAP_PX = 16;

/** The models as rows: figures in groups, and the line of TPS by position at the end. */
export function DetailsGrid(props: {
  context: PanelContext;
  models: readonly ModelSummary[];
  columns: readonly DetailColumn[];
}) {
  const { context, models, columns } = props;
  const needed = columns.reduce((sum, { widthPx }) => sum + widthPx, 0);
  const spare = context.layout.contentPx - NAME_PX - needed - GAP_PX;
  const scale = tpsScale(models, Math.min(MAX_PLOT_WIDTH_PX, Math.max(spare, 120)));
  const rows = useRoving(
    'details',
    models.map((model) => model.id),
    'vertical',
  );
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
          <col key={column.key} width={column.widthPx} />
        ))}
        <col width={scale.widthPx + GAP_PX} />
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
          <th scope="col" rowSpan={2} class="left line">
            TPS by position
            <TpsHead scale={scale} />
          </th>
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
            <td class="left line">
              <TpsPlot model={model} scale={scale} heightPx={PLOT_PX} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
