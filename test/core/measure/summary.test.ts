import { expect, test } from 'vitest';
import { createFigureCache } from '../../../src/core/measure/figure-cache.ts';
import { type SummaryOptions, summarize } from '../../../src/core/measure/summary.ts';
import type { JournalRecord, RaceRecord } from '../../../src/core/record.ts';
import {
  accept,
  failed,
  lane,
  measurement,
  race,
  shownText,
  spoken,
  stopped,
} from '../../support/records.ts';

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

/** A keystroke that showed the text of its own lane of `model`. */
const won = (id: string, changes: Partial<RaceRecord> = {}, model = 'qwen') =>
  race({ id, returnedMs: 190, shown: shownText({ race: id, model }), lanes: [lane()], ...changes });

/** A keystroke that showed the text which `asked` had asked for. */
const joined = (asked: string, changes: Partial<RaceRecord> = {}) =>
  race({
    id: `after ${asked}`,
    returnedMs: 90,
    shown: shownText({ race: asked, source: 'in-flight' }),
    ...changes,
  });

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
  const { models } = sum([won('r1', { lanes: [lane(), spoken(1)] })]);
  expect(models[0]).toMatchObject({ ...QWEN, state: 'ready', requests: 1, wins: 1, errors: 0 });
  expect(models[1]).toMatchObject({ ...BUILT_IN, state: 'ready', requests: 1, wins: 0 });
});

test('text from memory is no win, text from a request in flight is one', () => {
  const records = [
    joined('r0', { at: 1, shown: shownText({ race: 'r0', source: 'memory' }) }),
    joined('r0', { at: 2 }),
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
    race({ id: 'r0', lanes: [lane({ model: 'gone', usage: { completionTokens: 30 } })] }),
    won('r1', { lanes: [lane({ usage: { completionTokens: 10 } })] }),
  ]);
  expect(models.map((model) => model.id)).toEqual(['qwen', 'built-in']);
  expect(totals).toMatchObject({ requestsPerShown: 2, wastedShare: 0.75 });
});

test('a keystroke that the next one superseded is counted but not judged', () => {
  const { totals } = sum([
    race({ silence: 'superseded', lanes: [stopped(90)] }),
    race({ silence: 'late' }),
    race({ silence: 'unsure' }),
    won('r1'),
    won('r2', { returnedMs: 420 }),
  ]);
  expect(totals.keystrokes).toBe(5);
  expect(totals.shownInTime).toMatchObject({ value: 1 / 4, n: 4 });
  expect(totals.shownMedianMs).toBe(305);
});

test('a keystroke that was shown something is judged once, superseded or not', () => {
  const { totals } = sum([won('r1', { silence: 'superseded' }), won('r2', { silence: 'unasked' })]);
  expect(totals.shownInTime).toMatchObject({ value: 1, n: 2 });
  const only = sum([won('r1', { silence: 'superseded' }), race({ silence: 'late' })]).totals;
  expect(only.shownInTime).toMatchObject({ value: 1 / 2, n: 2 });
});

test('what was asked ahead is a request with its tokens, but no keystroke, and its times judge nobody', () => {
  const late = lane({ firstTokenMs: 900, firstAnswerMs: 900, firstLineMs: 950, endMs: 999 });
  const ahead = race({ id: 'r2', trigger: 'ahead', silence: 'unasked', lanes: [late] });
  const unused = sum([won('r1'), ahead]);
  expect(unused.totals).toMatchObject({
    keystrokes: 1,
    requestsPerShown: 2,
    shownInTime: { n: 1 },
  });
  expect(unused.models[0]).toMatchObject({
    requests: 2,
    wastedTokens: 21,
    fromKey: { n: 1 },
    inTime: { n: 1 },
  });
  const used = sum([won('r1'), ahead, joined('r2')]);
  expect(used.models[0]).toMatchObject({ wastedTokens: 0 });
});

test('requests per shown text leave out the predictor, which costs nothing', () => {
  const { totals } = sum([
    won('r1', { returnedMs: 2, lanes: [spoken(1)] }, 'built-in'),
    race({ id: 'r2', silence: 'late', lanes: [lane(), lane({ model: 'gateway' }), spoken(1)] }),
  ]);
  expect(totals.requestsPerShown).toBe(2);
});

test('a request stopped by the next keystroke but shown by it is not wasted', () => {
  const { models, totals } = sum([
    race({ at: 1000, silence: 'superseded', lanes: [lane({ endMs: 400 })] }),
    joined('r1', { at: 1100 }),
  ]);
  expect(models[0]?.wastedTokens).toBe(0);
  expect(totals.wastedShare).toBe(0);
});

test('with two windows that ask one model at once, only the answer that nobody saw is wasted', () => {
  const { models, totals } = sum([
    race({ id: 'seen', at: 1000, lanes: [lane({ usage: { completionTokens: 30 } })] }),
    race({ id: 'unseen', at: 1050, lanes: [lane({ usage: { completionTokens: 10 } })] }),
    joined('seen', { at: 1100 }),
  ]);
  expect(models[0]?.wastedTokens).toBe(10);
  expect(totals.wastedShare).toBe(0.25);
});

