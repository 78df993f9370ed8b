import { needsKey } from '../core/measure/verdict.ts';
import type { ModelSummary } from '../core/protocol.ts';
import type { Cell } from './cell.ts';
import type { PanelContext } from './context.ts';
import { count } from './format.ts';
import { Glyph } from './glyph.tsx';
import { MODEL_COLUMNS } from './model-columns.ts';
import { modelNote, rowAction } from './model-words.ts';
import { remoteText } from './remote-text.ts';

/** A longer piece may itself have to break. */
const LONGEST_END = 12;

/** ★ recommended, ✓ default: beside the name, and spoken. */
export function ModelName({ model, recommended }: { model: ModelSummary; recommended: boolean }) {
  const name = remoteText(model.id, 60);
  const end = nameEnd(name);
  return (
    <span class="model-name">
      <bdi title={remoteText(model.id)}>
        {name.slice(0, name.length - end.length)}
        <span class="name-end">
          {end}
          {recommended && <Glyph name="star" label="recommended" />}
          {model.isDefault && <Glyph name="check" label="default" />}
        </span>
      </bdi>
    </span>
  );
}

/** The last piece after a place where a line may break; of one that has none, its last letter. */
function nameEnd(name: string): string {
  const piece = /[^-/\s]*$/u.exec(name)?.[0] ?? '';
  return piece.length > 0 && piece.length <= LONGEST_END ? piece : (Array.from(name).at(-1) ?? '');
}

export function ModelDetail({ model }: { model: ModelSummary }) {
  return <bdi class="detail">{remoteText(model.detail, 120)}</bdi>;
}

/** The requests that the share in time is of; TTFT and wins have other numbers, beside them. */
export function sampleWords({ inTime, requests }: ModelSummary): string {
  if (inTime !== null) return `in time: n ${count(inTime.n)}`;
  return `${count(requests)} ${requests === 1 ? 'request' : 'requests'}`;
}

export function Figure({ cell }: { cell: Cell }) {
  return (
    <>
      {cell.text}
      {cell.sub !== undefined && <span class="under">{cell.sub}</span>}
    </>
  );
}

export function NoteLine(props: {
  model: ModelSummary;
  context: PanelContext;
  recommended: string | null;
}) {
  const { model, context, recommended } = props;
  const { budgetMs, problems } = context.snapshot;
  const note = modelNote(model, {
    budgetMs,
    recommended,
    needsKey: needsKey(problems, model.id),
  });
  return (
    <>
      {note.icon !== null && (
        <span class={note.icon === 'error' ? 'bad' : 'late'}>
          <Glyph name={note.icon} />
        </span>
      )}
      {note.lead !== null && (
        <bdi class={`note-part ${note.lead === 'Recommended' ? 'strong' : ''}`}>{note.lead}</bdi>
      )}
      {note.where !== null && (
        <span class="note-part">
          <span class="quiet">Where:</span> {note.where}
        </span>
      )}
      {note.advice !== null && (
        <span class="note-part">
          <span class="quiet">Try:</span> {note.advice}
        </span>
      )}
    </>
  );
}

/** The row's button. It is a Tab stop only while its row is, so that many models are one stop. */
export function RowAction(props: {
  model: ModelSummary;
  context: PanelContext;
  reachable: boolean;
}) {
  const { label, action } = actionOf(props.model, props.context);
  if (action === null) return <span class="quiet">{label}</span>;
  return (
    <button
      type="button"
      class="link"
      tabIndex={props.reachable ? 0 : -1}
      aria-label={`${label}: ${remoteText(props.model.id, 80)}`}
      onClick={() => props.context.run(action)}
    >
      {label}
    </button>
  );
}

function actionOf(model: ModelSummary, context: PanelContext) {
  return rowAction(model, needsKey(context.snapshot.problems, model.id));
}

/** Enter on a row does what the row's button does. */
export function runOnEnter(event: KeyboardEvent, model: ModelSummary, context: PanelContext): void {
  if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
  const { action } = actionOf(model, context);
  if (action !== null) context.run(action);
}

/** The figures that have no column here, on one line. */
export function MoreFigures({ model, budgetMs }: { model: ModelSummary; budgetMs: number }) {
  return (
    <dl class="more">
      {MODEL_COLUMNS.filter((column) => column.beside !== 'always').map((column) => {
        const cell = column.cell(model, budgetMs);
        return (
          <div key={column.key} {...(cell.hint === undefined ? {} : { title: cell.hint })}>
            <dt>{column.key.startsWith('ttft') ? `TTFT ${column.head[0]}, ms` : column.title}</dt>
            <dd>
              {cell.text}
              {cell.sub !== undefined && <span class="quiet"> ({cell.sub})</span>}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
