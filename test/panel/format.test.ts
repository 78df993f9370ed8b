import { expect, test } from 'vitest';
import {
  change,
  count,
  finePercent,
  interval,
  MISSING,
  msInterval,
  percent,
  ratio,
  tableMs,
  textMs,
} from '../../src/panel/format.ts';

test.each([
  [null, MISSING],
  [0, '0'],
  [0.4, '<1'],
  [119.4, '119'],
  [1287, (1287).toLocaleString()],
])('%s ms in a table is %s', (ms, text) => {
  expect(tableMs(ms)).toBe(text);
});

test.each([
  [0.2, '<1 ms'],
  [119, '119 ms'],
  [999.4, '999 ms'],
  [999.6, `${(1).toLocaleString(undefined, { minimumFractionDigits: 1 })} s`],
  [1287, `${(1.3).toLocaleString()} s`],
  [9940, `${(9.9).toLocaleString()} s`],
  [9960, '10 s'],
  [14_200, '14 s'],
])('%d ms in text is %s', (ms, text) => {
  expect(textMs(ms)).toBe(text);
});

test.each([
  [null, MISSING],
  [0, '0'],
  [0.001, '<1'],
  [0.97, '97'],
  [0.999, '>99'],
  [1, '100'],
])('a share of %s is %s percent: 0 and 100 are said only when they are exact', (share, text) => {
  expect(percent(share)).toBe(text);
});

test.each([
  [0, '0'],
  [0.0001, '<0.1'],
  [1, '100'],
  [0.02, (2).toLocaleString(undefined, { minimumFractionDigits: 1 })],
])('an error rate of %d is %s percent', (share, text) => {
  expect(finePercent(share)).toBe(text);
});

test('what is not known is a dash, never a zero', () => {
  expect([count(null), ratio(null), percent(null), tableMs(null)]).toEqual(Array(4).fill(MISSING));
});

test('an interval is written with an en dash', () => {
  expect(interval(0.523, 0.6)).toBe('52–60');
});

test('an interval in ms that the sample does not close says only where it begins', () => {
  expect(msInterval({ lowMs: 91.2, highMs: 99.4 })).toBe('91–99');
  expect(msInterval({ lowMs: 91.2, highMs: null })).toBe('≥\u00A091');
});

test('an interval in ms whose ends are written alike is one figure', () => {
  expect(msInterval({ lowMs: 0.2, highMs: 0.8 })).toBe('<1');
  expect(msInterval({ lowMs: 0.2, highMs: 1.4 })).toBe('<1–1');
});

test.each([
  [0.29, '−29\u00A0%'],
  [-0.04, '+4\u00A0%'],
  [0.001, '0\u00A0%'],
])('a decline of %d is a change by %s', (decline, text) => {
  expect(change(decline)).toBe(text);
});
