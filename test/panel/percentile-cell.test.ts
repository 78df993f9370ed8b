import { expect, test } from 'vitest';
import { percentileCell, type Quantile } from '../../src/panel/percentile-cell.ts';
import { percentiles } from '../support/panel-fixtures.ts';

test('a percentile stands over its 95 % interval, where there is one', () => {
  const of = percentiles({ p50Ms: 95, p50Interval: { lowMs: 91, highMs: 99 }, p95Ms: 214, n: 604 });
  expect(percentileCell(of, 'p50')).toEqual({ text: '95', sub: '91–99' });
  expect(percentileCell(of, 'p95')).toEqual({ text: '214' });
});

test('an interval that the sample does not close says only where it begins', () => {
  const of = percentiles({ p90Ms: 640, p90Interval: { lowMs: 500, highMs: null }, n: 40 });
  expect(percentileCell(of, 'p90').sub).toBe('≥\u00A0500');
});

test.each<[Quantile, number, string]>([
  ['p90', 22, 'p90 needs 30 requests; there are 22.'],
  ['p95', 99, 'p95 needs 100 requests; there are 99.'],
  ['p99', 999, `p99 needs ${(1000).toLocaleString()} requests; there are 999.`],
  ['p50', 0, 'No request that tells.'],
])('%s of %i requests is not shown, and says why', (quantile, n, hint) => {
  expect(percentileCell(percentiles({ n }), quantile)).toEqual({ text: '–', hint });
});

test('where most were stopped it is at least what those that were seen tell', () => {
  const hint = 'Not known: of 60 requests, 41 were stopped before it.';
  const part = { n: 60, censored: 41 };
  expect(percentileCell(percentiles(part), 'p90')).toEqual({ text: '–', hint });
  const p90Interval = { lowMs: 812, highMs: null };
  expect(percentileCell(percentiles({ ...part, p90Interval }), 'p90')).toEqual({
    text: '≥\u00A0812',
    hint,
  });
});
