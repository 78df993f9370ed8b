import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JobTime } from '../../src/core/measure/job-fit.ts';
import { jobScale } from '../../src/panel/job-bars.tsx';

const time = (totalMs: number, highMs = totalMs): JobTime => ({
  id: 'm',
  totalMs,
  ttftMs: 0,
  interval: { lowMs: totalMs, highMs },
  beyondMeasured: { prompt: false, output: false },
});

test('the axis begins at 0 and ends at a round time after the last interval', () => {
  expect(jobScale([time(3400), time(6300, 7100)], 500).ticksMs).toEqual([
    0, 2000, 4000, 6000, 8000,
  ]);
  expect(jobScale([time(140)], 500).ticksMs).toEqual([0, 50, 100, 150]);
});

test('one huge interval does not shrink every bar: the axis ends at twice the longest total', () => {
  const scale = jobScale([time(1200), time(3400, 900_000)], 500);
  expect(scale.ticksMs).toEqual([0, 2000, 4000, 6000, 8000]);
  expect(scale.x(900_000)).toBe(scale.endPx);
  expect(scale.x(1200)).toBeGreaterThan(scale.endPx / 10);
});

test('no bar and no interval leaves the axis, at any width', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.1, max: 1e7, noNaN: true }),
      fc.integer({ min: 60, max: 1200 }),
      (ms, widthPx) => {
        const scale = jobScale([time(ms, ms * 1.1)], widthPx);
        expect(scale.x(ms * 1.1)).toBeLessThanOrEqual(Math.max(40, widthPx - 34) + 0.001);
        expect(scale.ticksMs.length).toBeGreaterThanOrEqual(2);
        expect(scale.ticksMs.length).toBeLessThanOrEqual(6);
      },
    ),
  );
});
