import { expect, test } from 'vitest';
import { type Segment, segmentsOf } from '../../src/panel/segment.ts';
import { segmentMs, segmentSpoken, segmentsCell } from '../../src/panel/segment-words.ts';
import { phase } from '../support/panel-fixtures.ts';

test('phases follow each other from the keystroke, and empty ones are left out', () => {
  const segments = segmentsOf(
    [phase('wait', 24), phase('connect', 0), phase('server', 100)],
    false,
  );
  expect(segments.map(({ name, fromMs, toMs }) => [name, fromMs, toMs])).toEqual([
    ['wait', 0, 24],
    ['server', 24, 124],
  ]);
});

test.each([
  [phase('wait', 1), 'measured'],
  [phase('connect', 1), 'measured'],
  [phase('network', 1), 'derived'],
  [phase('queue', 1, 'server'), 'measured'],
  [phase('queue', 1, 'derived'), 'derived'],
  [phase('queue', 1, 'estimated', 1), 'estimated'],
  [phase('load', 1, 'server'), 'measured'],
  [phase('prefill', 1, 'derived'), 'derived'],
  [phase('server', 1, 'derived'), 'whole'],
])('%j is drawn as %s', (each, known) => {
  expect(segmentsOf([each], false)[0]?.known).toBe(known);
});

test('what the built-in predictor does is computing', () => {
  expect(segmentsOf([phase('wait', 0.1), phase('prefill', 1.2)], true).map((s) => s.name)).toEqual([
    'wait',
    'compute',
  ]);
});

const queue = (part: Partial<Segment>): Segment => ({
  name: 'queue',
  known: 'measured',
  fromMs: 24,
  toMs: 65,
  plusMinusMs: null,
  ...part,
});

test.each<[Partial<Segment>, string, string, string]>([
  [{}, '41', 'queue 41', 'queue 41 ms'],
  [{ known: 'derived' }, '41', 'queue 41 (derived)', 'queue 41 ms (derived)'],
  [
    { known: 'estimated', plusMinusMs: 19 },
    '≈\u00A041 ±\u00A019',
    'queue ≈\u00A041 ±\u00A019',
    'queue 41 ms (estimated, ±\u00A019)',
  ],
  [
    { known: 'derived', plusMinusMs: 100 },
    '41 ±\u00A0100',
    'queue 41 ±\u00A0100 (derived)',
    'queue 41 ms (derived, ±\u00A0100)',
  ],
  [{ known: 'unknown' }, '≥\u00A041', 'queue ≥\u00A041', 'queue 41 ms (at least)'],
  [{ known: 'whole', name: 'server' }, '41', 'server 41 (not split)', 'server 41 ms (not split)'],
])('%j in a label, a cell and aloud', (part, label, cell, spoken) => {
  const segment = queue(part);
  expect([segmentMs(segment), segmentsCell([segment]), segmentSpoken(segment)]).toEqual([
    label,
    cell,
    spoken,
  ]);
});
