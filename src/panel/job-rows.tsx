import type { JobTime } from '../core/measure/job-fit.ts';
import { MISSING, textMs } from './format.ts';
import { JobBar, JobHead, jobScale } from './job-bars.tsx';
import { rangeWords, totalWords } from './job-words.ts';
import { LABEL_PX, type Layout } from './layout.ts';
import { remoteText } from './remote-text.ts';
import { useRoving } from './use-roving.ts';

/** What stands right of a bar: the total and its interval, with the gaps before them. */
const TOTAL_PX = 70;
const RANGE_PX = 110;
const MAX_BAR_PX = 560;

/** The models as bars, the first one first. Where there is no room beside, the words stand above. */
export function JobRows(props: {
  layout: Layout;
  times: readonly JobTime[];
  beyond: readonly (string | null)[];
}) {
  const { layout, times, beyond } = props;
  const besidePx = layout.stacked ? 0 : LABEL_PX + TOTAL_PX + RANGE_PX;
  const scale = jobScale(times, Math.min(MAX_BAR_PX, layout.contentPx - besidePx));
  const rows = useRoving(
    'jobs',
    times.map(({ id }) => id),
    'vertical',
  );
  return (
    <ol class={layout.stacked ? 'jobs stacked' : 'jobs'} onKeyDown={rows.onKeyDown}>
      <li class="job-head" aria-hidden="true">
        <span class="job-name" />
        <JobHead scale={scale} />
        <span class="job-total quiet">total</span>
        <span class="job-range quiet">95 % interval</span>
      </li>
      {times.map((time, index) => {
        const note = beyond[index] ?? null;
        const range = rangeWords(time);
        const name = remoteText(time.id, 60);
        const label = `${index + 1}. ${name}: ${totalWords(time)}${range === null ? '' : `, 95 % interval ${range}`}, of which ${textMs(time.ttftMs)} to the first token${note === null ? '' : `; ${note}`}.`;
        return (
          <li key={time.id} aria-label={label} {...rows.itemProps(time.id)}>
            <span class={index === 0 ? 'job-name strong' : 'job-name'}>
              <bdi>{name}</bdi>
            </span>
            <JobBar time={time} scale={scale} label={label} />
            <span class={index === 0 ? 'job-total strong' : 'job-total'}>{totalWords(time)}</span>
            <span class="job-range quiet">{range ?? MISSING}</span>
            {note !== null && <span class="job-note quiet">{note}</span>}
          </li>
        );
      })}
    </ol>
  );
}
