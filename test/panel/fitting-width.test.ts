import { expect, test } from 'vitest';
import { fittingWidth } from '../../src/panel/fitting-width.ts';

const width = (
  text: string,
  sub?: string,
  part: Partial<Parameters<typeof fittingWidth>[1]> = {},
): number =>
  fittingWidth([sub === undefined ? { text } : { text, sub }], {
    leastPx: 40,
    fontPx: 12,
    head: [],
    breaks: true,
    ...part,
  });

test('a column keeps its width while its figures fit', () => {
  expect(width('95', '91–99')).toBe(40);
});

test('an interval counts by the longer of its ends, since it may break after the dash', () => {
  expect(width('2,161', '2,158–2,164')).toBe(width('2,161', '2,158–'));
  expect(width('1', '2,158\u2060–\u20602,164')).toBeGreaterThan(width('1', '2,158–2,164'));
});

test('a figure that may not break counts as a whole, and so does one with a no-break space', () => {
  expect(width('≈\u00A01,990 ±\u00A073', undefined, { breaks: false })).toBeGreaterThan(
    width('≈\u00A01,990 ±\u00A073'),
  );
  expect(width('≥\u00A02,169')).toBeGreaterThan(width('2,169'));
});

test('the lines of a head have room', () => {
  expect(width('1', undefined, { head: ['end\u00A0to\u00A0end', 'tok/s'] })).toBeGreaterThan(60);
});
