import { expect, test } from 'vitest';
import { weakestOf } from '../../../src/core/measure/weakest-of.ts';

test('the weakest of nothing is nothing', () => {
  expect(weakestOf([])).toBeNull();
  expect(weakestOf(['server', 'derived', 'server'])).toBe('derived');
  expect(weakestOf(['derived', 'estimated'])).toBe('estimated');
});
