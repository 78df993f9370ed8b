import { describe, expect, test } from 'vitest';
import { createAllowance } from '../../../src/core/race/allowance.ts';
import { plan } from '../../../src/core/race/plan.ts';
import { createStandings } from '../../../src/core/race/standing.ts';
import type { LaneRecord } from '../../../src/core/record.ts';
import { mute } from '../../support/records.ts';

const lane = (part: Partial<LaneRecord>): LaneRecord =>
  mute({ model: 'm', outcome: 'finished', dispatchedMs: 60, endMs: 500, ...part });
const hit = lane({ firstLineMs: 200 });
const miss = lane({ firstLineMs: 400 });

/** One request a second, and how the model stands right after, or `laterMs` later. */
function chanceAfter(lanes: readonly LaneRecord[], laterMs = 0): number {
  const standings = createStandings();
  for (const [second, one] of lanes.entries()) standings.note(one, 300, second * 1000);
  return standings.of('m', lanes.length * 1000 + laterMs).inTimeProbability;
}

test('an unknown model stands near one half', () => expect(chanceAfter([])).toBeCloseTo(0.5, 1));

describe('what counts', () => {
  const table: readonly [string, LaneRecord, 'up' | 'down' | 'same'][] = [
    ['a line within the budget', hit, 'up'],
    ['a line after it', miss, 'down'],
    ['a failure', lane({ outcome: 'failed', endMs: 70 }), 'down'],
    ['an empty answer in time', lane({ outcome: 'silent', endMs: 150 }), 'up'],
    ['a stop before the deadline tells nothing', lane({ outcome: 'stopped', endMs: 150 }), 'same'],
    ['a stop at it without a line', lane({ outcome: 'stopped', endMs: 300 }), 'down'],
  ];
  test.each(table)('%s', (_name, one, direction) => {
    expect(Math.sign(chanceAfter([one]) - chanceAfter([]))).toBe(
      { up: 1, down: -1, same: 0 }[direction],
    );
  });
});

const good = Array.from({ length: 200 }, () => hit);

test('a slow spell is noticed with the second miss, and forgiven with the third hit', () => {
  expect(chanceAfter(good)).toBeGreaterThan(0.9);
  expect(chanceAfter([...good, miss])).toBeLessThan(0.87);
  expect(chanceAfter([...good, miss, miss])).toBeLessThan(0.5);
  expect(chanceAfter([...good, miss, miss, miss])).toBeLessThan(0.3);
  expect(
    chanceAfter([...good, ...Array.from({ length: 40 }, () => miss), hit, hit, hit]),
  ).toBeGreaterThan(0.8);
});

test('what was slow a while ago is given another chance, what never was in time is not', () => {
  expect(chanceAfter([...good, miss, miss, miss], 180_000)).toBeGreaterThan(0.85);
  expect(
    chanceAfter(
      Array.from({ length: 200 }, () => miss),
      180_000,
    ),
  ).toBeLessThan(0.1);
});

test('large prompts and cold connections are judged by their like, as far as it is known', () => {
  const standings = createStandings();
  const of = (chars: number) => ({ promptSize: { chars, repeatedChars: 0 } });
  for (let at = 0; at < 40; at += 1) {
    standings.note(lane({ firstLineMs: 200, ...of(1000) }), 300, at * 1e3);
    standings.note(lane({ firstLineMs: 900, ...of(20_000) }), 300, at * 1e3 + 500);
  }
  const chance = (promptChars: number) =>
    standings.of('m', 4e4, { promptChars, warm: true }).inTimeProbability;
  expect(chance(1000)).toBeGreaterThan(0.7);
  expect(chance(20_000)).toBeLessThan(0.3);
  expect(chance(5000)).toBeCloseTo(standings.of('m', 4e4).inTimeProbability, 5);
});

test('the median is over the last lines, from the send', () => {
  const standings = createStandings();
  expect(standings.of('m', 0).medianLineMs).toBeNull();
  for (let ms = 0; ms < 15; ms += 1) standings.note(lane({ firstLineMs: 1000 }), 300, ms);
  for (let ms = 0; ms < 15; ms += 1) standings.note(lane({ firstLineMs: 160 }), 300, ms);
  expect(standings.of('m', 0).medianLineMs).toBe(100);
});

test('the allowance holds what the keystrokes credit, up to a burst of ten', () => {
  const allowance = createAllowance();
  expect(allowance.affordable()).toBe(0);
  for (let key = 0; key < 10; key += 1) allowance.credit(0.101);
  expect(allowance.affordable()).toBe(1);
  for (let key = 0; key < 1000; key += 1) allowance.credit(1);
  expect(allowance.affordable()).toBe(10);
  allowance.spend(10);
  expect(allowance.affordable()).toBe(0);
});

test('a default that recovers after a bad minute is asked first again, without any allowance', () => {
  const standings = createStandings();
  const asked = { a: 0, b: 0 };
  let backAtS: number | null = null;
  for (let second = 0; second < 1800; second += 0.4) {
    const atMs = second * 1000;
    const of = (id: string) => ({ id, queueKey: id, standing: standings.of(id, atMs) });
    const { start } = plan({
      candidates: [of('a'), of('b')],
      policy: 'adaptive',
      defaultModel: 'a',
      trigger: 'automatic',
      timeLeftMs: 270,
      extraAffordable: 0,
      incumbent: null,
      explore: false,
    });
    for (const id of start) {
      asked[id as 'a' | 'b'] += 1;
      const isMiss = id === 'a' && second < 40;
      standings.note({ ...(isMiss ? miss : hit), model: id }, 300, atMs);
    }
    if (second > 40 && start[0] === 'a') backAtS ??= second;
  }
  expect(backAtS).toBeGreaterThan(40);
  expect(backAtS).toBeLessThan(400);
  // The tries cost one request in ten seconds at most.
  expect(asked.a + asked.b).toBeLessThan(4500 * 1.06);
});
