import { expect, test } from 'vitest';
import { requestChars } from '../../../src/core/prompt/request-chars.ts';
import { atCursor } from '../../support/cursor.ts';

test('other files count with their names', () => {
  const { request } = atCursor('one█ two');
  expect(requestChars(request)).toBe(7);
  const context = [{ path: 'x.ts', text: 'three', kind: 'recent' as const }];
  expect(requestChars({ ...request, context })).toBe(16);
});
