import { expect, test } from 'vitest';
import { createFigureCache } from '../../../src/core/measure/figure-cache.ts';
import { lane } from '../../support/records.ts';

const [first, second] = [lane(), lane({ firstTokenMs: 200 })];
const lanesOf = (...lanes: (typeof first)[]) => ({ typed: [...lanes], all: [...lanes] });

test('figures are worked out again only when the requests or the budget are others', () => {
  const cache = createFigureCache();
  const before = cache.figuresOf('m', lanesOf(first, second), 300);
  cache.sweep();
  expect(cache.figuresOf('m', lanesOf(first, second), 300)).toBe(before);
  expect(cache.figuresOf('m', lanesOf(first, second), 100)).not.toBe(before);
  expect(cache.figuresOf('m', lanesOf(first, lane({ firstTokenMs: 200 })), 100)).not.toBe(before);
  expect(cache.figuresOf('m', lanesOf(first), 100).requests).toBe(1);
});

test('a measuring request more is another set of requests', () => {
  const cache = createFigureCache();
  const before = cache.figuresOf('m', lanesOf(first), 300);
  const after = cache.figuresOf('m', { typed: [first], all: [first, second] }, 300);
  expect(after).not.toBe(before);
  expect(after.requests).toBe(1);
});

test('a model that was not asked for is forgotten', () => {
  const cache = createFigureCache();
  const before = cache.figuresOf('m', lanesOf(first), 300);
  cache.sweep();
  cache.sweep();
  expect(cache.figuresOf('m', lanesOf(first), 300)).not.toBe(before);
});
