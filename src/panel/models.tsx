import type { ModelSummary } from '../core/protocol.ts';
import { besideColumns } from './beside-columns.ts';
import type { PanelContext } from './context.ts';
import { ESTIMATED_HINT } from './model-columns.ts';
import { MODEL_NUMBER_TITLES, modelNumbers } from './model-numbers.ts';
import { RowAction } from './model-parts.tsx';
import { sortModels, visibleModels } from './model-rows.ts';
import { ModelsGrid } from './models-grid.tsx';
import { ModelsStack } from './models-stack.tsx';
import { NumbersTable } from './numbers-table.tsx';
import { Section } from './section.tsx';

const CAPTION =
  'Bar: the median request by phase, up to its first token. Whisker: to p90; pale: its 95 % interval. Left of the line is in time. Slowest tenth: how much longer it queues at p90 than at the median, where that makes most of the whisker.';

/** With less, the words of the last column would be broken into syllables. */
const ACROSS_FROM_PX = 1300;

const TABLE_CAPTION =
  'Medians and shares, counted in requests, with their 95 % intervals in brackets.';

/** Every model on the shared axis, with its figures, where its time goes and what to do. */
export function Models(props: { context: PanelContext; recommended: string | null }) {
  const { context, recommended } = props;
  const { snapshot, view, layout, change } = context;
  const sorted = sortModels(snapshot.models, view.sort);
  const { shown, hidden } = visibleModels(sorted, view.allModels);
  const { complete } = besideColumns(layout, shown, snapshot.budgetMs);
  const Rows = layout.stacked ? ModelsStack : ModelsGrid;
  return (
    <Section
      id="models"
      title="Models"
      caption={view.modelsAsTable ? TABLE_CAPTION : CAPTION}
      toggle={{
        asTable: view.modelsAsTable,
        onToggle: () => change({ modelsAsTable: !view.modelsAsTable }),
      }}
    >
      {view.modelsAsTable ? (
        <NumbersTable
          caption="Every model with its figures."
          headTitle="Model"
          columns={MODEL_NUMBER_TITLES}
          rows={modelNumbers(shown, snapshot.budgetMs)}
          actions={shown.map((model) => (
            <RowAction key={model.id} model={model} context={context} reachable />
          ))}
          stacked={layout.contentPx < ACROSS_FROM_PX}
          wordColumns={1}
        />
      ) : (
        <Rows context={context} models={shown} recommended={recommended} />
      )}
      <div class="below">
        {(hidden > 0 || (view.allModels && visibleModels(sorted, false).hidden > 0)) && (
          <button
            type="button"
            class="link"
            aria-label={hidden > 0 ? `Show ${hidden} More Models` : 'Show Fewer Models'}
            onClick={() => change({ allModels: !view.allModels })}
          >
            {hidden > 0 ? `Show ${hidden} More` : 'Show Fewer'}
          </button>
        )}
        {!complete && !view.modelsAsTable && (
          <button
            type="button"
            class="link"
            aria-expanded={view.moreFigures}
            onClick={() => change({ moreFigures: !view.moreFigures })}
          >
            {view.moreFigures ? 'Hide' : 'Show'} TTFT, TPS, Wins, Errors, Waste
          </button>
        )}
        {shown.some(isEstimated) && <span class="quiet small">≈ {ESTIMATED_HINT}</span>}
      </div>
    </Section>
  );
}

function isEstimated(model: ModelSummary): boolean {
  return (
    (model.tpsEstimated && model.tps !== null) || (model.wastedEstimated && model.wastedTokens > 0)
  );
}
