import type { ModelSummary } from '../core/protocol.ts';
import type { PanelContext } from './context.ts';
import { detailColumns } from './detail-columns.ts';
import { DetailsGrid, fitsDetailsGrid } from './details-grid.tsx';
import { DetailsList } from './details-list.tsx';
import { sortModels, visibleModels } from './model-rows.ts';
import { NumbersTable } from './numbers-table.tsx';
import { remoteText } from './remote-text.ts';
import { Section } from './section.tsx';
import { tpsByPosition } from './tps-words.ts';

const CAPTION =
  'TTFT counts from the send. Under a figure: its 95 % interval, or its number of requests n.';
const LINE_CAPTION = ' Line: TPS by position in the answer, one scale for all.';
const TABLE_CAPTION =
  'TTFT counts from the send; 95 % intervals, requests and how a figure is known in brackets.';

/** The models with a server of which anything is known, in the order and number of the Models section. */
export function detailedModels(
  models: readonly ModelSummary[],
  view: Pick<PanelContext['view'], 'sort' | 'allModels'>,
): readonly ModelSummary[] {
  return visibleModels(sortModels(models, view.sort), view.allModels).shown.filter(
    ({ provider, ttft, decode }) =>
      provider !== 'embedded' && (ttft.p50Ms !== null || ttft.censored > 0 || decode !== null),
  );
}

/** What the Models section leaves out: warm and cold, cache, queue, and TPS early against late. */
export function Details({ context }: { context: PanelContext }) {
  const { snapshot, view, layout, change } = context;
  const models = detailedModels(snapshot.models, view);
  if (models.length === 0) return null;
  const columns = detailColumns(models);
  const lines = models.some(({ decode }) => decode !== null);
  const across = layout.mode === 'wide' && fitsDetailsGrid(layout.contentPx, columns);
  const Rows = across ? DetailsGrid : DetailsList;
  return (
    <Section
      id="details"
      title="Each model in detail"
      caption={view.detailsAsTable ? TABLE_CAPTION : CAPTION + (lines ? LINE_CAPTION : '')}
      toggle={{
        asTable: view.detailsAsTable,
        onToggle: () => change({ detailsAsTable: !view.detailsAsTable }),
      }}
    >
      {view.detailsAsTable ? (
        <NumbersTable
          caption="Every model with the figures of the chart."
          headTitle="Model"
          columns={[...columns.map(({ title }) => title), 'TPS by position, tokens: tok/s']}
          rows={models.map((model) => ({
            key: model.id,
            head: remoteText(model.id, 80),
            cells: [
              ...columns.map((column) => {
                const { text, sub } = column.cell(model);
                return sub === undefined ? text : `${text} (${sub})`;
              }),
              tpsByPosition(model.decode),
            ],
          }))}
          stacked
          wordColumns={1}
        />
      ) : (
        <Rows context={context} models={models} columns={columns} />
      )}
    </Section>
  );
}
