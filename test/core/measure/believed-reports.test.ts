import { expect, test } from 'vitest';
import { believedReports } from '../../../src/core/measure/believed-reports.ts';

test('reports that fit into the wait stay as they are', () => {
  const server = { queueMs: 40, loadMs: 10, prefillMs: 50, decodeMs: 900, totalMs: 1000 };
  expect(believedReports(server, 100, 100)).toEqual(server);
});

test('what is absent stays absent', () => {
  expect(believedReports({}, 100, 100)).toEqual({});
  expect(believedReports({ queueMs: 0 }, 100, 100)).toEqual({ queueMs: 0 });
});

test('a few milliseconds too many are taken off in proportion', () => {
  expect(believedReports({ queueMs: 52, prefillMs: 52 }, 100, 100)).toEqual({
    queueMs: 50,
    prefillMs: 50,
  });
});

test('more than that, and none of queue, load and prefill is believed, while totals stand', () => {
  const server = { queueMs: 60, loadMs: 1, prefillMs: 50, totalMs: 400, decodeMs: 200 };
  expect(believedReports(server, 100, 100)).toEqual({ totalMs: 400, decodeMs: 200 });
});

test('a prefill longer than the time since it began is dropped alone', () => {
  expect(believedReports({ loadMs: 20, prefillMs: 70 }, 100, 60)).toEqual({ loadMs: 20 });
  expect(believedReports({ loadMs: 20, prefillMs: 64 }, 100, 60)).toEqual({
    loadMs: 20,
    prefillMs: 60,
  });
});
