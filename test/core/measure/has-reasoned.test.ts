import { expect, test } from 'vitest';
import { hasReasoned } from '../../../src/core/measure/has-reasoned.ts';
import type { CurvePoint } from '../../../src/core/record.ts';
import { failed, lane, mute, spoken, stopped } from '../../support/records.ts';

const curve = (chars: number): CurvePoint[] => [[120, 1, chars, null]];
const two = { firstTokenMs: 120, firstAnswerMs: 120.01 };

test.each([
  ['two readings of the clock for one piece are no thinking', lane(two), false],
  ['nor with its curve', lane({ ...two, chars: 80, curve: curve(80) }), false],
  [
    'nor with a pause of the collector between them',
    lane({ firstTokenMs: 120, firstAnswerMs: 145, chars: 80, curve: curve(80) }),
    false,
  ],
  ['one reading for both', lane(), false],
  [
    'reasoning as text before the answer',
    lane({ firstTokenMs: 120, firstAnswerMs: 145, chars: 80, curve: curve(300) }),
    true,
  ],
  ['the same of a record without a curve', lane({ firstTokenMs: 120, firstAnswerMs: 145 }), true],
  ['a whole request of it', lane({ outcome: 'stopped', firstAnswerMs: null }), true],
  [
    'reasoning that the server counts and does not send',
    lane({ usage: { reasoningTokens: 40 } }),
    true,
  ],
  ['none counted', lane({ usage: { reasoningTokens: 0 } }), false],
  ['no answer yet', stopped(400), false],
  ['silence', mute(), false],
  ['failure', failed(40), false],
  ['the predictor', spoken(1), false],
])('%s', (_, record, reasoned) => {
  expect(hasReasoned(record)).toBe(reasoned);
});
