import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeLine, encodeRecord } from '../../src/history/record-line.ts';
import { accept, lane, measurement, race } from '../support/records.ts';

test('a record becomes one line and comes back', () => {
  for (const record of [race({ lanes: [lane()] }), accept(), measurement()]) {
    const text = encodeRecord(record) ?? '';
    expect(text.endsWith('\n')).toBe(true);
    expect(text.trimEnd()).not.toContain('\n');
    expect(decodeLine(text.trimEnd())).toEqual({ kind: 'record', record });
  }
});

test('a name with a line feed cannot break the line', () => {
  const record = accept({ model: 'a\nb\u2028c' });
  const text = encodeRecord(record) ?? '';
  expect(text.match(/\n/g)).toHaveLength(1);
  expect(decodeLine(text.trimEnd())).toEqual({ kind: 'record', record });
});

test('a record with an impossible value becomes no line', () => {
  expect(encodeRecord(race({ at: Number.NaN }))).toBeNull();
});

test('the longest record that is written can be read back', () => {
  const ms = 82_345_678.12;
  const curve = Array.from({ length: 32 }, (_, i) => [ms, 1e6 + i, 1e7 + i, 1e6 + i] as const);
  const long = lane({
    // The longest name, each of its characters written as six.
    model: '\u0001'.repeat(200),
    outcome: 'failed',
    error: { code: 'rate-limited', status: 429 },
    dispatchedMs: ms,
    connectedMs: ms,
    roundTripMs: ms,
    headersMs: ms,
    waitingMs: ms,
    processingMs: ms,
    firstChunkMs: ms,
    firstTokenMs: ms,
    firstLineMs: ms,
    lastTokenMs: ms,
    endMs: ms,
    curve,
    promptSize: { chars: 1e9, repeatedChars: 1e9 },
    usage: { promptTokens: 1e9, cachedTokens: 1e9, completionTokens: 1e9, reasoningTokens: 1e9 },
    server: {
      queueMs: Math.PI * 1e6,
      loadMs: Math.PI * 1e6,
      prefillMs: Math.PI * 1e6,
      decodeMs: Math.PI * 1e6,
      ttftMs: Math.PI * 1e6,
      totalMs: Math.PI * 1e6,
    },
    confidence: Math.PI / 4,
  });
  const record = race({ lanes: Array.from({ length: 64 }, () => long) });
  const text = encodeRecord(record) ?? '';
  expect(text.length).toBeGreaterThan(200_000);
  expect(decodeLine(text.trimEnd())).toEqual({ kind: 'record', record });
});

test.each([
  ['torn', (encodeRecord(race()) ?? '').slice(0, 60), 'damaged'],
  ['empty', '', 'damaged'],
  ['no object', '7', 'damaged'],
  ['without version', '{"kind":"race"}', 'damaged'],
  ['of version 1 but wrong', '{"v":1,"kind":"race"}', 'damaged'],
  ['of a text as version', '{"v":"2"}', 'damaged'],
  ['newer', '{"v":3,"kind":"whatever","new":true}', 'newer'],
  ['endless', `{"v":3,"x":"${'x'.repeat(300_000)}"}`, 'damaged'],
  ['a megabyte of brackets', '['.repeat(1_000_000), 'damaged'],
])('a line that is %s is %s', (_, line, kind) => {
  expect(decodeLine(line)).toEqual({ kind });
});

test('no line throws', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (line) => {
      expect(['record', 'newer', 'damaged']).toContain(decodeLine(line).kind);
    }),
  );
});
