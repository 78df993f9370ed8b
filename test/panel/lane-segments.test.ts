import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Floor } from '../../src/core/protocol.ts';
import type { LaneRecord } from '../../src/core/record.ts';
import { laneSegments } from '../../src/panel/lane-segments.ts';
import {
  hostedLane,
  lane,
  refusedLane,
  stoppedLane,
  unsureLane,
} from '../support/panel-fixtures.ts';

const FLOOR: Floor = {
  baseMs: 30,
  msPerUncachedToken: 0.1,
  longestTokens: 4000,
  plusMinusMs: 12,
  charsPerToken: 3.6,
  n: 60,
};

/** For example `server whole 62-182`. */
const drawn = (record: LaneRecord, floor: Floor | null = null) =>
  laneSegments(record, floor).map((s) => {
    const [from, to] = [s.fromMs, s.toMs].map((ms) => Math.round(ms * 10) / 10);
    return `${s.name} ${s.known} ${from}-${to}`;
  });
/** Nothing but the moments that every transport sees. */
const plain = (part: Partial<LaneRecord> = {}) => hostedLane('m', { roundTripMs: null, ...part });

test('a server that reports nothing: its time is one block, measured but not split', () => {
  expect(drawn(plain())).toEqual([
    'wait measured 0-24',
    'connect measured 24-62',
    'server whole 62-182',
    'line measured 182-206',
    'decode measured 206-302',
  ]);
});

test('a warm connection takes no time of its own', () => {
  const record = plain({ reusedConnection: true, connectedMs: 24 });
  expect(drawn(record)).not.toContainEqual(expect.stringContaining('connect'));
});

test('what the server reports is measured, and one trip over the network is derived', () => {
  const record = plain({ roundTripMs: 10, server: { queueMs: 30, prefillMs: 80 } });
  expect(drawn(record).slice(1, 5)).toEqual([
    'connect measured 24-62',
    'network derived 62-72',
    'queue measured 72-102',
    'prefill measured 102-182',
  ]);
});

test('a sign that prefill began splits the time without the server’s report', () => {
  expect(drawn(plain({ processingMs: 100 })).slice(2, 4)).toEqual([
    'queue derived 62-100',
    'prefill derived 100-182',
  ]);
});

test('against the model’s own floor a queue is estimated, with what it may be off by', () => {
  const record = plain({ firstTokenMs: 700, firstLineMs: null, lastTokenMs: 820 });
  const queue = laneSegments(record, FLOOR).find(({ name }) => name === 'queue');
  expect(queue).toMatchObject({ known: 'estimated', plusMinusMs: 12 });
  expect(drawn(record).some((each) => each.startsWith('queue'))).toBe(false);
});

test('thinking lies between the first token and the first of the answer', () => {
  const record = plain({ firstAnswerMs: 900, firstLineMs: 940, lastTokenMs: 1200 });
  expect(drawn(record).slice(-3)).toEqual([
    'thinking measured 182-900',
    'line measured 900-940',
    'decode measured 940-1200',
  ]);
});

test('less than a millisecond between the two is no thinking', () => {
  const record = plain({ firstAnswerMs: 182.6, firstLineMs: 206 });
  expect(drawn(record).slice(-2)).toEqual(['line measured 182-206', 'decode measured 206-302']);
});

test.each<[string, LaneRecord, string]>([
  ['while connecting', { ...stoppedLane('m', 90), connectedMs: null }, 'connect unknown 24-90'],
  ['in the server', { ...stoppedLane('m', 147), roundTripMs: null }, 'server unknown 60-147'],
  [
    'in prefill',
    { ...stoppedLane('m', 147), roundTripMs: null, processingMs: 80 },
    'prefill unknown 80-147',
  ],
  ['by a refusal', { ...refusedLane('m', 401, 88), roundTripMs: null }, 'server unknown 60-88'],
])('a request that ended %s leaves its last phase open', (_, record, last) => {
  expect(drawn(record).at(-1)).toBe(last);
});

test('the built-in predictor computes, and nothing else', () => {
  expect(drawn(unsureLane(0.3, 1.6))).toEqual(['compute measured 0-1.6']);
  expect(drawn({ ...unsureLane(0.3, 1.6), firstTokenMs: null })).toEqual([
    'compute measured 0-1.6',
  ]);
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
    fc.property(record, fc.constantFrom(null, FLOOR), (each, floor) => {
      let atMs = 0;
      for (const segment of laneSegments(each, floor)) {
        expect(segment.fromMs).toBe(atMs);
        expect(segment.toMs).toBeGreaterThan(segment.fromMs);
        atMs = segment.toMs;
      }
    }),
  );
});
