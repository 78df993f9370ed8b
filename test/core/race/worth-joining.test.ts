import { expect, test } from 'vitest';
import { type OutrunRequest, worthJoining } from '../../../src/core/race/worth-joining.ts';

const usual = (medianLineMs: number | null, part: Partial<OutrunRequest> = {}): OutrunRequest => ({
  hasText: false,
  ageMs: 100,
  typedChars: 1,
  standing: { inTimeProbability: 0.5, evidence: 10, idleMs: 0, lastHit: true, medianLineMs },
  timeLeftMs: 220,
  ...part,
});

const table: readonly [string, OutrunRequest, boolean][] = [
  ['text that agrees is always worth it', usual(150, { hasText: true, ageMs: 9999 }), true],
  ['an answer that is due, with time for another', usual(100), true],
  [
    'an answer that has just been asked for, where a new one is safe',
    usual(150, { ageMs: 20 }),
    false,
  ],
  ['one about the very same place', usual(150, { ageMs: 20, typedChars: 0 }), true],
  ['a model too slow to be in time anew', usual(400, { ageMs: 250 }), true],
  ['one that takes far longer than it usually does', usual(100, { ageMs: 210 }), false],
  ['a model that is not known yet', usual(null), true],
  ['one that was outrun by a whole word and more', usual(100, { typedChars: 13 }), false],
];

test.each(table)('%s', (_name, request, expected) => {
  expect(worthJoining(request)).toBe(expected);
});
