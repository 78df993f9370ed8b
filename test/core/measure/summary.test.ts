import { expect, test } from 'vitest';
import { type SummaryOptions, summarize } from '../../../src/core/measure/summary.ts';
import type { JournalRecord } from '../../../src/core/record.ts';
import { accept, failed, lane, race, spoken, stopped } from '../../support/records.ts';

const QWEN = { id: 'qwen', provider: 'llama-server', detail: 'llama-server · 127.0.0.1' } as const;
const BUILT_IN = { id: 'built-in', provider: 'embedded', detail: 'this window' } as const;

const OPTIONS: SummaryOptions = {
  models: [QWEN, BUILT_IN],
  defaultModel: 'qwen',
  budgetMs: 300,
  faults: new Map(),
};

const sum = (records: readonly JournalRecord[], changes: Partial<SummaryOptions> = {}) =>
  summarize(records, { ...OPTIONS, ...changes });

const byRace = { model: 'qwen', source: 'race', chars: 80 } as const;

test('without records every configured model is there, unused, and nothing is claimed', () => {
  const { models, totals } = sum([]);
  expect(models.map(({ id, state, isDefault }) => [id, state, isDefault])).toEqual([
    ['qwen', 'unused', true],
    ['built-in', 'unused', false],
  ]);
  expect(totals).toEqual({
    keystrokes: 0,
    shownInTime: null,
    shownMedianMs: null,
    requestsPerShown: null,
    wastedShare: null,
  });
});

test('a shown race gives its model a request, a win and its provider and detail', () => {
  const { models } = sum([race({ returnedMs: 190, shown: byRace, lanes: [lane(), spoken(1)] })]);
  expect(models[0]).toMatchObject({ ...QWEN, state: 'ready', requests: 1, wins: 1, errors: 0 });
  expect(models[1]).toMatchObject({ ...BUILT_IN, state: 'ready', requests: 1, wins: 0 });
});

test('text from memory is no win, text from a request in flight is one', () => {
  const records = [
    race({ at: 1, returnedMs: 1, shown: { ...byRace, source: 'memory' } }),
    race({ at: 2, returnedMs: 1, shown: { ...byRace, source: 'in-flight' } }),
  ];
  expect(sum(records).models[0]?.wins).toBe(1);
});

test('a fault makes a model failing, a missing key misconfigured, whatever it did before', () => {
  const fault = { message: 'Nothing listens at 127.0.0.1:8012.', since: 5 };
  const records = [race({ lanes: [lane(), failed(5)] })];
  const faults = new Map([['qwen', fault]]);
  expect(sum(records, { faults }).models[0]).toMatchObject({ state: 'failing', fault });
  const misconfigured = new Set(['qwen']);
  expect(sum(records, { faults, misconfigured }).models[0]).toMatchObject({
    state: 'misconfigured',
    fault,
  });
});

test('a model that is no longer configured counts in the totals only', () => {
  const { models, totals } = sum([
    race({ lanes: [lane({ model: 'gone', usage: { completionTokens: 30 } })] }),
    race({ returnedMs: 190, shown: byRace, lanes: [lane({ usage: { completionTokens: 10 } })] }),
  ]);
  expect(models.map((model) => model.id)).toEqual(['qwen', 'built-in']);
  expect(totals).toMatchObject({ requestsPerShown: 2, wastedShare: 0.75 });
});

test('a keystroke that the next one superseded is counted but not judged', () => {
  const { totals } = sum([
    race({ silence: 'superseded', lanes: [stopped(90)] }),
    race({ silence: 'late' }),
    race({ silence: 'unsure' }),
    race({ returnedMs: 190, shown: byRace, lanes: [lane()] }),
    race({ returnedMs: 420, shown: byRace, lanes: [lane()] }),
  ]);
  expect(totals.keystrokes).toBe(5);
  expect(totals.shownInTime).toMatchObject({ value: 1 / 4, n: 4 });
  expect(totals.shownMedianMs).toBe(305);
});

test('requests per shown text leave out the predictor, which costs nothing', () => {
  const { totals } = sum([
    race({ returnedMs: 2, shown: { ...byRace, model: 'built-in' }, lanes: [spoken(1)] }),
    race({ silence: 'late', lanes: [lane(), lane({ model: 'gateway' }), spoken(1)] }),
  ]);
  expect(totals.requestsPerShown).toBe(2);
});

test('a request stopped by the next keystroke but shown by it is not wasted', () => {
  const { models, totals } = sum([
    race({ at: 1000, silence: 'superseded', lanes: [lane({ endMs: 400 })] }),
    race({ at: 1100, returnedMs: 90, shown: { ...byRace, source: 'in-flight' } }),
  ]);
  expect(models[0]?.wastedTokens).toBe(0);
  expect(totals.wastedShare).toBe(0);
});

test('records out of order and acceptances change nothing', () => {
  const records = [
    race({ at: 1000, silence: 'superseded', lanes: [lane({ endMs: 400 })] }),
    race({ at: 1100, returnedMs: 90, shown: { ...byRace, source: 'in-flight' } }),
    race({ at: 1200, silence: 'late', lanes: [lane({ firstTokenMs: 700 })] }),
  ];
  const expected = sum(records);
  expect(sum([accept(), ...records.toReversed(), accept()])).toEqual(expected);
});

test('every request is judged by the budget of today', () => {
  const records = [race({ budgetMs: 300, lanes: [lane({ firstTokenMs: 350 })] })];
  expect(sum(records).models[0]?.inTime?.value).toBe(0);
  expect(sum(records, { budgetMs: 500 }).models[0]?.inTime?.value).toBe(1);
});

test('a hundred thousand records are summed up without a quadratic step', () => {
  const build = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      race({
        at: index * 200,
        returnedMs: 190,
        shown: byRace,
        lanes: [lane({ firstTokenMs: 100 + ((index * 7919) % 400) }), spoken(1)],
      }),
    );
  const { models, totals } = sum(build(100_000));
  expect(totals.keystrokes).toBe(100_000);
  expect(models[0]?.fromKey).toMatchObject({ p50Ms: 299, p90Ms: 459, n: 100_000 });
});
