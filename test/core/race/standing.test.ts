import { describe, expect, test } from 'vitest';
import { createAllowance } from '../../../src/core/race/allowance.ts';
import { createStandings } from '../../../src/core/race/standing.ts';
import type { LaneRecord } from '../../../src/core/record.ts';
import { mute } from '../../support/records.ts';

const lane = (part: Partial<LaneRecord>): LaneRecord =>
  mute({ model: 'm', outcome: 'finished', dispatchedMs: 60, endMs: 500, ...part });
const hit = lane({ firstLineMs: 200 });
const miss = lane({ firstLineMs: 400 });

function after(lanes: readonly LaneRecord[]): number {
  const standings = createStandings();
  for (const one of lanes) standings.note(one, 300);
  return standings.of('m').inTimeProbability;
}

test('an unknown model stands at one half', () => expect(after([])).toBe(0.5));

describe('what counts', () => {
  const table: readonly [string, LaneRecord, 'up' | 'down' | 'same'][] = [
    ['a line within the budget', hit, 'up'],
    ['a line after it', miss, 'down'],
    ['a failure', lane({ outcome: 'failed', endMs: 70 }), 'down'],
    ['an empty answer in time', lane({ outcome: 'silent', endMs: 150 }), 'up'],
    ['a stop before the deadline tells nothing', lane({ outcome: 'stopped', endMs: 150 }), 'same'],
    ['a stop after it without a line', lane({ outcome: 'stopped', endMs: 350 }), 'down'],
  ];
  test.each(table)('%s', (_name, one, direction) => {
    expect(Math.sign(after([one]) - 0.5)).toBe({ up: 1, down: -1, same: 0 }[direction]);
  });
});

test('a slow spell is noticed within some twenty requests and forgotten as fast', () => {
  const good = Array.from({ length: 200 }, () => hit);
  const bad = Array.from({ length: 25 }, () => miss);
  expect(after(good)).toBeGreaterThan(0.95);
  expect(after([...good, ...bad])).toBeLessThan(0.5);
  expect(after([...good, ...bad, ...good.slice(0, 60)])).toBeGreaterThan(0.8);
});

test('the median is over the last lines, from the send', () => {
  const standings = createStandings();
  expect(standings.of('m').medianLineMs).toBeNull();
  for (let ms = 0; ms < 15; ms += 1) standings.note(lane({ firstLineMs: 1000 }), 300);
  for (let ms = 0; ms < 15; ms += 1) standings.note(lane({ firstLineMs: 160 }), 300);
  expect(standings.of('m').medianLineMs).toBe(100);
});

test('the allowance allows a burst of ten, then what the keystrokes credit', () => {
  const allowance = createAllowance();
  expect(allowance.affordable()).toBe(10);
  allowance.spend(10);
  expect(allowance.affordable()).toBe(0);
  for (let key = 0; key < 10; key += 1) allowance.credit(0.101);
  expect(allowance.affordable()).toBe(1);
  for (let key = 0; key < 1000; key += 1) allowance.credit(1);
  expect(allowance.affordable()).toBe(10);
});
