import { expect, test } from 'vitest';
import { robustRatio } from '../../../src/core/measure/robust-ratio.ts';

const once = () => 1;

test('equally exact estimates are averaged, rises over levels', () => {
  const estimates = [
    { rise: 2, level: 1, error: 1 },
    { rise: 3, level: 1.5, error: 1 },
    { rise: 4, level: 2.5, error: 1 },
  ];
  expect(robustRatio(estimates, once)).toBeCloseTo(9 / 5, 9);
});

test('exact ones weigh more, and one that is far off hardly pulls', () => {
  const near = [1.98, 2, 2.02].map((rise) => ({ rise, level: 1, error: 0.1 }));
  const vague = { rise: 5, level: 1, error: 10 };
  const wrong = { rise: 500, level: 1, error: 0.1 };
  expect(robustRatio([...near, vague], once)).toBeCloseTo(2, 2);
  expect(robustRatio([...near, wrong], once)).toBeCloseTo(2, 0);
});

test('an estimate counts as often as it was drawn', () => {
  const estimates = [
    { rise: 1, level: 1, error: 1 },
    { rise: 2, level: 1, error: 1 },
  ];
  expect(robustRatio(estimates, (index) => (index === 0 ? 0 : 3))).toBeCloseTo(2, 9);
  expect(robustRatio([], once)).toBeNull();
});
