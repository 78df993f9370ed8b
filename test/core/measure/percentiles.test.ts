import { expect, test } from 'vitest';
import { percentiles } from '../../../src/core/measure/percentiles.ts';

/** 1, 2, 3 … ms. */
const first = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const of = (count: number, stoppedMs: number[] = [], never = 0) =>
  percentiles({ seenMs: first(count), stoppedMs, never });

test('without requests nothing is known', () => {
  expect(of(0)).toEqual({
    p50Ms: null,
    p50Interval: null,
    p90Ms: null,
    p90Interval: null,
    p95Ms: null,
    p99Ms: null,
    n: 0,
    censored: 0,
  });
});

test.each([
  [1, { p50Ms: 1, p90Ms: null, p95Ms: null, p99Ms: null }],
  [29, { p50Ms: 15, p90Ms: null, p95Ms: null, p99Ms: null }],
  [30, { p50Ms: 15, p90Ms: 27, p95Ms: null, p99Ms: null }],
  [99, { p50Ms: 50, p90Ms: 90, p95Ms: null, p99Ms: null }],
  [100, { p50Ms: 50, p90Ms: 90, p95Ms: 95, p99Ms: null }],
  [999, { p50Ms: 500, p90Ms: 900, p95Ms: 950, p99Ms: null }],
  [1000, { p50Ms: 500, p90Ms: 900, p95Ms: 950, p99Ms: 990 }],
])('%i requests tell what so many can tell', (count, told) => {
  expect(of(count)).toMatchObject({ ...told, n: count, censored: 0 });
});

test('a median has an interval from six requests on that told something', () => {
  expect(of(5).p50Interval).toBeNull();
  expect(of(5, [9, 9, 9]).p50Interval).toBeNull();
  expect(of(6).p50Interval).toEqual({ lowMs: 1, highMs: null });
  expect(of(20).p50Interval).toEqual({ lowMs: 5, highMs: 15 });
});

test('an interval belongs to each percentile that is shown, not to the others', () => {
  expect(of(29).p90Interval).toBeNull();
  expect(of(30).p90Interval).toMatchObject({ highMs: null });
  expect(of(200).p90Interval).toEqual({ lowMs: 172, highMs: 188 });
});

test('where most were outrun a median may have no value and still a lower bound', () => {
  expect(
    of(
      14,
      Array.from({ length: 15 }, () => 15),
    ),
  ).toMatchObject({
    p50Ms: null,
    p50Interval: { lowMs: 9, highMs: null },
    n: 29,
    censored: 15,
  });
});

test('failures count in the size and push the percentiles out', () => {
  expect(of(25, [], 5)).toMatchObject({ n: 30, censored: 0, p50Ms: 15, p90Ms: null });
});

const stops = (count: number, ms: number) => Array.from({ length: count }, () => ms);

test('one slow request after many quick stops is no percentile', () => {
  const few = percentiles({ seenMs: [5000], stoppedMs: stops(29, 100), never: 0 });
  expect(few).toMatchObject({ p50Ms: null, p90Ms: null, p90Interval: null, n: 30, censored: 29 });
  const many = percentiles({ seenMs: [5000], stoppedMs: stops(1500, 100), never: 0 });
  expect(many).toMatchObject({ p50Ms: null, p90Ms: null, p95Ms: null, p99Ms: null, n: 1501 });
});

test('quick stops do not count towards the size of a sample, late ones do', () => {
  const of30 = (stoppedMs: number[]) => percentiles({ seenMs: first(29), stoppedMs, never: 0 });
  expect(of30(stops(100, 0.5)).p90Ms).toBeNull();
  expect(of30(stops(1, 27.5)).p90Ms).toBe(27);
  const equal = percentiles({ seenMs: stops(30, 5), stoppedMs: stops(1500, 4), never: 0 });
  expect(equal).toMatchObject({ p50Ms: 5, p90Ms: 5, p95Ms: null, p99Ms: null });
});

test('a time that is no number counts as no request', () => {
  const odd = percentiles({ seenMs: [1, Number.NaN], stoppedMs: [Number.NaN], never: 0 });
  expect(odd).toMatchObject({ p50Ms: 1, n: 1, censored: 0 });
});
