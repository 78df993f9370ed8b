import { expect, test } from 'vitest';
import { laneQueue } from '../../../src/core/measure/lane-queue.ts';
import { unseenDecodeMs } from '../../../src/core/measure/unseen-decode.ts';
import type { Floor } from '../../../src/core/protocol.ts';
import type { LaneRecord } from '../../../src/core/record.ts';
import { lane } from '../../support/records.ts';

/** Nothing queued: 20 ms of prefill and 1000 of decode, of which a proxy handed on all at 1023 ms. */
const buffered = (changes: Partial<LaneRecord> = {}) =>
  lane({
    dispatchedMs: 0,
    connectedMs: 2,
    firstChunkMs: 1023,
    firstTokenMs: 1023,
    lastTokenMs: 1024,
    endMs: 1025,
    pieces: 100,
    chars: 400,
    usage: { promptTokens: 900, cachedTokens: 0, completionTokens: 100 },
    server: { prefillMs: 20, decodeMs: 1000 },
    ...changes,
  });

const body = { pieces: 1, lastTokenMs: 1023 };

test('decode that lay before our first token is no queue', () => {
  expect(unseenDecodeMs(buffered())).toBe(999);
  expect(laneQueue(buffered(), null)).toMatchObject({ ms: 2, from: 'derived' });
  expect(laneQueue(buffered(body), null)).toMatchObject({ ms: 1, from: 'derived' });
});

test('a queue before a kept back answer is still found', () => {
  const moved = { firstTokenMs: 3023, firstChunkMs: 3023, lastTokenMs: 3024, endMs: 3025 };
  expect(laneQueue(buffered(moved), null)).toMatchObject({ ms: 2002, from: 'derived' });
});

test('signs of prefill and of waiting that came with the flush are none', () => {
  for (const mark of [{ processingMs: 1022.8 }, { waitingMs: 1022.5 }]) {
    expect(laneQueue(buffered(mark), null)?.ms).toBe(2);
    expect(laneQueue(buffered({ ...mark, server: { prefillMs: 20 } }), null)).toBeNull();
  }
});

test('a sign of prefill that came in time still tells the queue of an answer in one body', () => {
  const late = { ...body, firstTokenMs: 3023, lastTokenMs: 3023, endMs: 3025 };
  const found = laneQueue(buffered({ ...late, processingMs: 2002 }), null);
  expect(found).toMatchObject({ ms: 2000, from: 'derived' });
});

const floor: Floor = {
  baseMs: 20,
  msPerUncachedToken: 0,
  plusMinusMs: 10,
  longestTokens: 1500,
  charsPerToken: 4,
  n: 100,
};

test('over a floor, too, unseen decode is no queue, and of an unknown time nothing is said', () => {
  expect(laneQueue(buffered({ server: { decodeMs: 1000 } }), floor)?.ms).toBe(0);
  expect(laneQueue(buffered({ server: {} }), floor)).toBeNull();
  expect(laneQueue(buffered({ server: { prefillMs: 20 } }), null)).toBeNull();
});

test('thinking that was counted and not sent took an unknown time', () => {
  const usage = { promptTokens: 900, completionTokens: 200, reasoningTokens: 100 };
  const curve = [[1023, 1, 4, null] as const, [2023, 100, 400, null] as const];
  const thought = { usage, curve, lastTokenMs: 2023, endMs: 2025 };
  expect(laneQueue(buffered({ ...thought, server: { prefillMs: 20 } }), null)).toBeNull();
  const told = { prefillMs: 20, decodeMs: 2000 };
  expect(laneQueue(buffered({ ...thought, server: told }), null)?.ms).toBe(1);
});

test.each([
  ['an answer that was seen being written', buffered({ lastTokenMs: 2023, endMs: 2024 })],
  ['a few tokens in one piece', buffered({ ...body, usage: { completionTokens: 3 }, server: {} })],
  ['marks out of order', buffered({ lastTokenMs: 500 })],
])('%s hid nothing', (_, record) => {
  expect(unseenDecodeMs(record)).toBe(0);
});
