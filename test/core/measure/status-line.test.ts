import { expect, test } from 'vitest';
import { type StatusInput, statusLine } from '../../../src/core/measure/status-line.ts';

const model = {
  id: 'qwen-local',
  state: 'ready',
  last: null,
  inTime: { value: 0.97, low: 0.95, high: 0.98, n: 604 },
} as const;
const calm: StatusInput = {
  enabled: true,
  measuring: false,
  pausedMinutes: null,
  offForLanguage: null,
  budgetMs: 300,
  model,
  liveFromKeyMs: 143.4,
  keyRefused: false,
  hasProblems: false,
};

const table: readonly [string, Partial<StatusInput>, string][] = [
  ['in time', {}, 'zap: qwen-local 143 ms'],
  ['exactly on the budget is in time', { liveFromKeyMs: 300 }, 'zap: qwen-local 300 ms'],
  [
    'seconds, grouped as in the panel',
    { liveFromKeyMs: 2158 },
    `watch: qwen-local ${(2158).toLocaleString()} ms late`,
  ],
  ['late, by icon and word', { liveFromKeyMs: 418 }, 'watch: qwen-local 418 ms late'],
  [
    'after a restart, the last record',
    { liveFromKeyMs: null, model: { ...model, last: { fromKeyMs: 99, ttftMs: 40, at: 1 } } },
    'zap: qwen-local 99 ms',
  ],
  ['while models are measured', { measuring: true }, 'beaker: measuring'],
  ['nothing measured', { liveFromKeyMs: null }, 'zap: qwen-local'],
  ['no model', { model: null }, 'zap: built-in'],
  ['a wrong setting', { model: null, hasProblems: true }, 'warning: built-in'],
  ['off', { enabled: false }, 'circle-slash: off'],
  ['off here', { offForLanguage: 'Markdown' }, 'circle-slash: off for Markdown'],
  ['paused', { pausedMinutes: 4 }, 'debug-pause: 4 min'],
  ['failing', { model: { ...model, state: 'failing' } }, 'warning! qwen-local down'],
  [
    'key refused',
    { model: { ...model, state: 'failing' }, keyRefused: true },
    'error! qwen-local key',
  ],
];

test.each(table)('%s', (_name, change, expected) => {
  const line = statusLine({ ...calm, ...change });
  const mark = line.background === 'none' ? ':' : '!';
  expect(`${line.icon}${mark} ${line.text}`).toBe(expected);
});

test('only what the person must fix gets a background', () => {
  expect(statusLine({ ...calm, liveFromKeyMs: 5000 }).background).toBe('none');
  expect(statusLine({ ...calm, model: { ...model, state: 'failing' } }).background).toBe('warning');
});

test('the spoken label says model, time, verdict and share in words', () => {
  expect(statusLine({ ...calm, liveFromKeyMs: 418 }).label).toBe(
    'First Token. qwen-local, last answer 418 milliseconds, late against 300. 97 percent in time. Activate to choose a model.',
  );
});
