import { expect, test } from 'vitest';
import { fitFloor } from '../../src/core/measure/queue-floor.ts';
import type { LaneRecord } from '../../src/core/record.ts';
import { floorsOverTime } from '../../src/history/floors-over-time.ts';
import { lane, mute } from '../support/records.ts';

/** Prompts of 500 to 900 tokens that take `baseMs` and a tenth of a millisecond for each token. */
const asked = (count: number, baseMs: number) =>
  Array.from({ length: count }, (_, i) => {
    const tokens = 500 + (i % 5) * 100;
    return {
      isWarmUp: false,
      lane: lane({
        dispatchedMs: 0,
        connectedMs: 0,
        firstTokenMs: baseMs + tokens / 10 + (i % 7) / 10,
        usage: { promptTokens: tokens, cachedTokens: 0 },
        server: {},
      }),
    };
  });
const lanesOf = (all: readonly { readonly lane: LaneRecord }[]) => all.map((one) => one.lane);

test('a request is judged by the floor of its own time, not by that of a server of today', () => {
  const [before, after] = [asked(300, 20), asked(300, 500)];
  const floorOf = floorsOverTime([...before, ...after]);
  const baseOf = (one: { readonly lane: LaneRecord } | undefined) =>
    one === undefined ? null : floorOf(one.lane)?.baseMs;
  expect(baseOf(before[0])).toBeCloseTo(20, -1);
  expect(baseOf(before[299])).toBeCloseTo(20, -1);
  expect(baseOf(after[299])).toBeCloseTo(500, -2);
});

test('the youngest request has the floor that is fitted to all of them', () => {
  const all = asked(270, 20);
  expect(floorsOverTime(all)(all[269]?.lane as LaneRecord)).toEqual(fitFloor(lanesOf(all)));
});

test('too few requests make no floor, and an empty history none either', () => {
  const few = asked(12, 20);
  expect(lanesOf(few).map(floorsOverTime(few))).toEqual(Array.from({ length: 12 }, () => null));
  expect(floorsOverTime([])(lane())).toBeNull();
});

test('a warm-up has a floor and moves none', () => {
  const all = asked(100, 20);
  const warmUps = asked(100, 5000).map((one) => ({ ...one, isWarmUp: true }));
  const floorOf = floorsOverTime([...all, ...warmUps]);
  expect(floorOf(warmUps[99]?.lane as LaneRecord)).toEqual(fitFloor(lanesOf(all)));
});

test('a request without a first token has the floor of the others around it', () => {
  const quiet = { lane: mute({ outcome: 'stopped' }), isWarmUp: false };
  const all = [...asked(50, 20), quiet, ...asked(50, 20)];
  expect(floorsOverTime(all)(quiet.lane)).not.toBeNull();
});
