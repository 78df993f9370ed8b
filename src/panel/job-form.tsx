import { useState } from 'preact/hooks';
import { count } from './format.ts';
import { type JobChoice, type JobPreset, MAX_TOKENS, presetJob, readTokens } from './job-choice.ts';

const PRESETS: readonly (readonly [JobPreset, string])[] = [
  ['inline', 'Inline completion'],
  ['background', '500 lines in the background'],
];

/** Which job: one to start from, or sizes of one's own. Typing a size makes it one's own. */
export function JobForm(props: { job: JobChoice; onChange: (job: JobChoice) => void }) {
  const { job, onChange } = props;
  const own = (part: Partial<JobChoice>) => onChange({ ...job, ...part, preset: 'own' });
  return (
    <div class="job-form">
      <fieldset>
        <legend>Job</legend>
        {PRESETS.map(([preset, title]) => (
          <label key={preset}>
            <input
              type="radio"
              name="job"
              checked={job.preset === preset}
              onChange={() => onChange(presetJob(preset))}
            />{' '}
            {title}, {count(presetJob(preset).outputTokens)} tokens
          </label>
        ))}
        <label>
          <input type="radio" name="job" checked={job.preset === 'own'} onChange={() => own({})} />{' '}
          Your own sizes
        </label>
      </fieldset>
      <fieldset>
        <legend>Tokens</legend>
        <Size
          title="to read (prompt)"
          least={0}
          value={job.promptTokens}
          onChange={(promptTokens) => own({ promptTokens })}
        />
        <Size
          title="to write (answer)"
          least={1}
          value={job.outputTokens}
          onChange={(outputTokens) => own({ outputTokens })}
        />
        <label>
          <input
            type="checkbox"
            checked={job.repeatsPrompt}
            onChange={(event) => own({ repeatsPrompt: event.currentTarget.checked })}
          />{' '}
          one more keystroke: what is cached is not read again
        </label>
      </fieldset>
    </div>
  );
}

/** What is typed stays as it is while it is no size yet; leaving the field shows the size in use. */
function Size(props: {
  title: string;
  least: number;
  value: number;
  onChange: (tokens: number) => void;
}) {
  const [draft, setDraft] = useState<string | null>(null);
  const invalid = draft !== null && readTokens(draft, props.least) === null;
  return (
    <label>
      <input
        type="number"
        min={props.least}
        max={MAX_TOKENS}
        step={1}
        value={draft ?? props.value}
        aria-invalid={invalid}
        onInput={(event) => {
          const typed = event.currentTarget.value;
          setDraft(typed);
          const tokens = readTokens(typed, props.least);
          if (tokens !== null) props.onChange(tokens);
        }}
        onBlur={() => setDraft(null)}
      />{' '}
      {props.title}
    </label>
  );
}
