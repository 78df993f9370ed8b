import { JOB_PRESETS, type Job, type JobTime, jobFit } from '../../core/measure/job-fit.ts';
import type { ModelSummary } from '../../core/protocol.ts';
import { codeSpan } from './code-span.ts';
import { count, MISSING, seconds } from './figure-words.ts';
import { markdownTable, nameAndFigures } from './markdown-table.ts';

/**
 * How long each model is expected to take for the two usual jobs, in seconds; null where none was measured
 * enough. The one that is done first is bold where its interval lies before all others.
 */
export function jobsTable(models: readonly ModelSummary[]): string | null {
  const fast = models.flatMap(({ id, speed }) => (speed === null ? [] : [{ id, speed }]));
  if (fast.length === 0) return null;
  const jobs = Object.entries(JOB_PRESETS).map(([name, job]) => ({
    title: titleOf(name, job),
    times: jobFit(fast, job),
  }));
  const rows = fast.map(({ id }) => [codeSpan(id), ...jobs.map(({ times }) => cell(id, times))]);
  return markdownTable(
    nameAndFigures(
      'Model',
      jobs.map(({ title }) => title),
    ),
    rows,
  );
}

function titleOf(name: string, { promptTokens, outputTokens, repeatsPrompt }: Job): string {
  const prompt = `${count(promptTokens)} prompt tokens${repeatsPrompt === true ? ', repeated' : ''}`;
  return `${name}: ${prompt} → ${count(outputTokens)}, s (95 %)`;
}

function cell(id: string, times: readonly JobTime[]): string {
  const time = times.find((one) => one.id === id);
  if (time === undefined) return MISSING;
  const { interval, beyondMeasured } = time;
  const about = beyondMeasured.prompt || beyondMeasured.output ? '≈ ' : '';
  const range =
    interval === null ? '' : ` (${seconds(interval.lowMs)}–${seconds(interval.highMs)})`;
  const words = about + seconds(time.totalMs) + range;
  return isSurelyFirst(time, times) ? `**${words}**` : words;
}

function isSurelyFirst(time: JobTime, times: readonly JobTime[]): boolean {
  const others = times.filter((one) => one !== time);
  const end = time.interval?.highMs;
  if (end === undefined || others.length === 0) return false;
  return others.every(({ interval }) => interval !== null && interval.lowMs > end);
}
