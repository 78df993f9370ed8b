import type { ModelSummary } from '../core/protocol.ts';
import type { PanelContext } from './context.ts';
import { MODEL_COLUMNS } from './model-columns.ts';
import {
  Figure,
  ModelDetail,
  ModelName,
  MoreFigures,
  NoteLine,
  RowAction,
  runOnEnter,
  sampleWords,
} from './model-parts.tsx';
import { ModelPlot } from './model-plot.tsx';
import { modelSpoken } from './model-words.ts';
import { AxisHead } from './plot.tsx';
import { useRoving } from './use-roving.ts';

const PLOT_PX = 54;

/**
 * The models as one column for a narrow panel: name and button, the deciding figures, then the plot
 * over the full width. Sorting stays as it was chosen where there was room for heads.
 */
export function ModelsStack(props: {
  context: PanelContext;
  models: readonly ModelSummary[];
  recommended: string | null;
}) {
  const { context, models, recommended } = props;
  const { scale, snapshot, view } = context;
  const columns = MODEL_COLUMNS.filter((column) => column.beside === 'always');
  const rows = useRoving(
    'models',
    models.map((model) => model.id),
    'vertical',
  );
  return (
    <div class="stack">
      <AxisHead scale={scale} words />
      <ul class="models-list" onKeyDown={rows.onKeyDown}>
        {models.map((model, index) => (
          <li
            key={model.id}
            data-model={model.id}
            aria-label={modelSpoken(model, snapshot.budgetMs)}
            {...rows.itemProps(model.id)}
            onKeyDown={(event) => runOnEnter(event, model, context)}
          >
            <div class="stack-head">
              <ModelName model={model} recommended={model.id === recommended} />
              <RowAction model={model} context={context} reachable={rows.current === model.id} />
            </div>
            <div class="stack-figures">
              <span class="stack-detail">
                <ModelDetail model={model} />
                <span class="quiet small">{sampleWords(model)}</span>
              </span>
              <dl>
                {columns.map((column) => {
                  const cell = column.cell(model, snapshot.budgetMs);
                  return (
                    <div key={column.key} title={cell.hint}>
                      <dt>{column.key === 'inTime' ? 'In time, %' : `${column.head[0]} ms`}</dt>
                      <dd class={cell.tone}>
                        <Figure cell={cell} />
                      </dd>
                    </div>
                  );
                })}
              </dl>
            </div>
            <ModelPlot model={model} scale={scale} heightPx={PLOT_PX} nameMarks={index === 0} />
            <div class="note-line">
              <NoteLine model={model} context={context} recommended={recommended} />
            </div>
            {view.moreFigures && <MoreFigures model={model} budgetMs={snapshot.budgetMs} />}
          </li>
        ))}
      </ul>
    </div>
  );
}