test("a stopped answer's tokens are estimated by the model's own ratio", () => {
  const { models, totals } = sum([
    won('r1', { lanes: [lane({ chars: 100, usage: { completionTokens: 50 } })] }),
    race({ id: 'r2', lanes: [lane({ outcome: 'stopped', chars: 30, usage: {} })] }),
  ]);
  expect(models[0]).toMatchObject({ wastedTokens: 15, wastedEstimated: true });
  expect(totals.wastedShare).toBeCloseTo(15 / 65, 9);
});

test('the last figures are those of the youngest keystroke that was answered', () => {
  const { models } = sum([
    race({ id: 'r2', at: 2000, lanes: [lane({ firstTokenMs: 90, firstAnswerMs: 130 })] }),
    race({ id: 'r1', at: 1000, lanes: [lane({ firstTokenMs: 500 })] }),
    race({ id: 'r3', at: 3000, lanes: [stopped(80)] }),
  ]);
  expect(models[0]?.last).toEqual({ fromKeyMs: 130, ttftMs: 70, at: 2000 });
});

test('measuring requests are no keystrokes, no wins and no waste, and no hit or miss of the cache', () => {
  const typed = [won('r1'), race({ id: 'r2', silence: 'late', lanes: [failed(20)] })];
  const slow = lane({
    dispatchedMs: 0,
    firstTokenMs: 4000,
    usage: { promptTokens: 900, cachedTokens: 0 },
  });
  const warmUp = measurement({
    lane: slow,
    step: { promptTokens: 512, outputTokens: 32, cache: 'warm-up' },
  });
  const before = sum(typed);
  const after = sum([...typed, measurement({ lane: slow }), warmUp]);
  expect(after.totals).toEqual(before.totals);
  expect(after.models).toEqual(before.models);
  expect(before.measured).toBeNull();
  expect(after.measured?.rows).toHaveLength(1);
});

test('a cache changes no figure that needs no fit, whatever is added, dropped or decided anew', () => {
  const cache = createFigureCache();
  const cached = (records: readonly JournalRecord[], options = OPTIONS) =>
    expect(summarize(records, options, cache)).toEqual(summarize(records, options));
  const records = [race({ id: 'r1', at: 1, lanes: [lane(), spoken(1)] }), won('r2', { at: 2 })];
  cached(records);
  cached(records);
  cached([...records, joined('r1', { at: 3 })]);
  cached([...records, measurement({ at: 4 })]);
  cached(records.slice(1));
  cached(records, { ...OPTIONS, budgetMs: 50 });
  cached(records, { ...OPTIONS, models: [BUILT_IN] });
  cached(records);
  cached([]);
});

test('records out of order and acceptances change nothing', () => {
  const records = [
    race({ id: 'r1', at: 1000, silence: 'superseded', lanes: [lane({ endMs: 400 })] }),
    joined('r1', { at: 1100 }),
    race({ id: 'r3', at: 1200, silence: 'late', lanes: [lane({ firstTokenMs: 700 })] }),
  ];
  const expected = sum(records);
  expect(expected.models[0]).toMatchObject({ wastedTokens: 21, last: { at: 1200 } });
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
      won(`r${index}`, {
        at: index * 200,
        lanes: [lane({ firstTokenMs: 100 + ((index * 7919) % 400) }), spoken(1)],
      }),
    );
  const { models, totals } = sum(build(100_000));
  expect(totals).toMatchObject({ keystrokes: 100_000, wastedShare: 0 });
  expect(models[0]?.fromKey).toMatchObject({ p50Ms: 299, p90Ms: 459, n: 100_000 });
}, 60_000);

test('measuring does not change what typing is said to have wasted', () => {
  // Typed answers have 3 characters a token, those of the measuring run 5.
  const counted = lane({ chars: 90, usage: { completionTokens: 30 } });
  const cut = lane({ outcome: 'stopped', chars: 330, usage: {} });
  const typed = [race({ id: 'r1', lanes: [counted] }), race({ id: 'r2', lanes: [cut] })];
  const invented = lane({ chars: 2500, usage: { completionTokens: 500 } });
  const wasted = (records: readonly JournalRecord[]) => sum(records).models[0]?.wastedTokens;
  expect(wasted(typed)).toBe(30 + 110);
  expect(wasted([...typed, measurement({ lane: invented })])).toBe(30 + 110);
  // Without an answer of its own that was counted, another's ratio is better than the usual one.
  const [, uncounted] = typed;
  expect(wasted(uncounted === undefined ? [] : [uncounted])).toBe(92);
  expect(wasted([...typed.slice(1), measurement({ lane: invented })])).toBe(66);
});
