import { expect, test } from 'vitest';
import { type LaneFate, laneFate } from '../../../src/core/measure/lane-fate.ts';
import type { LaneRecord, RaceRecord } from '../../../src/core/record.ts';
import { failed, lane, mute, race, shownText, spoken, stopped } from '../../support/records.ts';

const shown = race({ shown: shownText(), returnedMs: 180 });
const other = race({ shown: shownText({ model: 'other' }), returnedMs: 90 });
const superseded = race({ silence: 'superseded' });
const late = race({ silence: 'late' });

const table: readonly [string, LaneRecord, RaceRecord, LaneFate][] = [
  ['its text was shown', lane(), shown, { kind: 'shown' }],
  ['another was quicker', lane(), other, { kind: 'beaten' }],
  ['another was quicker and it was stopped', stopped(90), other, { kind: 'beaten' }],
  ['the person typed on', stopped(70), superseded, { kind: 'outrun' }],
  ['the editor did not ask', lane(), race({ silence: 'unasked' }), { kind: 'outrun' }],
  ['its line came too late', lane({ firstLineMs: 900 }), late, { kind: 'over-budget' }],
  ['it was still at work when patience ended', stopped(10_000), late, { kind: 'over-budget' }],
  ['it said nothing', mute(), race({ silence: 'empty' }), { kind: 'empty' }],
  ['it failed', failed(40), other, { kind: 'error' }],
  ['the predictor was unsure', spoken(1), race({ silence: 'unsure' }), { kind: 'unsure' }],
  ['the predictor said nothing', mute({ provider: 'embedded' }), late, { kind: 'unsure' }],
  [
    'what it said was there already',
    lane({ dropped: 'repeats-suffix' }),
    race({ silence: 'repeats-suffix' }),
    { kind: 'filtered', by: 'repeats-suffix' },
  ],
  [
    'it said tokens of its prompt format, and another won',
    lane({ dropped: 'leaked-token' }),
    other,
    { kind: 'filtered', by: 'leaked-token' },
  ],
];

test.each(table)('%s', (_, request, keystroke, fate) => {
  expect(laneFate(request, keystroke, false)).toEqual(fate);
});

test('a text that a later keystroke showed was not in vain', () => {
  expect(laneFate(lane(), superseded, true)).toEqual({ kind: 'later' });
  expect(laneFate(lane(), shown, true)).toEqual({ kind: 'shown' });
});
