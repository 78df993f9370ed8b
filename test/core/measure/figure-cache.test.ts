import { expect, test } from 'vitest';
import { createFigureCache } from '../../../src/core/measure/figure-cache.ts';
import { modelFigures } from '../../../src/core/measure/model-figures.ts';
import type { LaneRecord } from '../../../src/core/record.ts';
import { lane } from '../../support/records.ts';

const [first, second] = [lane(), lane({ firstTokenMs: 200 })];
const lanesOf = (...lanes: LaneRecord[]) => ({ typed: [...lanes], all: [...lanes] });

test('figures are worked out again only when the requests or the budget are others', () => {
  const cache = createFigureCache();
  const look = (lanes: LaneRecord[], budgetMs = 300) => {
    const figures = cache.figuresOf('m', lanesOf(...lanes), budgetMs);
    cache.sweep();
    return figures;
  };
  const before = look([first, second]);
  expect(look([first, second])).toBe(before);
  expect(look([first, second], 100)).not.toBe(before);
  expect(look([first, lane({ firstTokenMs: 200 })], 100)).not.toBe(before);
  expect(look([first], 100).requests).toBe(1);
});

test('a measuring request more is another set of requests', () => {
  const cache = createFigureCache();
  const before = cache.figuresOf('m', lanesOf(first), 300);
  cache.sweep();
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

/** Requests whose answers can be timed; each takes a little longer than the one before. */
const answers = Array.from({ length: 20 }, (_, index) =>
  lane({
    firstTokenMs: 130 + index,
    lastTokenMs: 530 + 2 * index,
    endMs: 600,
    chars: 160,
    pieces: 40,
    usage: { promptTokens: 900, cachedTokens: 0, completionTokens: 40 },
    curve: Array.from({ length: 21 }, (_, point) => {
      const ms = 130 + index + (point * (400 + index)) / 20;
      return [ms, 1 + point * 2, 4 + point * 8, null] as const;
    }),
  }),
);
const ids = ['a', 'b', 'c'];

function setup() {
  const cache = createFigureCache();
  const first = (count: number) => lanesOf(...answers.slice(0, count));
  return {
    cache,
    exactly: (count: number) => modelFigures(first(count), 300),
    look: (count: number) => {
      const found = ids.map((id) => cache.figuresOf(id, first(count), 300));
      cache.sweep();
      return found;
    },
  };
}

test('a speed is worked out anew after eight looks, one model at a time, all else at once', () => {
  const { look, exactly } = setup();
  const [before, after] = [exactly(19).speed, exactly(20).speed];
  expect(before).not.toBeNull();
  expect(before).not.toEqual(after);
  const speeds = (count: number) => look(count).map(({ speed }) => speed);
  for (const _ of ids) look(19);
  expect(speeds(19)).toEqual([before, before, before]);
  expect(look(20).map(({ ttft }) => ttft.n)).toEqual([20, 20, 20]);
  for (let looks = 2; looks < 8; looks += 1) expect(speeds(20)).toEqual([before, before, before]);
  expect(speeds(20)).toEqual([after, before, before]);
  expect(speeds(20)).toEqual([after, after, before]);
  expect(look(20)).toEqual([exactly(20), exactly(20), exactly(20)]);
});

test('of new models one gets its speed at each look, all else at once', () => {
  const { cache, look, exactly } = setup();
  const { speed } = exactly(20);
  const speeds = () => look(20).map((found) => found.speed);
  expect(cache.isBehind).toBe(false);
  expect(look(20)).toEqual([
    exactly(20),
    { ...exactly(20), speed: null },
    { ...exactly(20), speed: null },
  ]);
  expect(cache.isBehind).toBe(true);
  expect(speeds()).toEqual([speed, speed, null]);
  expect(cache.isBehind).toBe(true);
  expect(speeds()).toEqual([speed, speed, speed]);
  expect(cache.isBehind).toBe(false);
});

test('models that nobody asked wait for nothing, and nobody waits for them', () => {
  const cache = createFigureCache();
  for (const id of ids) cache.figuresOf(id, lanesOf(), 300);
  expect(cache.figuresOf('d', lanesOf(...answers), 300).speed).not.toBeNull();
  cache.sweep();
  expect(cache.isBehind).toBe(false);
});

test('a new model that is gone again holds nobody up', () => {
  const { cache, look } = setup();
  look(20);
  cache.figuresOf('d', lanesOf(...answers), 300);
  cache.sweep();
  cache.sweep();
  expect(cache.isBehind).toBe(false);
});

test('a model that was measured on purpose does not wait', () => {
  const cache = createFigureCache();
  const typed = answers.slice(0, 10);
  cache.figuresOf('m', { typed, all: typed }, 300);
  cache.sweep();
  const measured = { typed, all: [...typed, ...answers.slice(10)] };
  expect(cache.figuresOf('m', measured, 300)).toEqual(modelFigures(measured, 300));
});

test('no model starves while all of them are asked all the time', () => {
  const { look } = setup();
  look(5);
  for (let count = 6; count < 20; count += 1) look(count);
  for (const { speed } of look(20)) expect(speed?.n).toBeGreaterThanOrEqual(13);
});
