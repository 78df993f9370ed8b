import { EMPTY_ANSWER_WORDS } from '../measure/empty-answer-words.ts';
import type { RunProgress } from './run.ts';
import type { RunCost } from './run-cost.ts';
import type { ModelRun, RunSummary } from './run-summary.ts';

const whole = new Intl.NumberFormat('en-US');
/** More digits would promise what the usual ratio of characters to tokens cannot keep. */
const rough = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });

/** For example `39 requests`, and how many tokens they take. */
export function costWords({ requests, promptTokens, maxOutputTokens }: RunCost): {
  readonly requests: string;
  readonly tokens: string;
} {
  return {
    requests: counted(requests, 'request'),
    tokens: `about ${rough.format(promptTokens)} prompt and at most ${rough.format(maxOutputTokens)} output tokens`,
  };
}

/** For example `qwen-local · 12 of 39 · about 2 min left`. */
export function progressWords({ model, done, total, leftMs }: RunProgress): string {
  const left = leftMs === null ? [] : [`about ${duration(leftMs)} left`];
  return [model, `${whole.format(done + 1)} of ${whole.format(total)}`, ...left].join(' · ');
}

/** What came of a run, with the reason of everything that is missing. */
export function endWords({ cancelled, models }: RunSummary): string {
  const requests = models.reduce((sum, { measured }) => sum + measured, 0);
  const answering = models.filter(({ measured }) => measured > 0).length;
  const kept = `${counted(answering, 'model')}, ${counted(requests, 'request')}`;
  const silent = models.flatMap(silentWords);
  const why = silent.length === 0 ? [] : [EMPTY_ANSWER_WORDS];
  return [
    headWords(cancelled, requests === 0 ? null : kept),
    ...silent,
    ...(cancelled ? [] : models.flatMap(missingWords)),
    ...why,
  ].join(' ');
}

function headWords(cancelled: boolean, kept: string | null): string {
  if (kept === null) {
    return cancelled ? 'Measuring was cancelled before anything was measured.' : NOTHING;
  }
  return cancelled
    ? `Measuring was cancelled; what was measured is kept: ${kept}.`
    : `Measured ${kept} besides the warm-up.`;
}

const NOTHING = 'Nothing was measured.';

/** For example `qwen answered nothing to 2 of 12 requests: 2 of 4 at 512 prompt tokens.` */
function silentWords({ model, measured, silent: sizes }: ModelRun): readonly string[] {
  if (sizes.length === 0) return [];
  const silent = sizes.reduce((sum, size) => sum + size.silent, 0);
  const all = counted(silent + measured, 'request');
  if (measured === 0)
    return [`${model} answered nothing to ${silent === 1 ? 'its' : 'all of its'} ${all}.`];
  const bySize = sizes.map(
    ({ promptTokens, silent: some, ended }) =>
      `${some} of ${ended} at ${whole.format(promptTokens)} prompt tokens`,
  );
  return [`${model} answered nothing to ${silent} of ${all}: ${bySize.join(', ')}.`];
}

function missingWords({ model, failed, stopped, skipped }: ModelRun): readonly string[] {
  const lost = failed + stopped + skipped.reduce((sum, { requests }) => sum + requests, 0);
  if (lost === 0) return [];
  const [main] = skipped.toSorted((a, b) => b.requests - a.requests);
  const why = main === undefined ? '' : `: ${main.reason}`;
  const sentence = `${model} lacks ${counted(lost, 'request')}${why}`;
  return [sentence.endsWith('.') ? sentence : `${sentence}.`];
}

function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}

function counted(count: number, noun: string): string {
  return `${whole.format(count)} ${noun}${count === 1 ? '' : 's'}`;
}
