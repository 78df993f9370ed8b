import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeLine, encodeRecord } from '../../src/history/record-line.ts';
import { accept, lane, race } from '../support/records.ts';

test('a record becomes one line and comes back', () => {
  for (const record of [race({ lanes: [lane()] }), accept()]) {
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

test.each([
  ['torn', (encodeRecord(race()) ?? '').slice(0, 60), 'damaged'],
  ['empty', '', 'damaged'],
  ['no object', '7', 'damaged'],
  ['without version', '{"kind":"race"}', 'damaged'],
  ['of version 1 but wrong', '{"v":1,"kind":"race"}', 'damaged'],
  ['of a text as version', '{"v":"2"}', 'damaged'],
  ['newer', '{"v":3,"kind":"whatever","new":true}', 'newer'],
  ['endless', `{"v":3,"x":"${'x'.repeat(100_000)}"}`, 'damaged'],
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
