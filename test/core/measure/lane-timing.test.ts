import { expect, test } from 'vitest';
import { firstAnswerOf, firstTokenOf, wasInTime } from '../../../src/core/measure/lane-timing.ts';
import type { LaneRecord } from '../../../src/core/record.ts';
import { failed, lane, mute, spoken, stopped } from '../../support/records.ts';

const BUDGET_MS = 300;

const table: readonly [what: string, lane: LaneRecord, kind: string, inTime: boolean | null][] = [
  ['a first token in time', lane({ firstTokenMs: 120 }), 'seen', true],
  ['a first token exactly at the budget', lane({ firstTokenMs: 300 }), 'seen', true],
  ['a late first token', lane({ firstTokenMs: 301 }), 'seen', false],
  ['a first token before we stopped it', lane({ outcome: 'stopped', endMs: 130 }), 'seen', true],
  ['a late first token, stopped', lane({ outcome: 'stopped', firstTokenMs: 400 }), 'seen', false],
  ['stopped before the budget', stopped(299), 'stopped', null],
  ['stopped at the budget', stopped(300), 'stopped', false],
  ['stopped long after the budget', stopped(2000), 'stopped', false],
  ['refused', failed(40), 'never', false],
  ['failed after its first piece', failed(400, { firstTokenMs: 90 }), 'never', false],
  ['an empty answer in time', mute({ endMs: 200 }), 'silent', null],
  ['an empty answer after it', mute({ endMs: 301 }), 'silent', null],
  ['text that was not usable', mute({ firstTokenMs: 90 }), 'seen', true],
  ['an answer in time after thinking', thought({ firstAnswerMs: 280 }), 'seen', true],
  ['thinking in time, answering late', thought({ firstAnswerMs: 900 }), 'seen', false],
  ['stopped while it thought', thought({ outcome: 'stopped', endMs: 250 }), 'stopped', null],
  ['stopped thinking, late', thought({ outcome: 'stopped', endMs: 350 }), 'stopped', false],
  ['thinking to the limit', thought({ outcome: 'silent', endMs: 2000 }), 'stopped', false],
  ['the predictor speaking', spoken(1), 'seen', true],
  ['the predictor unsure', mute({ provider: 'embedded', endMs: 1 }), 'silent', false],
];

/** A lane whose first token, at 120 ms, is reasoning. */
function thought(changes: Partial<LaneRecord>): LaneRecord {
  return lane({ firstTokenMs: 120, firstAnswerMs: null, ...changes });
}

test.each(table)('%s', (_, record, kind, inTime) => {
  expect(firstAnswerOf(record).kind).toBe(kind);
  expect(wasInTime(record, BUDGET_MS)).toBe(inTime);
});

test('thinking is a first token, whatever becomes of the answer', () => {
  for (const outcome of ['finished', 'stopped', 'silent'] as const) {
    const record = thought({ outcome, endMs: 900 });
    expect(firstTokenOf(record)).toEqual({ kind: 'seen', fromKeyMs: 120 });
  }
  expect(firstTokenOf(failed(400, { firstTokenMs: 90 }))).toEqual({ kind: 'never' });
  expect(firstAnswerOf(thought({ outcome: 'silent', endMs: 900 }))).toEqual({
    kind: 'stopped',
    fromKeyMs: 900,
  });
});

test('a stopped request is known to be at least as slow as its stop', () => {
  expect(firstTokenOf(stopped(250))).toEqual({ kind: 'stopped', fromKeyMs: 250 });
});
