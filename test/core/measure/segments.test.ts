import { expect, test } from 'vitest';
import { segments, weakestOf } from '../../../src/core/measure/segments.ts';
import { failed, lane, spoken, stopped } from '../../support/records.ts';

const FLOOR = {
  baseMs: 10,
  msPerUncachedToken: 0.1,
  plusMinusMs: 8,
  longestTokens: 4000,
  charsPerToken: 3.6,
  n: 90,
};
const plain = { server: {}, usage: {}, processingMs: null } as const;

test('segments are those of the middle requests and add up to one of them', () => {
  const slow = lane({ ...plain, dispatchedMs: 20, connectedMs: 500, firstTokenMs: 900 });
  const fast = lane({ ...plain, dispatchedMs: 1, connectedMs: 1, firstTokenMs: 2 });
  const middle = lane({ ...plain, dispatchedMs: 24, connectedMs: 26, firstTokenMs: 119 });
  const found = segments([slow, middle, fast], null);
  expect(found).toEqual([
    { name: 'wait', ms: 24, from: 'derived', plusMinusMs: null },
    { name: 'connect', ms: 2, from: 'derived', plusMinusMs: null },
    { name: 'server', ms: 93, from: 'derived', plusMinusMs: null },
  ]);
});

test('they add up also where the requests know different phases', () => {
  const reported = lane({
    dispatchedMs: 20,
    connectedMs: 20,
    firstTokenMs: 120,
    server: { prefillMs: 60 },
  });
  const unknown = lane({ ...plain, dispatchedMs: 20, connectedMs: 20, firstTokenMs: 130 });
  const found = segments([reported, unknown], null) ?? [];
  expect(found.reduce((sum, { ms }) => sum + ms, 0)).toBeCloseTo(125, 9);
  expect(found.find(({ name }) => name === 'prefill')).toMatchObject({ ms: 30, from: 'server' });
});

test('a phase is as sure as the least sure of them, with its uncertainty', () => {
  const usage = { promptTokens: 300, cachedTokens: 0 };
  const estimated = lane({ ...plain, usage, connectedMs: 20, firstTokenMs: 200 });
  const reported = lane({
    usage,
    connectedMs: 20,
    firstTokenMs: 200,
    server: { queueMs: 40, prefillMs: 90 },
  });
  const queue = (segments([estimated, reported], FLOOR) ?? []).find(({ name }) => name === 'queue');
  expect(queue).toEqual({ name: 'queue', ms: (140 + 40) / 2, from: 'estimated', plusMinusMs: 4 });
});

test('the predictor waits and says', () => {
  expect(segments([spoken(2)], null)).toMatchObject([
    { name: 'wait', ms: 0 },
    { name: 'prefill', ms: 2 },
  ]);
});

test('requests without a first token, or of no use, have no segments', () => {
  expect(segments([stopped(90), failed(120, { firstTokenMs: 90 })], null)).toBeNull();
});

test('the weakest of nothing is nothing', () => {
  expect(weakestOf([])).toBeNull();
  expect(weakestOf(['server', 'derived', 'server'])).toBe('derived');
});
