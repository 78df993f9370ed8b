import { expect, test } from 'vitest';
import { pickerDescription } from '../../../src/core/measure/picker-words.ts';
import { percentiles } from '../../support/panel-fixtures.ts';

const model = {
  inTime: { value: 0.966, low: 0.9, high: 1, n: 60 },
  fromKey: percentiles({ p50Ms: 118.6, p90Ms: 202.2, n: 60, censored: 0 }),
  tps: 96.2,
  tpsEstimated: false,
  requests: 60,
};

test('share, latency and rate in one order', () => {
  expect(pickerDescription(model)).toBe('97 % in time · from key p50 119, p90 202 ms · 96 TPS');
});
test('an estimated rate is marked', () => {
  expect(pickerDescription({ ...model, tpsEstimated: true })).toContain('≈96 TPS');
});
test('a p90 that is not known yet is left out', () => {
  const few = { ...model, fromKey: { ...model.fromKey, p90Ms: null } };
  expect(pickerDescription(few)).toContain('· from key p50 119 ms ·');
});
test('a model that never answered says so', () => {
  const never = {
    ...model,
    inTime: null,
    fromKey: percentiles({ p50Ms: null, p90Ms: null, n: 3, censored: 3 }),
    tps: null,
  };
  expect(pickerDescription(never)).toBe('60 requests, none answered');
});
test('a model without requests says so', () => {
  expect(pickerDescription({ ...model, requests: 0 })).toBe('not asked yet');
});
