import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LABEL_PX, layoutFor } from '../../src/panel/layout.ts';

test.each([
  [1600, 'wide', 322],
  [1100, 'wide', 322],
  [1099, 'medium', 322],
  [721, 'medium', 231],
  [720, 'narrow', 696],
  [380, 'narrow', 356],
  [379, 'tiny', 355],
  [320, 'tiny', 296],
])('a panel of %i px is %s with plots of %i px', (widthPx, mode, plotPx) => {
  expect(layoutFor(widthPx)).toMatchObject({ mode, plotPx });
});

test('no plot is wider than the page, at any width down to 200 px', () => {
  fc.assert(
    fc.property(fc.integer({ min: 200, max: 4000 }), (widthPx) => {
      const layout = layoutFor(widthPx);
      const left = layout.stacked ? 0 : LABEL_PX;
      expect(left + layout.plotPx).toBeLessThanOrEqual(layout.contentPx);
      expect(layout.contentPx).toBeLessThan(widthPx);
      expect(layout.plotPx).toBeGreaterThan(0);
    }),
  );
});
