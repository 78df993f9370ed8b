import type { ModelSummary } from '../core/protocol.ts';
import { besideColumns } from './beside-columns.ts';
import type { PanelContext } from './context.ts';
import { LABEL_PX } from './layout.ts';
import type { Column } from './model-columns.ts';
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
import { nextSort, type SortKey } from './model-rows.ts';
import { AxisHead } from './plot.tsx';
import { useRoving } from './use-roving.ts';

const ROW_PX = 67;

/** The models as rows beside their plots, where the panel is wide enough for that. */
export function ModelsGrid(props: {
  context: PanelContext;
  models: readonly ModelSummary[];
  recommended: string | null;
}) {
  const { context, models, recommended } = props;
  const { layout, scale, snapshot, view } = context;
  const { columns, complete } = besideColumns(layout, models, snapshot.budgetMs);
  const rows = useRoving(
    'models',
    models.map((model) => model.id),
    'vertical',
  );
  const more = !complete && view.moreFigures;

  return (
    <table
      class="models"
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys move through its rows, so it is a grid.
      role="grid"
      aria-labelledby="models-title"
      aria-describedby="models-caption"
      onKeyDown={rows.onKeyDown}
    >
      <colgroup>
        <col width={LABEL_PX} />
        <col width={layout.plotPx} />
        {columns.map((column) => (
          <col key={column.key} width={column.widthPx} />
        ))}
        <col />
      </colgroup>
      <Head context={context} columns={columns} />
      {models.map((model, index) => {
        const active = rows.current === model.id;
        return (
          <tbody key={model.id} class="model" data-model={model.id}>
            <tr
              {...rows.itemProps(model.id)}
              onKeyDown={(event) => runOnEnter(event, model, context)}
            >
              <th scope="row" class="left">
                <ModelName model={model} recommended={model.id === recommended} />
                <ModelDetail model={model} />
              </th>
              <td class="plot" rowSpan={2}>
                <ModelPlot model={model} scale={scale} heightPx={ROW_PX} nameMarks={index === 0} />
              </td>
              {columns.map((column) => {
                const cell = column.cell(model, snapshot.budgetMs);
                return (
                  <td key={column.key} class={cell.tone} title={cell.hint}>
                    <Figure cell={cell} />
                  </td>
                );
              })}
              <td class="action">
                <RowAction model={model} context={context} reachable={active} />
              </td>
            </tr>
            <tr class="note">
              <td class="left quiet small">{sampleWords(model)}</td>
              <td class="left" colSpan={columns.length + 1}>
                <div class="note-line">
                  <NoteLine model={model} context={context} recommended={recommended} />
                </div>
                {more && <MoreFigures model={model} budgetMs={snapshot.budgetMs} />}
              </td>
            </tr>
          </tbody>
        );
      })}
    </table>
  );
}

function Head({ context, columns }: { context: PanelContext; columns: readonly Column[] }) {
  const { view, change, scale } = context;
  const heads = useRoving('heads', ['name', ...columns.map((column) => column.key)], 'horizontal');
  const sortable = (key: SortKey, lines: readonly [string, string], title: string) => (
    <button
      type="button"
      class="sort"
      title={`Sort by ${title}`}
      onClick={() => change({ sort: nextSort(view.sort, key) })}
      {...heads.itemProps(key)}
    >
      {lines[0]}
      <span>
        {lines[1]}
        {view.sort.key === key && (
          <span aria-hidden="true" class="order">
            {view.sort.order === 'ascending' ? ' ↑' : ' ↓'}
          </span>
        )}
      </span>
    </button>
  );
  const sorted = (key: SortKey) =>
    view.sort.key === key ? { 'aria-sort': view.sort.order, class: 'sorted' } : {};
  const groups = groupsOf(columns);
  return (
    <thead onKeyDown={heads.onKeyDown}>
      <tr>
        <th scope="col" rowSpan={2} {...sorted('name')} class="left">
          {sortable('name', ['', 'Model'], 'name')}
        </th>
        <th scope="col" rowSpan={2} class="plot">
          <AxisHead scale={scale} words />
        </th>
        {groups.map(({ title, members }) =>
          title === null ? (
            members.map((column) => (
              <th key={column.key} scope="col" rowSpan={2} {...sorted(column.key)}>
                {sortable(column.key, column.head, column.title)}
              </th>
            ))
          ) : (
            <th key={title} scope="colgroup" colSpan={members.length} class="group">
              {title}
            </th>
          ),
        )}
        <th scope="col" rowSpan={2}>
          <span class="spoken">Action</span>
        </th>
      </tr>
      <tr>
        {groups
          .filter(({ title }) => title !== null)
          .flatMap(({ members }) => members)
          .map((column) => (
            <th key={column.key} scope="col" {...sorted(column.key)}>
              {sortable(column.key, [column.head[0], column.head[1]], column.title)}
            </th>
          ))}
      </tr>
    </thead>
  );
}

interface Group {
  readonly title: string | null;
  readonly members: readonly Column[];
}

/** A head over heads says what they are of: percentiles of one clock, from when they count. */
function groupsOf(columns: readonly Column[]): readonly Group[] {
  const of = (prefix: string) => columns.filter((column) => column.key.startsWith(prefix));
  return [
    { title: null, members: of('inTime') },
    { title: 'From key', members: of('key') },
    { title: 'TTFT', members: of('ttft') },
    {
      title: null,
      members: columns.filter((column) => !/^(?:inTime|key|ttft)/.test(column.key)),
    },
  ].filter(({ members }) => members.length > 0);
}
