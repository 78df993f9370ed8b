import type { ModelSummary } from '../core/protocol.ts';
import type { PanelContext } from './context.ts';
import type { DetailColumn } from './detail-columns.ts';
import { ModelName } from './model-parts.tsx';
import { TpsHead, TpsPlot, tpsScale } from './tps-plot.tsx';
import { tpsSpoken } from './tps-words.ts';
import { useRoving } from './use-roving.ts';

const PLOT_PX = 48;
const MAX_PLOT_WIDTH_PX = 420;

/** The same where the columns do not fit: each model with its figures in lines, then its line of TPS. */
export function DetailsList(props: {
  context: PanelContext;
  models: readonly ModelSummary[];
  columns: readonly DetailColumn[];
}) {
  const { context, models, columns } = props;
  const scale = tpsScale(models, Math.min(MAX_PLOT_WIDTH_PX, context.layout.contentPx));
  const rows = useRoving(
    'details',
    models.map((model) => model.id),
    'vertical',
  );
  const groups = [...new Set(columns.map(({ group }) => group))];
  return (
    <ul class="models-list" onKeyDown={rows.onKeyDown}>
      {models.map((model) => (
        <li key={model.id} aria-label={tpsSpoken(model)} {...rows.itemProps(model.id)}>
          <ModelName model={model} recommended={false} />
          <dl class="detail-groups">
            {groups.map((group) => (
              <div key={group}>
                <dt>{group}</dt>
                {columns
                  .filter((column) => column.group === group)
                  .map((column) => (
                    <DetailItem key={column.key} column={column} model={model} />
                  ))}
              </div>
            ))}
          </dl>
          {model.decode !== null && (
            <>
              <span class="detail">TPS by position in the answer</span>
              <TpsHead scale={scale} />
              <TpsPlot
                decode={model.decode}
                label={tpsSpoken(model)}
                scale={scale}
                heightPx={PLOT_PX}
              />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function DetailItem({ column, model }: { column: DetailColumn; model: ModelSummary }) {
  const { text, sub, hint } = column.cell(model);
  return (
    <dd title={hint}>
      <span class="quiet">{column.head.join(' ').trim()}</span> {text}
      {sub !== undefined && <span class="quiet"> ({sub})</span>}
    </dd>
  );
}
