import { expect, test } from 'vitest';
import { retryAfterMs } from '../../src/models/retry-after.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');

test.each([
  [{ 'retry-after-ms': '250' }, 250],
  [{ 'retry-after-ms': '250', 'retry-after': '7' }, 250],
  [{ 'retry-after': '7' }, 7000],
  [{ 'retry-after': ' 0.5 ' }, 500],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:10 GMT' }, 10_000],
  [{ 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' }, 0],
  [{ 'retry-after': '999999999' }, 3_600_000],
  [{ 'retry-after': 'soon' }, undefined],
  [{ 'retry-after': '-5s' }, undefined],
  [{ 'retry-after': ['1', '2'] }, undefined],
  [{}, undefined],
])('%o asks for %s ms', (headers, ms) => {
  expect(retryAfterMs(headers, NOW)).toBe(ms);
});
