import { expect, test } from 'vitest';
import { measuredRun } from '../../../src/core/measure/measured-run.ts';
import type { MeasurementStep } from '../../../src/core/record.ts';
import { failed, lane, measurement, mute, race, stopped } from '../../support/records.ts';

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

test('each model and prompt size has a row, cold apart from repeated', () => {
  const run = measuredRun(
    [
      measurement({ at: 10, run: 'old', step: step(512, 'cold'), lane: took(9000) }),
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

test('measuring one more model, or one size again, leaves the other rows where they were', () => {
  const records = [
    measurement({ at: 9, run: 'all', step: step(64, 'warm-up'), lane: took(900) }),
    measurement({ at: 10, run: 'all', step: step(512, 'cold'), lane: took(100) }),
    measurement({ at: 11, run: 'all', step: step(2048, 'cold'), lane: took(400) }),
    measurement({ at: 12, run: 'all', step: step(512, 'cold'), lane: took(50, 'small') }),
    measurement({ at: 20, run: 'more', step: step(512, 'cold'), lane: took(70, 'new') }),
    measurement({ at: 30, run: 'again', step: step(512, 'cold'), lane: took(120) }),
  ];
  for (const order of [records, records.toReversed()]) {
    const run = measuredRun(order, ['qwen', 'small', 'new']);
    expect(run?.at).toBe(30);
    expect(
      run?.rows.map(({ model, promptTokens, at, cold }) => [model, promptTokens, at, cold.p50Ms]),
    ).toEqual([
      ['qwen', 512, 30, 120],
      ['qwen', 2048, 9, 400],
      ['small', 512, 9, 50],
      ['new', 512, 20, 70],
    ]);
  }
});

test('a run that was cancelled within its first request of a model does not replace the one before', () => {
  const whole = measurement({ at: 10, run: 'whole', step: step(512, 'cold'), lane: took(100) });
  const cut = measurement({ at: 20, run: 'cut', step: step(512, 'cold'), lane: stopped(5) });
  expect(measuredRun([whole, cut], ['qwen'])?.rows).toMatchObject([{ at: 10, cold: { n: 1 } }]);
  expect(measuredRun([cut], ['qwen'])?.rows).toMatchObject([{ at: 20, cold: { censored: 1 } }]);
});

test('requests that were answered with nothing are counted, and are in no figure', () => {
  const records = [mute(), mute(), took(100)].map((one, at) =>
    measurement({ at, step: step(512, 'cold'), lane: one }),
  );
  expect(measuredRun(records, ['qwen'])?.rows).toMatchObject([
    { silent: 2, errors: 0, cold: { p50Ms: 100, n: 1 }, repeated: { n: 0 } },
  ]);
});

test('the prompt has the tokens that its server counted, the median of the cold ones, where it counts', () => {
  const counting = (promptTokens: number, cache: MeasurementStep['cache'], at: number) =>
    measurement({ at, step: step(512, cache), lane: { ...took(100), usage: { promptTokens } } });
  const records = [counting(460, 'cold', 1), counting(470, 'cold', 2), counting(3, 'repeated', 3)];
  expect(measuredRun(records, ['qwen'])?.rows[0]?.promptTokensCounted).toBe(465);
  const uncounted = measurement({ lane: { ...took(100), usage: {} } });
  expect(measuredRun([uncounted], ['qwen'])?.rows[0]?.promptTokensCounted).toBeNull();
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

test('the rates of all sizes are of the long answers, whichever of the short ones there are', () => {
  const took = (tokens: number, tps: number) =>
    lane({
      dispatchedMs: 0,
      connectedMs: 1,
      firstTokenMs: 100,
      lastTokenMs: 100 + ((tokens - 1) / tps) * 1000,
      pieces: tokens,
      usage: { completionTokens: tokens },
    });
  const asked = (promptTokens: number, outputTokens: number, tps: number) =>
    measurement({
      step: { promptTokens, outputTokens, cache: 'cold' },
      lane: took(outputTokens, tps),
    });
  // Short answers run at 110, long ones at 90, whatever the prompt. A mix of both would read 100, 110 and 90.
  const records = [
    ...[asked(512, 32, 110), asked(512, 512, 90)],
    ...[asked(2048, 32, 110), asked(2048, 32, 110), asked(2048, 32, 110), asked(2048, 512, 90)],
    asked(8192, 512, 90),
    asked(16_384, 32, 110),
  ];
  const rates = measuredRun(records, ['qwen'])?.rows.map(({ tps }) => tps && Math.round(tps));
  expect(rates).toEqual([90, 90, 90, null]);
});
