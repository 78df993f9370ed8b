import type { JobTime } from '../core/measure/job-fit.ts';
import type { ModelSpeed } from '../core/protocol.ts';
import { count, textMs } from './format.ts';
import type { JobSpan } from './job-spans.ts';

/**
 * For example `Up to 20 output tokens qwen-local is done first, after that gemini-flash. For 480 tokens:
 * gemini-flash 3.4 s, qwen-local ≈ 6.3 s. That is a guess: the job is longer than what was measured of
 * qwen-local.` `name` makes a model id fit for text.
 */
export function jobWords(
  times: readonly JobTime[],
  spans: readonly JobSpan[],
  outputTokens: number,
  name: (id: string) => string,
): string {
  const [first, second] = times;
  if (first === undefined) return '';
  const tokens = `${count(outputTokens)} token${outputTokens === 1 ? '' : 's'}`;
  if (second === undefined) {
    return `${name(first.id)} needs about ${textMs(first.totalMs)} for ${tokens}.${guessWords([first], name)}`;
  }
  const shown = `For ${tokens}: ${name(first.id)} ${totalWords(first)}, ${name(second.id)} ${totalWords(second)}`;
  const chance = overlap(first, second) ? ', which may be chance: their intervals overlap' : '';
  const named = times.filter(
    (time) => time === first || time === second || spans.some(({ id }) => id === time.id),
  );
  return `${spanWords(spans, named.some(isGuess), name)} ${shown}${chance}.${guessWords(named, name)}`;
}

/** The total, marked where it is a guess. */
export function totalWords(time: JobTime): string {
  return `${isGuess(time) ? '≈\u00A0' : ''}${textMs(time.totalMs)}`;
}

function isGuess({ beyondMeasured }: JobTime): boolean {
  return beyondMeasured.prompt || beyondMeasured.output;
}

function guessWords(times: readonly JobTime[], name: (id: string) => string): string {
  const of = times.filter(isGuess).map(({ id }) => name(id));
  if (of.length === 0) return '';
  return ` That is a guess: the job is longer than what was measured of ${of.join(', ')}.`;
}

function spanWords(
  spans: readonly JobSpan[],
  guess: boolean,
  name: (id: string) => string,
): string {
  const [start, ...rest] = spans;
  if (start === undefined) return '';
  if (start.untilTokens === null) {
    return `${name(start.id)} is ${guess ? 'probably ' : ''}done first at every length.`;
  }
  const about = guess ? '≈\u00A0' : '';
  const middle = rest
    .filter(({ untilTokens }) => untilTokens !== null)
    .map(({ id, untilTokens }) => `, then up to ${about}${count(untilTokens)} ${name(id)}`);
  const last = rest.at(-1);
  const end = last === undefined ? '' : `, after that ${name(last.id)}`;
  return `Up to ${about}${count(start.untilTokens)} output tokens ${name(start.id)} is done first${middle.join('')}${end}.`;
}

function overlap({ interval: a }: JobTime, { interval: b }: JobTime): boolean {
  return a !== null && b !== null && a.lowMs <= b.highMs && b.lowMs <= a.highMs;
}

/** The 95 % interval of a total: `3.2–3.7 s`, `940 ms–1.1 s`. */
export function rangeWords({ interval }: JobTime): string | null {
  if (interval === null) return null;
  const [low, high] = [textMs(interval.lowMs), textMs(interval.highMs)];
  const unit = high.slice(high.lastIndexOf(' '));
  return `${low.endsWith(unit) ? low.slice(0, -unit.length) : low}–${high}`;
}

/** What of a job is longer than anything measured, so that its time is a guess; null where nothing is. */
export function beyondWords({ beyondMeasured }: JobTime, speed: ModelSpeed): string | null {
  const parts = [
    ...(beyondMeasured.prompt
      ? [
          `prompts with over ${count(Math.round(speed.longestPromptTokens))} tokens not in the cache`,
        ]
      : []),
    ...(beyondMeasured.output
      ? [`answers over ${count(Math.round(speed.longestOutputTokens))} tokens`]
      : []),
  ];
  return parts.length === 0 ? null : `a guess: ${parts.join(' and ')} were not measured`;
}
