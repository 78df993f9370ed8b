import { expect, test } from 'vitest';
import {
  percent,
  percentileWords,
  provenMs,
  seconds,
  shareWords,
  utcTime,
} from '../../../src/history/report/figure-words.ts';
import { percentiles } from '../../support/panel-fixtures.ts';

test.each([
  [percentiles({}), '–'],
  [percentiles({ p50Ms: 119.4 }), '119'],
  [percentiles({ p50Ms: 0.3 }), '<1'],
  [
    percentiles({ p50Ms: 1263, p50Interval: { lowMs: 1190, highMs: 1300.4 } }),
    '1,263 (1,190–1,300)',
  ],
  [percentiles({ p50Ms: 240, p50Interval: { lowMs: 200, highMs: null } }), '240 (≥ 200)'],
  [percentiles({ p50Interval: { lowMs: 310, highMs: null } }), '≥ 310'],
])('a median is written with what is known of it', (of, words) => {
  expect(percentileWords(of, 'p50')).toBe(words);
});

test.each([
  [{ ms: 12, from: 'server', plusMinusMs: null }, '12 (server)'],
  [{ ms: 12, from: 'derived', plusMinusMs: 4 }, '12 ± 4 (derived)'],
  [{ ms: 0, from: 'estimated', plusMinusMs: 19 }, '< 19 (estimated)'],
] as const)('a phase is written with how it is known', (phase, words) => {
  expect(provenMs(phase)).toBe(words);
});

test.each([
  [0, '0 %'],
  [0.001, '<1 %'],
  [0.5, '50 %'],
  [0.996, '>99 %'],
  [1, '100 %'],
])('%d is %s: never a false 0 or 100', (share, words) => {
  expect(percent(share)).toBe(words);
});

test('a share is written with its interval and of how many it is', () => {
  expect(shareWords({ value: 0.97, low: 0.951, high: 0.983, n: 1400 })).toBe(
    '97 % (95–98) of 1,400',
  );
  expect(shareWords(null)).toBe('–');
});

test.each([
  [340, '0.34'],
  [9994, '9.99'],
  [9996, '10.0'],
  [19_400, '19.4'],
])('a job of %d ms takes %s s', (ms, words) => {
  expect(seconds(ms)).toBe(words);
});

test('times are in UTC, and one that no calendar has is a dash', () => {
  expect(utcTime(Date.UTC(2026, 2, 2, 4, 5, 59))).toBe('2026-03-02 04:05 UTC');
  expect(utcTime(1e300)).toBe('–');
});
