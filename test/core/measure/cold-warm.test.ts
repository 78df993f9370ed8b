import { expect, test } from 'vitest';
import { byCache, byConnection } from '../../../src/core/measure/cold-warm.ts';
import { failed, lane, mute, stopped } from '../../support/records.ts';

test('connections are told apart, and what is not known is in neither', () => {
  const { cold, warm } = byConnection([
    lane({ reusedConnection: false, firstTokenMs: 300 }),
    lane({ reusedConnection: true }),
    lane({ reusedConnection: null }),
  ]);
  expect(cold).toMatchObject({ p50Ms: 280, n: 1 });
  expect(warm).toMatchObject({ p50Ms: 100, n: 1 });
});

test('a request that ended while it was connecting was on a new connection', () => {
  const connecting = { connectedMs: null, reusedConnection: null } as const;
  const { cold, warm } = byConnection([
    lane(),
    stopped(400, connecting),
    failed(5000, { ...connecting, error: { code: 'timeout' } }),
    failed(10, { ...connecting, error: { code: 'config' } }),
  ]);
  expect(cold).toMatchObject({ n: 2, censored: 1 });
  expect(warm.n).toBe(1);
});

test('a transport that never tells of connections has no cold ones either', () => {
  const dumb = { connectedMs: null, reusedConnection: null } as const;
  expect(byConnection([lane(dumb), stopped(400, dumb)])).toMatchObject({
    cold: { n: 0 },
    warm: { n: 0 },
  });
});

test('a prompt is warm when at least half of it came from the cache', () => {
  const cached = (cachedTokens: number) => lane({ usage: { promptTokens: 100, cachedTokens } });
  const split = byCache([cached(0), cached(49), cached(50), cached(100)]);
  expect([split?.cold.n, split?.warm.n]).toEqual([2, 2]);
});

test('without a report the repeated beginning of the prompt tells, also of a stopped request', () => {
  const promptSize = { chars: 1000, repeatedChars: 900 };
  const split = byCache([stopped(90, { promptSize }), mute(), lane()]);
  expect(split?.warm).toMatchObject({ n: 2, censored: 1 });
  expect(byCache([mute()])).toBeNull();
});
