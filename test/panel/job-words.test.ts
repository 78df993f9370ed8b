import { describe, expect, test } from 'vitest';
import type { JobTime } from '../../src/core/measure/job-fit.ts';
import { beyondWords, jobWords, rangeWords } from '../../src/panel/job-words.ts';
import { speed } from '../support/panel-fixtures.ts';

const time = (id: string, totalMs: number, part: Partial<JobTime> = {}): JobTime => ({
  id,
  totalMs,
  ttftMs: 200,
  interval: { lowMs: totalMs * 0.95, highMs: totalMs * 1.05 },
  beyondMeasured: { prompt: false, output: false },
  ...part,
});
const name = (id: string) => id;
const seconds = (value: number) =>
  `${value.toLocaleString(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} s`;
const two = [time('gemini', 3400), time('qwen', 6300)];

describe('in words', () => {
  test('the crossover comes first, then this job', () => {
    const spans = [
      { id: 'qwen', untilTokens: 152 },
      { id: 'gemini', untilTokens: null },
    ];
    expect(jobWords(two, spans, 480, name)).toBe(
      `Up to 152 output tokens qwen is done first, after that gemini. For 480 tokens: gemini ${seconds(3.4)}, qwen ${seconds(6.3)}.`,
    );
  });

  test('three spans name the one between', () => {
    const spans = [
      { id: 'a', untilTokens: 30 },
      { id: 'b', untilTokens: 333 },
      { id: 'c', untilTokens: null },
    ];
    expect(jobWords(two, spans, 1, name)).toMatch(
      /^Up to 30 output tokens a is done first, then up to 333 b, after that c\. For 1 token:/,
    );
  });

  test('without a crossing one model is first at every length', () => {
    const spans = [{ id: 'gemini', untilTokens: null }];
    expect(jobWords(two, spans, 480, name)).toMatch(/^gemini is done first at every length\. /);
  });

  test('a difference that may be chance is called one', () => {
    const close = [time('a', 3400), time('b', 3450)];
    const spans = [{ id: 'a', untilTokens: null }];
    expect(jobWords(close, spans, 480, name)).toMatch(
      /which may be chance: their intervals overlap\.$/,
    );
    const unknown = [time('a', 3400, { interval: null }), time('b', 3450)];
    expect(jobWords(unknown, spans, 480, name)).not.toContain('chance');
  });

  test('what rests on shorter prompts or answers than the job has is a guess, and says of which model', () => {
    const guess = { beyondMeasured: { prompt: false, output: true } };
    const times = [time('gemini', 3400), time('qwen', 6300, guess), time('other', 9000, guess)];
    const spans = [
      { id: 'qwen', untilTokens: 152 },
      { id: 'gemini', untilTokens: null },
    ];
    expect(jobWords(times, spans, 480, name)).toBe(
      `Up to ≈\u00A0152 output tokens qwen is done first, after that gemini. For 480 tokens: gemini ${seconds(3.4)}, qwen ≈\u00A0${seconds(6.3)}. That is a guess: the job is longer than what was measured of qwen.`,
    );
    const always = [{ id: 'gemini', untilTokens: null }];
    expect(jobWords(times, always, 480, name)).toMatch(/^gemini is probably done first at every/);
    expect(jobWords([time('a', 3400, guess)], always, 480, name)).toMatch(/a guess: .* of a\.$/);
  });

  test('a single model is compared with nothing', () => {
    expect(jobWords([time('a', 3400)], [{ id: 'a', untilTokens: null }], 480, name)).toBe(
      `a needs about ${seconds(3.4)} for 480 tokens.`,
    );
    expect(jobWords([], [], 480, name)).toBe('');
  });
});

test.each([
  [3200, 3700, `${seconds(3.2).slice(0, -2)}–${seconds(3.7)}`],
  [120, 140, '120–140 ms'],
  [940, 1100, `940 ms–${seconds(1.1)}`],
])('the interval from %d to %d ms is %s', (lowMs, highMs, words) => {
  expect(rangeWords(time('a', highMs, { interval: { lowMs, highMs } }))).toBe(words);
});

test('too few requests have no interval', () => {
  expect(rangeWords(time('a', 1, { interval: null }))).toBeNull();
});

test('what is longer than anything measured is a guess, and says past what', () => {
  const measured = speed([1, 1, 1, 0], { longestPromptTokens: 900, longestOutputTokens: 240 });
  const words = (prompt: boolean, output: boolean) =>
    beyondWords(time('a', 1, { beyondMeasured: { prompt, output } }), measured);
  expect(words(false, false)).toBeNull();
  expect(words(true, false)).toBe(
    'a guess: prompts with over 900 tokens not in the cache were not measured',
  );
  expect(words(true, true)).toBe(
    'a guess: prompts with over 900 tokens not in the cache and answers over 240 tokens were not measured',
  );
});
