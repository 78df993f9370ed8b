import { expect, test } from 'vitest';
import { segments } from '../../../src/core/measure/segments.ts';
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
  expect(found.find(({ name }) => name === 'prefill')).toMatchObject({ ms: 60, from: 'server' });
});

const sum = (phases: ReturnType<typeof segments>) =>
  (phases ?? []).reduce((total, { ms }) => total + ms, 0);
/** A request to vLLM that queues two seconds and reads for 150 ms; the report comes with its end alone. */
const queued = (i: number, reports: boolean) =>
  lane({
    provider: 'openai-completions',
    outcome: reports ? 'finished' : 'stopped',
    dispatchedMs: 20,
    connectedMs: 20,
    roundTripMs: null,
    firstTokenMs: 2220 + i,
    usage: reports ? { promptTokens: 300, cachedTokens: 0 } : {},
    server: reports ? { queueMs: 2001, prefillMs: 150 } : {},
  });

test('a queue that few requests live to report is the queue of the typical one', () => {
  // The middle fifth was stopped at its first token; the reports are of both ends.
  const lanes = Array.from({ length: 40 }, (_, i) => queued(i, i < 4 || i > 36));
  const found = segments(lanes, null);
  expect(found).toEqual([
    { name: 'wait', ms: 20, from: 'derived', plusMinusMs: null },
    { name: 'connect', ms: 0, from: 'derived', plusMinusMs: null },
    { name: 'queue', ms: 2001, from: 'server', plusMinusMs: null },
    { name: 'prefill', ms: 150, from: 'server', plusMinusMs: null },
    { name: 'server', ms: expect.closeTo(68.5, 6), from: 'derived', plusMinusMs: null },
  ]);
  expect(sum(found)).toBeCloseTo(2239.5, 9);
});

test('a floor that has the queue in it makes no told queue less sure', () => {
  const lanes = Array.from({ length: 40 }, (_, i) => queued(i, i % 10 === 0));
  const floor = { ...FLOOR, baseMs: 2100, plusMinusMs: 73 };
  const found = segments(lanes, floor);
  expect(found?.find(({ name }) => name === 'queue')).toMatchObject({ ms: 2001, from: 'server' });
  expect(found?.find(({ name }) => name === 'prefill')).toMatchObject({ ms: 150, from: 'server' });
  expect(found?.find(({ name }) => name === 'server')?.from).toBe('derived');
});

test('those that took ten times as long do not tell of the typical one', () => {
  const quick = Array.from({ length: 40 }, (_, i) =>
    lane({ ...plain, dispatchedMs: 20, connectedMs: 20, firstTokenMs: 200 + i }),
  );
  const found = segments([...quick, ...[1, 2, 3, 4].map((i) => queued(i, true))], null);
  expect(found?.map(({ name }) => name)).toEqual(['wait', 'connect', 'server']);
});

test('a load that each report gives alike is that load, however few report', () => {
  const loaded = (i: number) =>
    lane({
      ...plain,
      provider: 'ollama',
      dispatchedMs: 20,
      connectedMs: 20,
      firstTokenMs: 400,
      server: i % 4 === 0 ? { loadMs: 120, prefillMs: 150 } : {},
    });
  const found = segments(
    Array.from({ length: 20 }, (_, i) => loaded(i)),
    null,
  );
  expect(found?.find(({ name }) => name === 'load')).toMatchObject({ ms: 120, from: 'server' });
  expect(found?.find(({ name }) => name === 'prefill')).toMatchObject({ ms: 150, from: 'server' });
  expect(sum(found)).toBeCloseTo(400, 9);
});

test('what is estimated within its uncertainty of nothing stays in the time at the server', () => {
  const usage = { promptTokens: 30, cachedTokens: 0 };
  const bare = lane({ ...plain, usage, dispatchedMs: 20, connectedMs: 20, firstTokenMs: 35 });
  expect(segments([bare], FLOOR)?.slice(2)).toEqual([
    { name: 'server', ms: 15, from: 'derived', plusMinusMs: null },
  ]);
});

test('an estimate is the mean over all that it was made of, those without a queue too', () => {
  const usage = { promptTokens: 300, cachedTokens: 0 };
  const waited = lane({ ...plain, usage, connectedMs: 20, firstTokenMs: 200 });
  const straight = lane({ ...plain, usage, connectedMs: 160, firstTokenMs: 200 });
  const queue = (segments([waited, straight], FLOOR) ?? []).find(({ name }) => name === 'queue');
  expect(queue).toEqual({ name: 'queue', ms: 70, from: 'estimated', plusMinusMs: 8 });
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
