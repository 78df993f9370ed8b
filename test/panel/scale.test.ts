import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createScale, DIGIT_PX, GUTTER_PX } from '../../src/panel/scale.ts';

test('the budget is the exact middle of the axis, whatever the width and the budget', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 60, max: 2000 }),
      fc.integer({ min: 50, max: 10_000 }),
      (widthPx, budgetMs) => {
        const scale = createScale(widthPx, budgetMs);
        expect(scale.endPx).toBe(widthPx - GUTTER_PX);
        expect(scale.budgetPx).toBeCloseTo(scale.endPx / 2, 9);
        expect(scale.x(scale.maxMs)).toBeCloseTo(scale.endPx, 9);
      },
    ),
  );
});

test('times never leave the axis, and later is never further left', () => {
  const scale = createScale(330, 300);
  fc.assert(
    fc.property(fc.double({ noNaN: true }), fc.double({ noNaN: true }), (a, b) => {
      const [early, late] = a <= b ? [a, b] : [b, a];
      expect(scale.x(early)).toBeGreaterThanOrEqual(0);
      expect(scale.x(late)).toBeLessThanOrEqual(scale.endPx);
      expect(scale.x(early)).toBeLessThanOrEqual(scale.x(late));
    }),
  );
});

test.each([
  [300, [0, 100, 200, 300, 400, 500, 600]],
  [250, [0, 50, 100, 150, 200, 250, 300, 350, 400, 450, 500]],
  [400, [0, 100, 200, 300, 400, 500, 600, 700, 800]],
  [1000, [0, 250, 500, 750, 1000, 1250, 1500, 1750, 2000]],
  [337, [0, 337, 674]],
])('a budget of %i ms is labelled in round steps: %j', (budgetMs, ticks) => {
  expect(createScale(330, budgetMs).ticksMs).toEqual(ticks);
});

test('labels have room beside each other, at any width that holds three of them', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 200, max: 2000 }),
      fc.integer({ min: 50, max: 10_000 }),
      (widthPx, budgetMs) => {
        const scale = createScale(widthPx, budgetMs);
        const labelPx = String(scale.maxMs).length * DIGIT_PX;
        const stepPx = scale.endPx / (scale.ticksMs.length - 1);
        expect(stepPx).toBeGreaterThan(labelPx);
      },
    ),
  );
});

test.each([
  [500, 296, [0, 250, 500, 750, 1000]],
  [500, 696, [0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000]],
  [300, 255, [0, 100, 200, 300, 400, 500, 600]],
])('a budget of %i ms on %i px is labelled %j', (budgetMs, widthPx, ticks) => {
  expect(createScale(widthPx, budgetMs).ticksMs).toEqual(ticks);
});
