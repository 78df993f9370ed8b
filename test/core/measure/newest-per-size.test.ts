import { expect, test } from 'vitest';
import { newestPerSize } from '../../../src/core/measure/newest-per-size.ts';

test('a few large items stay in beside many small ones, in their own order', () => {
  const sizes = [512, 20, 21, 600, 22, 23];
  expect(newestPerSize(sizes, 2, (size) => size)).toEqual([512, 600, 22, 23]);
});

test('sizes below one are one size, and an item without a size is left out', () => {
  expect(newestPerSize([0, 0.5, 1, -1], 2, (size) => (size < 0 ? null : size))).toEqual([0.5, 1]);
});
