import { expect, test } from 'vitest';
import { seededRandom } from '../../../src/core/seeded-random.ts';
import { createPace, type PacedServer } from '../../../src/core/trigger/pace.ts';

const own: PacedServer = { key: 'http://gpu', metered: false, usualMs: 200 };
const hosted: PacedServer = { key: 'https://api.example', metered: true, usualMs: 200 };

test('an idle server of one’s own is asked at once, however fast the keys', () => {
  const pace = createPace();
  for (let atMs = 0; atMs < 3000; atMs += 60) {
    pace.typed(atMs);
    expect(pace.delayMs(own, atMs)).toBe(0);
    pace.sent(own, atMs);
    pace.ended(own, atMs, false);
  }
});

test('one that is at work on an outrun request is asked when it is free, or at the next key', () => {
  const pace = createPace();
  pace.ended(own, 0, true);
  expect(pace.delayMs(own, 120)).toBe(80);
  expect(pace.delayMs(own, 10)).toBe(150);
  expect(pace.delayMs(own, 200)).toBe(0);
  pace.ended(own, 150, false);
  expect(pace.delayMs(own, 160)).toBe(0);
});

test('a metered one is asked at once until half of its bucket is gone, then less and less soon', () => {
  const pace = createPace();
  const delays: number[] = [];
  for (let request = 0; request < 25; request += 1) {
    delays.push(pace.delayMs(hosted, 0));
    pace.sent(hosted, 0);
  }
  expect(delays.slice(0, 11).every((ms) => ms === 0)).toBe(true);
  expect(delays).toEqual(delays.toSorted((a, b) => a - b));
  expect(delays[19]).toBeCloseTo(135, 5);
  // Four more than the bucket holds, at 1.5 a second.
  expect(delays.at(-1)).toBeCloseTo((5 / 1.5) * 1000, 5);
  expect(pace.delayMs(hosted, 60_000)).toBe(0);
});

test('the longest wait is the typist’s own gap between keys, not a fixed one', () => {
  for (const gap of [60, 130, 300]) {
    const pace = createPace();
    for (let key = 0; key < 30; key += 1) {
      pace.typed(key * gap);
      pace.typed(key * gap);
    }
    // A pause to think is no rhythm.
    pace.typed(30 * gap + 5000);
    for (let request = 0; request < 19; request += 1) pace.sent(hosted, 0);
    expect(pace.delayMs(hosted, 0)).toBeCloseTo(0.9 * gap, 5);
  }
});

test('an hour of typing stays below 95 requests a minute, however uneven the keys', () => {
  const random = seededRandom(3);
  const pace = createPace();
  let requests = 0;
  for (let atMs = 0; atMs < 600_000; ) {
    pace.typed(atMs);
    const gapMs =
      120 * Math.exp(0.4 * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(6.283 * random()));
    if (pace.delayMs(hosted, atMs) <= gapMs) {
      pace.sent(hosted, atMs);
      requests += 1;
    }
    atMs += gapMs;
  }
  expect(requests / 10).toBeLessThan(95);
  expect(requests / 10).toBeGreaterThan(80);
});

test('servers do not wait for each other', () => {
  const pace = createPace();
  for (let request = 0; request < 30; request += 1) pace.sent(hosted, 0);
  expect(pace.delayMs({ ...hosted, key: 'https://other.example' }, 0)).toBe(0);
});
