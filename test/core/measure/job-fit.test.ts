import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  crossover,
  JOB_PRESETS,
  type Job,
  jobFit,
  jobTimeMs,
} from '../../../src/core/measure/job-fit.ts';
import { speedFromFigures } from '../../../src/core/measure/speed-from-figures.ts';
import type { ModelSpeed, SpeedFit } from '../../../src/core/protocol.ts';

function speed(fit: SpeedFit, changes: Partial<ModelSpeed> = {}): ModelSpeed {
  return {
    fit,
    draws: [],
    n: 40,
    cachedShare: 0,
    longestPromptTokens: 8000,
    longestOutputTokens: 1000,
    ...changes,
  };
}

const heavy = speed(speedFromFigures({ ttftMs: 5000, tps: 120 }));
const light = speed(speedFromFigures({ ttftMs: 200, tps: 25 }));
const job = (outputTokens: number, promptTokens = 0) => ({ promptTokens, outputTokens });

/** Any model whose figures are within reason, to the microsecond. */
const anySpeed = fc
  .tuple(fc.nat(10_000_000), fc.nat(2000), fc.integer({ min: 1000, max: 200_000 }), fc.nat(200))
  .map(([base, perPrompt, perToken, growth]) =>
    speed([base / 1000, perPrompt / 1000, perToken / 1000, growth / 1000]),
  );

test('480 tokens take 9.0 s after a slow start and 19.4 s after a quick one', () => {
  const rows = jobFit(
    [
      { id: 'light', speed: light },
      { id: 'heavy', speed: heavy },
    ],
    job(480),
  );
  expect(rows.map(({ id, totalMs, ttftMs }) => [id, Math.round(totalMs), ttftMs])).toEqual([
    ['heavy', 9000, 5000],
    ['light', 19400, 200],
  ]);
});

test('the two cross at 151.6 tokens', () => {
  expect(crossover(light, heavy, job(480))?.outputTokens).toBeCloseTo(151.58, 2);
  expect(crossover(heavy, light, job(480))?.outputTokens).toBeCloseTo(151.58, 2);
  expect(crossover(light, heavy, job(480))?.backAtTokens).toBeNull();
});

test('a fall by 35 % over 500 tokens makes 500 tokens take 1.27 times as long', () => {
  // Time per token grows from 10 ms to 10 ÷ 0.65 ms: as much as half of that growth for each of them.
  const perToken = 1 / 0.65 - 1;
  const fit: SpeedFit = [0, 0, 10, (10 * perToken) / 500];
  expect(jobTimeMs(fit, 0, 500) / 5000).toBeCloseTo(1.269, 3);
});

test('the fall of plain figures is reached at token 1000', () => {
  const [, , msPerToken, growthMs] = speedFromFigures({ ttftMs: 0, tps: 80, fallPer1000: 0.4 });
  expect(1000 / msPerToken).toBeCloseTo(80, 9);
  expect(1000 / (msPerToken + 1000 * growthMs)).toBeCloseTo(48, 9);
});

test('a decline can hand the lead over and back again', () => {
  const sprinter = speed([1000, 0, 10, 0.05]);
  const steady = speed([200, 0, 20, 0]);
  const crossing = crossover(steady, sprinter, job(100));
  const { outputTokens = 0, backAtTokens = 0 } = crossing ?? {};
  for (const tokens of [outputTokens, backAtTokens ?? 0]) {
    expect(jobTimeMs(sprinter.fit, 0, tokens)).toBeCloseTo(jobTimeMs(steady.fit, 0, tokens), 6);
  }
  const first = (tokens: number) => {
    const rows = [
      { id: 'sprinter', speed: sprinter },
      { id: 'steady', speed: steady },
    ];
    return jobFit(rows, job(tokens))[0]?.id;
  };
  expect([first(60), first(200), first(300)]).toEqual(['steady', 'sprinter', 'steady']);
  // 800 − 10.025 n + 0.025 n² = 0
  expect(crossing?.outputTokens).toBeCloseTo(109.945, 2);
  expect(crossing?.backAtTokens).toBeCloseTo(291.055, 2);
});

test('the prompt moves the crossover, by what each model has cached of it', () => {
  const slowReader = speed([100, 1, 8, 0], { cachedShare: 0.9 });
  const quickReader = speed([300, 0, 40, 0]);
  expect(crossover(quickReader, slowReader, job(100, 1000))?.outputTokens).toBeCloseTo(25, 9);
  const repeated = { ...job(100, 1000), repeatsPrompt: true };
  expect(crossover(quickReader, slowReader, repeated)).toBeNull();
});

test('models that run side by side, or of which one is ahead from the start, do not cross', () => {
  expect(crossover(light, light, job(480))).toBeNull();
  expect(crossover(speed([100, 0, 10, 0]), speed([200, 0, 10, 0]), job(480))).toBeNull();
  expect(crossover(speed([100, 0, 10, 0]), speed([200, 0, 20, 0.1]), job(480))).toBeNull();
  // These meet at ten tokens without passing each other.
  expect(crossover(speed([0, 0, 20, 0]), speed([50, 0, 10.5, 1]), job(480))).toBeNull();
  // These would meet at half a token.
  expect(crossover(speed([100, 0, 10, 0]), speed([95, 0, 20, 0]), job(480))).toBeNull();
});

