import { expect, test } from 'vitest';
import { createFigures } from '../../../src/core/measure/figures.ts';
import { panelSnapshot, type SnapshotInput } from '../../../src/core/measure/snapshot.ts';
import { CompletionError } from '../../../src/core/outcome.ts';
import { parseSettings } from '../../../src/core/parse-settings.ts';
import { SETTINGS, type SettingKey } from '../../../src/core/settings.ts';
import { lane, measurement } from '../../support/records.ts';

const unset = Object.fromEntries(
  (Object.keys(SETTINGS) as SettingKey[]).map((key) => [key, undefined]),
) as Record<SettingKey, undefined>;
const models = [{ id: 'm', provider: 'ollama', detail: 'ollama · 127.0.0.1:11434' }] as const;

function setup() {
  const figures = createFigures();
  const snapshot = (part: Partial<SnapshotInput> = {}) =>
    panelSnapshot({
      ...figures.summary({ models, defaultModel: 'm', budgetMs: 300 }),
      settings: parseSettings(unset).settings,
      enabled: true,
      races: figures.recentRaces(30),
      problems: [],
      needKey: new Set(),
      recordProblems: [],
      minShowDelayMs: 0,
      resolvedOn: 'this machine',
      ...part,
    });
  const request = (part: {
    firstTokenAtMs?: number;
    firstAnswerAtMs?: number;
    error?: CompletionError;
  }) => ({
    model: { id: 'm' },
    keystrokeAtMs: 1000,
    dispatchedAtMs: 1060,
    firstTokenAtMs: part.firstTokenAtMs ?? null,
    firstAnswerAtMs: part.firstAnswerAtMs ?? null,
    error: part.error ?? null,
  });
  return { figures, snapshot, request };
}

test('nothing wrong gives no problem', () => {
  const { snapshot } = setup();
  expect(snapshot().problems).toEqual([]);
});

test('a failing model is named with its sentence until it answers again', () => {
  const { figures, snapshot, request } = setup();
  const error = new CompletionError('unreachable', 'No server at 127.0.0.1:11434.');
  figures.progress(request({ error }), 5000);
  figures.progress(request({ error }), 6000);
  expect(snapshot().problems).toEqual([
    { severity: 'error', title: 'm', detail: 'No server at 127.0.0.1:11434.' },
  ]);
  expect(figures.faults.get('m')?.since).toBe(5000);
  figures.progress(request({ firstTokenAtMs: 1180 }), 7000);
  expect(snapshot().problems).toEqual([]);
  expect(figures.liveOf('m')).toBeNull();
  figures.progress(request({ firstTokenAtMs: 1180, firstAnswerAtMs: 1400 }), 7200);
  expect(figures.liveOf('m')).toEqual({ fromKeyMs: 400, ttftMs: 120 });
});

test('the latest measuring run is part of it', () => {
  const { figures, snapshot } = setup();
  expect(snapshot().measured).toBeNull();
  figures.add(measurement({ at: 7000, lane: lane({ model: 'm', dispatchedMs: 0 }) }));
  expect(snapshot().measured).toMatchObject({
    at: 7000,
    rows: [{ model: 'm', promptTokens: 512 }],
  });
});

test('a refused key offers to set it', () => {
  const { figures, snapshot, request } = setup();
  figures.progress(request({ error: new CompletionError('auth', 'Key refused.') }), 5000);
  expect(snapshot({ needKey: new Set(['m']) }).problems[0]?.action).toEqual({
    type: 'set-key',
    model: 'm',
  });
});

test('wrong settings, record troubles and a show delay stand behind faults, each in its sentence', () => {
  const { figures, snapshot, request } = setup();
  figures.progress(request({ error: new CompletionError('http', 'Broken.') }), 5000);
  const { problems } = snapshot({
    problems: [{ key: 'models', modelId: 'x', message: 'Model "x" needs an endpoint.' }],
    recordProblems: ['The disk is full.'],
    minShowDelayMs: 80,
  });
  expect(problems.map(({ severity, title }) => `${severity}: ${title}`)).toEqual([
    'error: m',
    'warning: x',
    'warning: Records',
    'note: editor.inlineSuggest.minShowDelay is 80',
  ]);
});
