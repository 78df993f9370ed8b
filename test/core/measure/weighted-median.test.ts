import fc from 'fast-check';
import { expect, test } from 'vitest';
import { median } from '../../../src/core/measure/median.ts';
import { weightedMedian } from '../../../src/core/measure/weighted-median.ts';

test('with equal weights it is the median', () => {
  const values = fc.array(fc.integer({ min: -100, max: 100 }), { minLength: 1 });
  fc.assert(
    fc.property(values, (list) => {
      expect(weightedMedian(list.map((value) => ({ value, weight: 2 })))).toBe(median(list));
    }),
  );
});

test('a weight of three counts as three of one', () => {
  const items = [
    { value: 5, weight: 3 },
    { value: 1, weight: 1 },
    { value: 9, weight: 1 },
  ];
  expect(weightedMedian(items)).toBe(5);
});

test('nothing, and nothing of any weight, has none', () => {
  expect(weightedMedian([])).toBeNull();
  expect(weightedMedian([{ value: 1, weight: 0 }])).toBeNull();
});
