import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PROTOCOL_VERSION } from '../../src/core/protocol.ts';
import { readHostMessage } from '../../src/panel/host-message.ts';
import { typicalSnapshot } from '../support/panel-fixtures.ts';

const v = PROTOCOL_VERSION;

test('a snapshot and the loading message are taken', () => {
  const message = { v, type: 'snapshot', snapshot: typicalSnapshot() };
  expect(readHostMessage(structuredClone(message))).toEqual(message);
  expect(readHostMessage({ v, type: 'loading' })).toEqual({ v, type: 'loading' });
});

test('another version is told apart, whatever it says', () => {
  expect(readHostMessage({ v: v + 1, type: 'snapshot' })).toEqual({ type: 'other-version' });
});

test.each([
  ['nothing', null],
  ['a text', 'snapshot'],
  ['no version', { type: 'loading' }],
  ['an unknown type', { v, type: 'delta' }],
  ['a snapshot without content', { v, type: 'snapshot' }],
  [
    'models that are no list',
    { v, type: 'snapshot', snapshot: { ...typicalSnapshot(), models: {} } },
  ],
  ['no budget', { v, type: 'snapshot', snapshot: { ...typicalSnapshot(), budgetMs: 0 } }],
])('%s is ignored', (_, data) => {
  expect(readHostMessage(data)).toBeNull();
});

test('no data makes it throw', () => {
  fc.assert(
    fc.property(fc.anything(), (data) => {
      readHostMessage(data);
    }),
  );
});
