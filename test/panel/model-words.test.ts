import { describe, expect, test } from 'vitest';
import type { ModelSummary } from '../../src/core/protocol.ts';
import { emptyPlotWords, modelNote, modelSpoken, rowAction } from '../../src/panel/model-words.ts';
import {
  builtIn,
  FIXTURE_NOW,
  HOSTILE_NAMES,
  model,
  percentiles,
  share,
} from '../support/panel-fixtures.ts';

const note = (each: ModelSummary, part: { recommended?: string | null; needsKey?: boolean } = {}) =>
  modelNote(each, { budgetMs: 300, recommended: null, needsKey: false, ...part });

const failing = (part: Partial<ModelSummary> = {}) =>
  model('m', {
    state: 'failing',
    fault: { message: 'The server answers HTTP 503.', since: FIXTURE_NOW },
    ...part,
  });

describe('where a model’s time goes and what to do', () => {
  test('names the widest phase of the median request', () => {
    expect(note(model('m'))).toEqual({
      icon: null,
      lead: null,
      where: 'server, not split into queue and prefill, 154 ms of 187 ms',
      advice: null,
    });
  });

  test('the recommended one says so, and needs no advice', () => {
    expect(note(model('m', { isDefault: true }), { recommended: 'm' })).toMatchObject({
      icon: null,
      lead: 'Recommended',
      advice: null,
    });
  });

  test('a default that another model clearly beats is to be replaced', () => {
    expect(note(model('m', { isDefault: true }), { recommended: 'best' })).toMatchObject({
      icon: 'warning',
      advice: 'choose another default',
    });
  });

  test('a median past the budget is a warning', () => {
    const fromKey = percentiles({ p50Ms: 301, p90Ms: null, n: 20, censored: 0 });
    expect(note(model('m', { fromKey })).icon).toBe('warning');
  });

  test('a fault is one sentence with its time, and the key is named when it is the key', () => {
    const said = note(failing(), { needsKey: true });
    expect(said).toMatchObject({ icon: 'error', where: null, advice: 'set a new key' });
    expect(said.lead).toMatch(/^The server answers HTTP 503\. Since \d/);
  });

  test('a fault without a message is still told', () => {
    expect(note(failing({ fault: null })).lead).toBe('No answer.');
  });

  test('the built-in predictor says how often it speaks', () => {
    expect(note(builtIn({ inTime: share(565, 1948) })).lead).toBe(
      'Speaks only when sure: 29 % of the times it is asked afresh. Always on.',
    );
    expect(note(builtIn({ inTime: null })).lead).toBe('Speaks only when sure. Always on.');
  });

  test('a model that was never asked says just that', () => {
    expect(note(model('m', { requests: 0, state: 'unused', segments: null })).lead).toBe(
      'Not asked yet.',
    );
  });
});

describe('the button of a row', () => {
  test.each<[string, ModelSummary, boolean, string, string | undefined]>([
    ['works', model('m'), false, 'Make Default', 'set-default'],
    ['is the default', model('m', { isDefault: true }), false, 'Default', undefined],
    ['waits for a key', failing({ isDefault: true }), true, 'Set Key…', 'set-key'],
    ['fails otherwise', failing(), false, 'Make Default', 'set-default'],
    [
      'is set up wrongly',
      failing({ state: 'misconfigured' }),
      false,
      'Open Settings',
      'open-settings',
    ],
    ['is built in', builtIn(), false, 'fallback', undefined],
  ])('of a model that %s', (_, each, needsKey, label, type) => {
    const button = rowAction(each, needsKey);
    expect([button.label, button.action?.type]).toEqual([label, type]);
  });

  test('carries the model’s id as it is, whatever it looks like on screen', () => {
    for (const id of HOSTILE_NAMES) {
      expect(rowAction(model(id), false).action).toEqual({ type: 'set-default', model: id });
    }
  });
});

test('the spoken summary of a chart has the numbers of its row', () => {
  expect(modelSpoken(model('m'), 300)).toBe(
    'm: first token 187 ms after the keystroke at the median, in time against 300, p90 266 ms; wait 24 ms, connecting 9 ms, server 154 ms (not split); n 400.',
  );
  expect(modelSpoken(model('m'), 150)).toContain('late against 150');
});

test.each<[string, Partial<ModelSummary>]>([
  ['cannot be asked', { state: 'misconfigured' }],
  ['not asked yet', { requests: 0 }],
  ['no first token, n 41', { state: 'failing', requests: 41 }],
  ['no word yet, n 400', { fromKey: percentiles({ n: 0 }) }],
  [
    'mostly stopped before the first token',
    { fromKey: percentiles({ p50Ms: null, p90Ms: null, n: 50, censored: 48 }) },
  ],
])('a plot without a median says why: %s', (words, part) => {
  expect(emptyPlotWords(model('m', part))).toBe(words);
});
