import { expect, test } from 'vitest';
import { median } from '../../../src/core/measure/median.ts';

test.each([
  [[], null],
  [[7], 7],
  [[9, 1, 5], 5],
  [[10, 9, 100, 1], 9.5],
  [[-1, 0], -0.5],
])('the median of %j is %j', (values, expected) => {
  expect(median(values)).toBe(expected);
});

test('the values are left in their order', () => {
  const values = [3, 1, 2];
  median(values);
  expect(values).toEqual([3, 1, 2]);
});
