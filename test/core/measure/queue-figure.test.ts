import { expect, test } from 'vitest';
import { queueFigure } from '../../../src/core/measure/queue-figure.ts';
import type { LaneRecord } from '../../../src/core/record.ts';
import { failed, lane, spoken, stopped } from '../../support/records.ts';

const FLOOR = {
  baseMs: 10,
  msPerUncachedToken: 0.1,
  plusMinusMs: 8,
  longestTokens: 4000,
  charsPerToken: 3.6,
  n: 90,
};
const reported = (queueMs: number, changes: Partial<LaneRecord> = {}) =>
  lane({ connectedMs: 20, firstTokenMs: 2000, server: { queueMs, prefillMs: 20 }, ...changes });

test('a queue that the server reports is said as it reports it', () => {
  const lanes = [reported(30), reported(10), reported(500), spoken(1), failed(20)];
  expect(queueFigure(lanes, null)).toEqual({
    p50Ms: 30,
    p90Ms: null,
    n: 3,
    from: 'server',
    plusMinusMs: null,
  });
});

test('a queue of which nothing tells has no figure', () => {
  expect(queueFigure([lane({ server: {}, usage: {} })], null)).toBeNull();
  expect(queueFigure([stopped(90)], FLOOR)).toBeNull();
});

test('an estimated queue carries the uncertainty of its floor', () => {
  const usage = { promptTokens: 300, cachedTokens: 0 };
  const waited = lane({ usage, server: {}, connectedMs: 20, firstTokenMs: 200 });
  expect(queueFigure([waited], FLOOR)).toEqual({
    p50Ms: 140,
    p90Ms: null,
    n: 1,
    from: 'estimated',
    plusMinusMs: 8,
  });
});

test('requests that were stopped while they waited do not vanish', () => {
  const waiting = stopped(1000, { connectedMs: 20, waitingMs: 900, firstChunkMs: null });
  const seen = [reported(30), reported(40), reported(1200)];
  expect(queueFigure(seen, null)?.p50Ms).toBe(40);
  expect(queueFigure([...seen, waiting, waiting], null)).toMatchObject({ p50Ms: 1200, n: 5 });
});

test('beyond the floor a stopped request must have waited', () => {
  const promptSize = { chars: 360, repeatedChars: 0 };
  const outrun = stopped(700, { connectedMs: 20, promptSize });
  const seen = [reported(30), reported(40), reported(1200)];
  expect(queueFigure([...seen, outrun, outrun], FLOOR)?.p50Ms).toBe(1200);
});

test('what three servers told is not made less sure by a hundred estimates', () => {
  const usage = { promptTokens: 300, cachedTokens: 0 };
  const guessed = Array.from({ length: 100 }, () =>
    lane({ usage, server: {}, connectedMs: 20, firstTokenMs: 2200 }),
  );
  const told = [2001, 1998, 2003].map((ms) => reported(ms, { firstTokenMs: 2200 }));
  const figure = { p50Ms: 2001, n: 3, from: 'server', plusMinusMs: null };
  expect(queueFigure(told, null)).toMatchObject(figure);
  expect(queueFigure([...guessed, ...told], FLOOR)).toMatchObject(figure);
  expect(queueFigure([...guessed, ...told.slice(1)], FLOOR)?.from).toBe('estimated');
});

test('a request that was stopped before it must have waited says nothing', () => {
  const promptSize = { chars: 360, repeatedChars: 0 };
  const outrun = Array.from({ length: 50 }, () => stopped(25, { connectedMs: 20, promptSize }));
  const seen = [reported(0), reported(0), reported(40)];
  expect(queueFigure([...seen, ...outrun], FLOOR)).toMatchObject({ p50Ms: 0, n: 3 });
});
