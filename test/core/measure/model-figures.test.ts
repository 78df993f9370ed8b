import { expect, test } from 'vitest';
import { modelFigures } from '../../../src/core/measure/model-figures.ts';
import type { LaneRecord } from '../../../src/core/record.ts';
import { failed, lane, mute, spoken, stopped } from '../../support/records.ts';

const measure = (typed: readonly LaneRecord[], measured: readonly LaneRecord[] = []) =>
  modelFigures({ typed, all: [...typed, ...measured] }, 300);

test('a model without requests has no figures, not zeros', () => {
  expect(measure([])).toMatchObject({
    ttft: { p50Ms: null, p90Ms: null, n: 0, censored: 0 },
    fromKey: { p50Ms: null, p90Ms: null, n: 0, censored: 0 },
    byConnection: { cold: { n: 0 }, warm: { n: 0 } },
    byCache: null,
    firstAnswer: null,
    queue: null,
    floor: null,
    cache: null,
    decode: null,
    speed: null,
    endToEndTps: null,
    segments: null,
    tps: null,
    tpsEstimated: false,
    inTime: null,
    requests: 0,
    errors: 0,
    stopped: 0,
  });
});

test('TTFT runs from the dispatch, the budget from the keystroke', () => {
  const { ttft, fromKey } = measure([lane({ dispatchedMs: 40, firstTokenMs: 150 })]);
  expect(ttft.p50Ms).toBe(110);
  expect(fromKey.p50Ms).toBe(150);
});

test('a p90 waits for thirty requests, a median does not', () => {
  const lanes = Array.from({ length: 29 }, (_, index) => lane({ firstTokenMs: 101 + index }));
  expect(measure(lanes).fromKey).toMatchObject({ p50Ms: 115, p90Ms: null, n: 29 });
  const more = [...lanes, lane({ firstTokenMs: 130 })];
  expect(measure(more).fromKey).toMatchObject({ p50Ms: 115, p90Ms: 127, n: 30 });
});

test('stopped requests are censored at their stop, from the same origin', () => {
  const lanes = [lane({ firstTokenMs: 100 }), stopped(150), lane({ firstTokenMs: 400 })];
  const { ttft, fromKey, stopped: stops } = measure(lanes);
  expect(fromKey).toMatchObject({ p50Ms: 400, p90Ms: null, n: 3, censored: 1 });
  expect(ttft).toMatchObject({ p50Ms: 380, p90Ms: null, n: 3, censored: 1 });
  expect(stops).toBe(1);
});

test('a model that fails half of its requests has no median', () => {
  const lanes = [lane(), failed(30), failed(30), lane(), failed(30)];
  expect(measure(lanes)).toMatchObject({ errors: 3, fromKey: { p50Ms: null, n: 5 } });
});

test('in time counts errors as misses and leaves out silence and what cannot tell', () => {
  const lanes = [
    lane(),
    lane({ firstTokenMs: 350 }),
    failed(30),
    mute(),
    stopped(100),
    stopped(900),
  ];
  const { inTime } = measure(lanes);
  expect(inTime).toMatchObject({ value: 1 / 4, n: 4 });
});

test('the predictor is judged by the share of keystrokes for which it spoke', () => {
  const quiet = mute({ model: 'built-in', provider: 'embedded', endMs: 1 });
  const { inTime, fromKey } = measure([spoken(1), spoken(3), spoken(2), quiet]);
  expect(inTime).toMatchObject({ value: 3 / 4, n: 4 });
  expect(fromKey).toMatchObject({ p50Ms: 2, n: 3 });
});

test('TTFT ends at the first token, thinking included; the budget judges the answer', () => {
  const figures = measure([lane({ firstTokenMs: 120, firstAnswerMs: 420 })]);
  expect(figures.ttft.p50Ms).toBe(100);
  expect(figures.fromKey.p50Ms).toBe(420);
  expect(figures.firstAnswer?.p50Ms).toBe(400);
  expect(figures.inTime).toMatchObject({ value: 0, n: 1 });
});

test.each([
  ['that the server counted', { usage: { reasoningTokens: 3 } }, true],
  ['that came as text', { firstTokenMs: 90, firstAnswerMs: 120 }, true],
  ['that never ended', { firstAnswerMs: null, outcome: 'silent' as const }, true],
  ['of which there was none', { usage: { reasoningTokens: 0 } }, false],
])('a first answer stands apart for a model with thinking %s', (_, changes, apart) => {
  expect(measure([lane(), lane(changes)]).firstAnswer !== null).toBe(apart);
});

test('a request that was stopped while it thought has a TTFT, and its answer is censored', () => {
  const { ttft, fromKey } = measure([
    lane({ outcome: 'stopped', firstTokenMs: 90, firstAnswerMs: null, endMs: 200 }),
  ]);
  expect(ttft).toMatchObject({ p50Ms: 70, n: 1, censored: 0 });
  expect(fromKey).toMatchObject({ p50Ms: null, n: 1, censored: 1 });
});

test('measuring requests tell of the server and never of typing', () => {
  const slow = lane({
    dispatchedMs: 0,
    firstTokenMs: 5000,
    usage: { promptTokens: 4000, cachedTokens: 0 },
  });
  const figures = measure([lane()], [slow, failed(10)]);
  expect(figures).toMatchObject({ requests: 1, errors: 0, inTime: { value: 1, n: 1 } });
  expect(figures.ttft).toMatchObject({ p50Ms: 100, n: 1 });
  expect(figures.fromKey).toMatchObject({ p50Ms: 120, n: 1 });
  expect(figures.cache).toMatchObject({ promptTokens: 900, cachedTokens: 850, n: 1 });
});
