import { expect, test } from 'vitest';
import { measuredRun } from '../../../src/core/measure/measured-run.ts';
import type { MeasurementStep } from '../../../src/core/record.ts';
import { failed, lane, measurement, race } from '../../support/records.ts';

const step = (promptTokens: number, cache: MeasurementStep['cache']): MeasurementStep => ({
  promptTokens,
  outputTokens: 32,
  cache,
});
const took = (ms: number, model = 'qwen') =>
  lane({ model, dispatchedMs: 0, connectedMs: 1, firstTokenMs: ms, lastTokenMs: ms + 200 });

test('without a run there is nothing to say', () => {
  expect(measuredRun([race({ lanes: [lane()] })], ['qwen'])).toBeNull();
});

test('each model and prompt size of the latest run has a row, cold apart from repeated', () => {
  const run = measuredRun(
    [
      measurement({ at: 10, run: 'old', lane: took(9000) }),
      measurement({ at: 30, step: step(2048, 'cold'), lane: took(400) }),
      measurement({ at: 31, step: step(2048, 'repeated'), lane: took(80) }),
      measurement({ at: 20, step: step(512, 'cold'), lane: took(150) }),
      measurement({ at: 21, step: step(512, 'cold'), lane: took(170) }),
      measurement({ at: 22, step: step(512, 'cold'), lane: took(130) }),
      measurement({ at: 40, step: step(512, 'cold'), lane: took(60, 'small') }),
    ],
    ['small', 'qwen'],
  );
  expect(run?.at).toBe(20);
  expect(run?.rows.map(({ model, promptTokens }) => [model, promptTokens])).toEqual([
    ['small', 512],
    ['qwen', 512],
    ['qwen', 2048],
  ]);
  expect(run?.rows[1]).toMatchObject({ cold: { p50Ms: 150, n: 3 }, repeated: { n: 0 }, errors: 0 });
  expect(run?.rows[2]).toMatchObject({ cold: { p50Ms: 400 }, repeated: { p50Ms: 80, n: 1 } });
  expect(run?.rows[2]?.tps).toBeCloseTo(100, 9);
  expect(run?.rows[2]?.tpsEstimated).toBe(false);
});

test('a rate whose tokens no server counted says that it is estimated', () => {
  const uncounted = { ...took(100), usage: {} };
  const [row] = measuredRun([measurement({ lane: uncounted })], ['qwen'])?.rows ?? [];
  expect(row?.tps).toBeGreaterThan(0);
  expect(row?.tpsEstimated).toBe(true);
});

test('warm-ups and models that are no longer set up have no rows', () => {
  const warmUp = measurement({ step: step(512, 'warm-up') });
  expect(measuredRun([warmUp], ['qwen'])?.rows).toEqual([]);
  expect(measuredRun([measurement()], ['other'])?.rows).toEqual([]);
});

test('refused requests are errors and keep the median from looking better', () => {
  const refused = failed(5, { dispatchedMs: 0 });
  const records = [took(100), refused, refused].map((one, index) =>
    measurement({ at: index, lane: one }),
  );
  expect(measuredRun(records, ['qwen'])?.rows[0]).toMatchObject({
    cold: { p50Ms: null, n: 3 },
    errors: 2,
  });
});
