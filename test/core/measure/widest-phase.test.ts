import { expect, test } from 'vitest';
import { widestPhase } from '../../../src/core/measure/widest-phase.ts';
import { phase } from '../../support/panel-fixtures.ts';

test('is the one that takes longest, with how it is known', () => {
  const queue = phase('queue', 2000, 'estimated', 90);
  expect(widestPhase({ segments: [phase('wait', 24), queue, phase('prefill', 140)] })).toBe(queue);
});

test('of two equally long ones it is the first', () => {
  const wait = phase('wait', 80);
  expect(widestPhase({ segments: [wait, phase('server', 80)] })).toBe(wait);
});

test('is not known before anything was measured', () => {
  expect(widestPhase({ segments: null })).toBeNull();
  expect(widestPhase({ segments: [] })).toBeNull();
});
