import { describe, expect, test } from 'vitest';
import type { ModelSummary } from '../../src/core/protocol.ts';
import { detailColumns } from '../../src/panel/detail-columns.ts';
import { detailedModels } from '../../src/panel/details.tsx';
import { DEFAULT_SORT } from '../../src/panel/model-rows.ts';
import { tpsByPosition, tpsSpoken } from '../../src/panel/tps-words.ts';
import { decode, model, percentiles, typicalSnapshot } from '../support/panel-fixtures.ts';

function cell(key: string, part: Partial<ModelSummary>) {
  const each = model('m', part);
  const column = detailColumns([each]).find((candidate) => candidate.key === key);
  if (column === undefined) throw new Error(`no column ${key}`);
  return column.cell(each);
}

test('TTFT carries its interval, its requests, and how many of them were stopped', () => {
  const ttft = percentiles({
    p50Ms: 95,
    p50Interval: { lowMs: 91, highMs: 99 },
    n: 604,
    censored: 31,
  });
  expect(cell('p50', { ttft })).toEqual({ text: '95', sub: '91–99' });
  expect(cell('n', { ttft })).toMatchObject({ text: '604', sub: '31 stopped' });
  expect(cell('n', { ttft: { ...ttft, censored: 0 } })).toEqual({ text: '604' });
});

test('p95, p99 and the first answer token have a column only where a model has them', () => {
  const keys = (part: Partial<ModelSummary>) =>
    detailColumns([model('a'), model('b', part)]).map(({ key }) => key);
  expect(keys({})).not.toEqual(expect.arrayContaining(['p95']));
  expect(keys({})).not.toEqual(expect.arrayContaining(['p99']));
  expect(keys({})).not.toEqual(expect.arrayContaining(['answer']));
  const ttft = percentiles({ p50Ms: 95, p95Ms: 214, p99Ms: 402, n: 1604 });
  const firstAnswer = percentiles({ p50Ms: 612, n: 40 });
  expect(keys({ ttft, firstAnswer })).toEqual(expect.arrayContaining(['p95', 'p99', 'answer']));
});

test('new and kept connections, cold and warm cache stand apart, each with its requests', () => {
  const byConnection = {
    cold: percentiles({ p50Ms: 251, n: 60 }),
    warm: percentiles({ p50Ms: 181, n: 352 }),
  };
  expect(cell('new', { byConnection })).toEqual({ text: '251', sub: 'n\u00A060' });
  expect(cell('kept', { byConnection })).toEqual({ text: '181', sub: 'n\u00A0352' });
  expect(cell('warm', { byCache: byConnection })).toEqual({ text: '181', sub: 'n\u00A0352' });
  expect(cell('warm', { byCache: null }).text).toBe('–');
});

test('the cache says its share of the prompts, and when that is only the most it can be', () => {
  const cache = { hitShare: 0.94, cachedTokens: 940, promptTokens: 1000, n: 12 };
  expect(cell('hit', { cache: { ...cache, from: 'server' } })).toMatchObject({
    text: '94',
    sub: 'n\u00A012',
    hint: expect.stringContaining('reported by the server'),
  });
  expect(cell('hit', { cache: { ...cache, from: 'estimated' } }).text).toBe('≈\u00A094');
});

describe('the queue', () => {
  const queue = { p50Ms: 2000, p90Ms: null, n: 20, plusMinusMs: null };

  test('says how it is known', () => {
    expect(cell('queue-p50', { queue: { ...queue, from: 'server' } })).toEqual({
      text: (2000).toLocaleString(),
      sub: 'server',
      hint: 'Reported by the server. n 20.',
    });
  });

  test('carries what an estimate may be off by', () => {
    const estimated = { ...queue, p50Ms: 41, from: 'estimated', plusMinusMs: 19 } as const;
    expect(cell('queue-p50', { queue: estimated })).toMatchObject({
      text: '≈\u00A041 ±\u00A019',
      sub: 'estimated',
    });
  });

  test('is a dash where nothing tells, never a zero', () => {
    expect(cell('queue-p50', { queue: null }).text).toBe('–');
    expect(cell('queue-p90', { queue: { ...queue, from: 'server' } }).text).toBe('–');
  });
});

describe('TPS', () => {
  test('is early against late, with the decline', () => {
    expect(cell('tps', { decode: decode({ earlyTps: 100, lateTps: 65 }) })).toMatchObject({
      text: '100 → 65',
      sub: '−35\u00A0%',
    });
    expect(cell('tps', { decode: decode({ earlyTps: 100, lateTps: 104 }) }).sub).toBe('+4\u00A0%');
  });

  test('is marked where tokens were estimated', () => {
    const estimated = decode({ earlyTps: 100, lateTps: 65, tokensFrom: 'estimated' });
    expect(cell('tps', { decode: estimated }).text).toBe('≈\u00A0100 → 65');
    expect(tpsSpoken(model('m', { decode: estimated }))).toContain('tokens estimated');
  });

  test('is the median where answers are too short to tell early from late', () => {
    expect(cell('tps', { decode: null, tps: 88 })).toMatchObject({ text: '88' });
    expect(tpsSpoken(model('m'))).toBe('m: not enough long answers to tell TPS by position.');
    expect(tpsByPosition(null)).toBe('–');
  });

  test('by position is in words what the line shows', () => {
    const two = decode({ earlyTps: 100, lateTps: 65, n: 9 });
    const line = { ...two, byPosition: two.byPosition.slice(0, 2) };
    expect(tpsByPosition(line)).toBe('0\u2060–\u206064:\u00A0100, 64\u2060–\u2060128:\u00A095');
    expect(tpsSpoken(model('m', { decode: line }))).toBe(
      'm: TPS by position in the answer, from 100 to 65, −35\u00A0%, n 9. Tokens 0\u2060–\u206064:\u00A0100, 64\u2060–\u2060128:\u00A095.',
    );
  });

  test('end to end includes the wait for the first token', () => {
    expect(cell('whole', { endToEndTps: 54.4 }).text).toBe('54');
    expect(cell('whole', { endToEndTps: null }).text).toBe('–');
  });
});

test('the models with a server are shown, in the order of the Models section', () => {
  const { models } = typicalSnapshot();
  const ids = detailedModels(models, { sort: DEFAULT_SORT, allModels: false }).map(({ id }) => id);
  expect(ids).toEqual(['qwen-local', 'gemini-flash', 'coder-7b', 'codestral']);
});

test('an end-to-end rate of estimated tokens is marked', () => {
  const whole = detailColumns([model('m')]).find(({ key }) => key === 'whole');
  const text = (part: Partial<ModelSummary>) => whole?.cell(model('m', part)).text;
  expect(text({ endToEndTps: 54, tpsEstimated: false })).toBe('54');
  expect(text({ endToEndTps: 54, tpsEstimated: true })).toBe('≈\u00A054');
  expect(text({ endToEndTps: null, tpsEstimated: true })).toBe('–');
});
