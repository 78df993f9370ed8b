import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LaneRecord } from '../../src/core/record.ts';
import { laneSegments } from '../../src/panel/lane-segments.ts';
import {
  hostedLane,
  lane,
  refusedLane,
  stoppedLane,
  unsureLane,
} from '../support/panel-fixtures.ts';

/** For example `server whole 62-182`. */
const drawn = (record: LaneRecord) =>
  laneSegments(record).map((s) => `${s.phase} ${s.provenance} ${s.fromMs}-${s.toMs}`);

test('a server that reports nothing: its time is one block, measured but not split', () => {
  expect(drawn(hostedLane('m'))).toEqual([
    'wait measured 0-24',
    'connect measured 24-62',
    'server whole 62-182',
    'line measured 182-206',
    'decode measured 206-302',
  ]);
});

test('a warm connection takes no time of its own', () => {
  expect(drawn(hostedLane('m', { reusedConnection: true }))).not.toContainEqual(
    expect.stringContaining('connect'),
  );
});

test('reported queue and prefill are measured, and what is left over is the network', () => {
  const record = hostedLane('m', { server: { queueMs: 30, prefillMs: 80 } });
  expect(drawn(record).slice(1, 5)).toEqual([
    'connect measured 24-62',
    'network derived 62-72',
    'queue measured 72-102',
    'prefill measured 102-182',
  ]);
});

test('prefill alone: the rest before it may be queue or network, and is not guessed', () => {
  expect(drawn(hostedLane('m', { server: { prefillMs: 80 } })).slice(2, 4)).toEqual([
    'server whole 62-102',
    'prefill measured 102-182',
  ]);
});

test('prefill alone, with a sign of its start: the wait before that sign is a derived queue', () => {
  const record = hostedLane('m', { processingMs: 90, server: { prefillMs: 80 } });
  expect(drawn(record).slice(2, 5)).toEqual([
    'queue derived 62-90',
    'server whole 90-102',
    'prefill measured 102-182',
  ]);
});

test('model load counts as queue, and without a prefill time the rest is not split', () => {
  expect(drawn(hostedLane('m', { server: { loadMs: 50 } })).slice(2, 4)).toEqual([
    'queue measured 62-112',
    'server whole 112-182',
  ]);
});

test('a sign that prefill began splits the time without the server’s report', () => {
  expect(drawn(hostedLane('m', { processingMs: 100 })).slice(2, 4)).toEqual([
    'queue derived 62-100',
    'prefill derived 100-182',
  ]);
});

test('phases longer than the time we measured are not believed', () => {
  expect(drawn(hostedLane('m', { server: { prefillMs: 500 } }))[2]).toBe('server whole 62-182');
});

test('phases longer only by the clocks’ rounding are believed', () => {
  expect(drawn(hostedLane('m', { server: { queueMs: 0, prefillMs: 123 } }))[2]).toBe(
    'prefill measured 62-182',
  );
});

test.each<[string, LaneRecord, string]>([
  ['while connecting', { ...stoppedLane('m', 90), connectedMs: null }, 'connect unknown 24-90'],
  ['in the server', stoppedLane('m', 147), 'server unknown 60-147'],
  ['in prefill', { ...stoppedLane('m', 147), processingMs: 80 }, 'prefill unknown 80-147'],
  ['by a refusal', refusedLane('m', 401, 88), 'server unknown 60-88'],
])('a request that ended %s leaves its last phase open', (_, record, last) => {
  expect(drawn(record).at(-1)).toBe(last);
});

test('the built-in predictor computes, and nothing else', () => {
  expect(drawn(unsureLane(0.3, 1.6))).toEqual(['compute measured 0-1.6']);
});

test('segments follow each other without gaps from the keystroke, whatever the record says', () => {
  const time = fc.option(fc.double({ min: -50, max: 5000, noNaN: true }), { nil: null });
  const known = fc.option(fc.double({ min: 0, max: 5000, noNaN: true }), { nil: undefined });
  const record = fc
    .record({
      dispatchedMs: fc.double({ min: 0, max: 500, noNaN: true }),
      connectedMs: time,
      reusedConnection: fc.constantFrom(true, false, null),
      headersMs: time,
      processingMs: time,
      firstTokenMs: time,
      firstLineMs: time,
      lastTokenMs: time,
      endMs: fc.double({ min: 0, max: 5000, noNaN: true }),
      server: fc.record({ queueMs: known, loadMs: known, prefillMs: known }),
    })
    .map((part) => lane('m', part as Partial<LaneRecord>));
  fc.assert(
    fc.property(record, (each) => {
      let atMs = 0;
      for (const segment of laneSegments(each)) {
        expect(segment.fromMs).toBe(atMs);
        expect(segment.toMs).toBeGreaterThan(segment.fromMs);
        atMs = segment.toMs;
      }
    }),
  );
});
