import { jobFit } from '../core/measure/job-fit.ts';
import { actionLabel } from './action-label.ts';
import type { PanelContext } from './context.ts';
import { MISSING, textMs } from './format.ts';
import { JobForm } from './job-form.tsx';
import { JobRows } from './job-rows.tsx';
import { type JobModel, jobSpans } from './job-spans.ts';
import { beyondWords, jobWords, rangeWords, totalWords } from './job-words.ts';
import { NumbersTable } from './numbers-table.tsx';
import { remoteText } from './remote-text.ts';
import { Section } from './section.tsx';

const NOTHING = 'Nothing is known of how fast a model reads and writes yet.';
const NEEDED =
  'It takes three requests with a first token and three answers that are long enough to time. Typing brings them in time; Measure Models asks for them now, with invented code, and tells what it will cost first.';
const HOW_TO_READ =
  'Thick: to the first token. Thin: writing. Pale: the 95 % interval of the typical total; an arrow: it goes on. ≈: a guess, the job is longer than anything measured.';
const COLUMNS = [
  'Total',
  '95 % interval of the total',
  'To the first token',
  'Writing',
  'Beyond what was measured',
] as const;

/** Total = TTFT + every token, each a little slower than the one before: which model is done first. */
export function Jobs({ context }: { context: PanelContext }) {
  const { snapshot, view, change, run, layout } = context;
  const hosted = snapshot.models.filter(({ provider }) => provider !== 'embedded');
  if (hosted.length === 0) return null;
  const known = hosted.flatMap(({ id, speed }): JobModel[] =>
    speed === null ? [] : [{ id, speed }],
  );
  const title = 'Which model finishes which job first?';
  if (known.length === 0) {
    return (
      <Section id="jobs" title={title} caption={NOTHING}>
        <p class="quiet">{NEEDED}</p>
        <div class="below">
          <MeasureButton run={run} enabled={snapshot.enabled} />
        </div>
      </Section>
    );
  }
  const { job } = view;
  const times = jobFit(known, job);
  const name = (id: string) => remoteText(id, 40);
  const unknown = hosted.filter(({ speed }) => speed === null);
  const speedOf = new Map(known.map(({ id, speed }) => [id, speed]));
  const beyond = times.map((time) => {
    const speed = speedOf.get(time.id);
    return speed === undefined ? null : beyondWords(time, speed);
  });
  return (
    <Section
      id="jobs"
      title={title}
      caption={jobWords(times, jobSpans(known, job), job.outputTokens, name)}
      toggle={{
        asTable: view.jobsAsTable,
        onToggle: () => change({ jobsAsTable: !view.jobsAsTable }),
      }}
    >
      <JobForm job={job} onChange={(next) => change({ job: next })} />
      {view.jobsAsTable ? (
        <NumbersTable
          caption="Every model with the time that the job takes, the first one first."
          headTitle="Model"
          columns={COLUMNS}
          rows={times.map((time, index) => ({
            key: time.id,
            head: remoteText(time.id, 80),
            cells: [
              totalWords(time),
              rangeWords(time) ?? MISSING,
              textMs(time.ttftMs),
              textMs(time.totalMs - time.ttftMs),
              beyond[index] ?? 'no',
            ],
          }))}
          stacked={layout.mode !== 'wide'}
          wordColumns={1}
        />
      ) : (
        <>
          <p class="quiet small">{HOW_TO_READ}</p>
          <JobRows layout={layout} times={times} beyond={beyond} />
        </>
      )}
      {unknown.length > 0 && (
        <div class="below">
          <span class="quiet">
            Not enough is known of {unknown.map(({ id }) => name(id)).join(', ')}.
          </span>
          <MeasureButton run={run} enabled={snapshot.enabled} />
        </div>
      )}
    </Section>
  );
}

function MeasureButton({ run, enabled }: { run: PanelContext['run']; enabled: boolean }) {
  const action = { type: 'measure' } as const;
  return (
    <button type="button" class="link" onClick={() => run(action)}>
      {actionLabel(action, enabled)}
    </button>
  );
}
