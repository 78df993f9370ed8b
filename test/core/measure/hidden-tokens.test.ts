import { expect, test } from 'vitest';
import { hiddenTokens } from '../../../src/core/measure/hidden-tokens.ts';
import { lane } from '../../support/records.ts';

const usage = { completionTokens: 60, reasoningTokens: 40 };

test('reasoning of which no text came is hidden', () => {
  expect(hiddenTokens(lane({ usage, chars: 80, curve: [[120, 1, 80, null]] }))).toBe(40);
});

test.each([
  ['came as text', lane({ usage, chars: 80, curve: [[120, 1, 240, null]] })],
  ['was not counted', lane({ chars: 80, curve: [[120, 1, 80, null]] })],
  ['belongs to a record without a curve', lane({ usage })],
])('reasoning that %s is not', (_, record) => {
  expect(hiddenTokens(record)).toBe(0);
});
