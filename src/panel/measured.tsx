import { EMPTY_ANSWER_WORDS } from '../core/measure/empty-answer-words.ts';
import { actionLabel } from './action-label.ts';
import type { PanelContext } from './context.ts';
import { dayTime } from './format.ts';
import { MEASURED_TITLES, measuredNumbers } from './measured-numbers.ts';
import { NumbersTable } from './numbers-table.tsx';
import { Section } from './section.tsx';

const HOW =
  'Each model is asked with invented code of several sizes: new to the server (cold), and the same once more (repeated).';

/** What `Measure Models` found out, and the button that asks for it. */
export function MeasuredOnPurpose({ context }: { context: PanelContext }) {
  const { snapshot, layout, run } = context;
  if (!snapshot.models.some(({ provider }) => provider !== 'embedded')) return null;
  const { measured } = snapshot;
  const action = { type: 'measure' } as const;
  return (
    <Section
      id="measured"
      title="Measured on purpose"
      caption={measured === null ? `Not yet. ${HOW}` : `Latest run ${dayTime(measured.at)}. ${HOW}`}
    >
      {measured !== null && (
        <NumbersTable
          caption="The latest measuring run of each model and prompt size."
          headTitle="Model"
          columns={MEASURED_TITLES}
          rows={measuredNumbers(measured.rows)}
          stacked={layout.stacked}
        />
      )}
      {measured?.rows.some(({ silent }) => silent > 0) && <p class="below">{EMPTY_ANSWER_WORDS}</p>}
      <div class="below">
        <button type="button" class="secondary" onClick={() => run(action)}>
          {actionLabel(action, snapshot.enabled)}
        </button>
      </div>
    </Section>
  );
}