describe('for any two models', () => {
  test('both take equally long where they cross, and the order is another on either side', () => {
    fc.assert(
      fc.property(anySpeed, anySpeed, fc.integer({ min: 0, max: 8000 }), (a, b, promptTokens) => {
        const crossing = crossover(a, b, job(1, promptTokens));
        const lead = (tokens: number) =>
          jobTimeMs(b.fit, promptTokens, tokens) - jobTimeMs(a.fit, promptTokens, tokens);
        if (crossing === null) {
          const ahead = [1.001, 2, 10, 100, 1000, 1e5].map((tokens) => Math.sign(lead(tokens)));
          expect(new Set(ahead).size).toBe(1);
          return;
        }
        const { outputTokens: at, backAtTokens: back } = crossing;
        const scale = jobTimeMs(a.fit, promptTokens, at);
        expect(Math.abs(lead(at)) / scale).toBeLessThan(1e-6);
        const before = lead(1 + (at - 1) / 2);
        const after = lead(back === null ? at * 2 : (at + back) / 2);
        expect(before * after).toBeLessThanOrEqual(0);
      }),
      { seed: 5, numRuns: 1000 },
    );
  });

  test('a longer answer or a longer prompt never takes less', () => {
    const length = fc.integer({ min: 0, max: 20_000 });
    fc.assert(
      fc.property(anySpeed, length, length, length, ({ fit }, prompt, output, more) => {
        const totalMs = jobTimeMs(fit, prompt, output);
        expect(jobTimeMs(fit, prompt, output + more)).toBeGreaterThanOrEqual(totalMs);
        expect(jobTimeMs(fit, prompt + more, output)).toBeGreaterThanOrEqual(totalMs);
      }),
    );
  });

  test('they come in the order of their totals, each within its interval', () => {
    fc.assert(
      fc.property(fc.array(anySpeed, { minLength: 1, maxLength: 6 }), (speeds) => {
        const models = speeds.map((one, i) => ({
          id: `${i}`,
          speed: { ...one, draws: speeds.flatMap(({ fit }) => Array<SpeedFit>(20).fill(fit)) },
        }));
        const rows = jobFit(models, JOB_PRESETS.background);
        expect(rows.map(({ totalMs }) => totalMs)).toEqual(
          rows.map(({ totalMs }) => totalMs).toSorted((a, b) => a - b),
        );
        for (const { totalMs, interval } of rows) {
          expect(interval?.lowMs).toBeLessThanOrEqual(totalMs);
          expect(interval?.highMs).toBeGreaterThanOrEqual(totalMs);
        }
      }),
    );
  });
});

test('the interval leaves out one in forty of the draws at either end', () => {
  const draws = Array.from({ length: 41 }, (_, i): SpeedFit => [1000 + 10 * i, 0, 10, 0]);
  const [row] = jobFit([{ id: 'a', speed: speed([1200, 0, 10, 0], { draws }) }], job(100));
  expect(row?.interval).toEqual({ lowMs: 2010, highMs: 2390 });
});

test('a job of more than twice the length of anything measured has a time and no interval', () => {
  // Answers of at most 19 tokens show no decline, so no draw has one: 4.2 s, and never a "4.2–4.2".
  const draws = Array.from({ length: 40 }, (): SpeedFit => [120, 0, 8.5, 0]);
  const short = speed([120, 0, 8.5, 0], { draws, longestOutputTokens: 19 });
  const rowOf = (one: ModelSpeed, asked: Job) => jobFit([{ id: 'a', speed: one }], asked)[0];
  expect(rowOf(short, job(480))).toMatchObject({
    totalMs: 4200,
    interval: null,
    beyondMeasured: { output: true },
  });
  expect(rowOf(short, job(38))?.interval).not.toBeNull();
  const shallow = speed([120, 0, 8.5, 0], { draws, longestPromptTokens: 27 });
  expect(rowOf(shallow, job(30, 6000))?.interval).toBeNull();
  expect(rowOf(shallow, job(30, 54))?.interval).not.toBeNull();
});

test('a handful of draws is no interval', () => {
  const [row] = jobFit([{ id: 'a', speed: { ...light, draws: [light.fit] } }], job(10));
  expect(row?.interval).toBeNull();
});

test.each([
  [
    { promptTokens: 8000, outputTokens: 1000 },
    { prompt: false, output: false },
  ],
  [
    { promptTokens: 8001, outputTokens: 1000 },
    { prompt: true, output: false },
  ],
  [
    { promptTokens: 10, outputTokens: 1001 },
    { prompt: false, output: true },
  ],
  [
    { promptTokens: 16_000, outputTokens: 10, repeatsPrompt: true },
    { prompt: false, output: false },
  ],
])('of %j it says what is beyond what was measured: %j', (asked, beyondMeasured) => {
  const measured = { ...light, cachedShare: 0.5 };
  expect(jobFit([{ id: 'a', speed: measured }], asked)[0]?.beyondMeasured).toEqual(beyondMeasured);
});
