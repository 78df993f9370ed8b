import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTtftFit, type TtftSample } from '../../../src/core/measure/ttft-fit.ts';
import { seededRandom } from '../../../src/core/seeded-random.ts';

const seen = (promptTokens: number, ms: number): TtftSample => ({ promptTokens, ms, seen: true });
const SIZES = [128, 512, 1024, 2048, 4096];

test('base and slope are found again under jitter, with a fifth of the requests queued', () => {
  const random = seededRandom(3);
  const samples = SIZES.flatMap((size) =>
    Array.from({ length: 10 }, (_, i) => {
      const queuedMs = i % 5 === 0 ? 3000 * random() : 0;
      return seen(size, (50 + 0.2 * size) * (0.9 + 0.2 * random()) + queuedMs);
    }),
  );
  const fit = createTtftFit(samples).fit();
  expect(fit?.msPerPromptToken).toBeGreaterThan(0.19);
  expect(fit?.msPerPromptToken).toBeLessThan(0.23);
  expect(fit?.baseMs).toBeGreaterThan(35);
  expect(fit?.baseMs).toBeLessThan(75);
});

test('requests that were stopped count as slow ones, not as none', () => {
  const samples = SIZES.flatMap((size) => [
    seen(size, 100),
    seen(size, 200),
    { promptTokens: size, ms: 150, seen: false },
    { promptTokens: size, ms: 150, seen: false },
  ]);
  expect(createTtftFit(samples).fit()).toEqual({ baseMs: 200, msPerPromptToken: 0 });
  expect(createTtftFit(samples.filter((one) => one.seen)).fit()?.baseMs).toBe(100);
});

test('where most were stopped too early there is no fit', () => {
  const stopped = { promptTokens: 100, ms: 50, seen: false };
  expect(createTtftFit([seen(100, 40), stopped, stopped, stopped]).fit()).toBeNull();
});

test('prompts of one size, or whose order says nothing, cost nothing by the token', () => {
  expect(createTtftFit([seen(900, 90), seen(900, 110), seen(900, 130)]).fit()).toEqual({
    baseMs: 110,
    msPerPromptToken: 0,
  });
  const mixed = [seen(900, 100), seen(910, 130), seen(920, 95), seen(930, 140)];
  expect(createTtftFit(mixed).fit()?.msPerPromptToken).toBe(0);
});

test('neither base nor slope is ever negative, resampled or not', () => {
  const sample = fc.record({
    promptTokens: fc.integer({ min: 0, max: 8000 }),
    ms: fc.integer({ min: 1, max: 5000 }),
    seen: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(sample, { maxLength: 20 }), fc.nat(), (samples, seed) => {
      const random = seededRandom(seed);
      const times = samples.map(() => Math.floor(random() * 3));
      const ttft = createTtftFit(samples);
      for (const fit of [ttft.fit(), ttft.resampled((index) => times[index] ?? 0)]) {
        if (fit === null) continue;
        expect(fit.baseMs).toBeGreaterThanOrEqual(0);
        expect(fit.msPerPromptToken).toBeGreaterThanOrEqual(0);
        expect(Number.isFinite(fit.baseMs + fit.msPerPromptToken)).toBe(true);
      }
    }),
    { seed: 11 },
  );
});

test('a request that is drawn twice counts twice', () => {
  const samples = [seen(100, 10), seen(100, 20), seen(100, 30)];
  const times = [0, 0, 3];
  expect(createTtftFit(samples).resampled((index) => times[index] ?? 0)?.baseMs).toBe(30);
});

test('one long prompt draws no line alone, two that agree do', () => {
  // What keystrokes leave to be read: 5 to 27 tokens at 2 ms each; then the first request after a start.
  const typed = Array.from({ length: 20 }, (_, i) => seen(5 + i, 400 + 2 * i + (i % 3)));
  const slopeWith = (...more: TtftSample[]) =>
    createTtftFit([...typed, ...more]).fit()?.msPerPromptToken ?? Number.NaN;
  expect(Math.abs(slopeWith(seen(1000, 6420)) - slopeWith())).toBeLessThan(0.1);
  expect(slopeWith(seen(1000, 600), seen(1100, 620))).toBeCloseTo(0.2, 1);
});

test('a slope that chance may have drawn over some tokens is none', () => {
  const random = seededRandom(7);
  let sloped = 0;
  for (let round = 0; round < 200; round++) {
    const samples = Array.from({ length: 24 }, (_, i) => seen(4 + i, 420 + 60 * random()));
    if ((createTtftFit(samples).fit()?.msPerPromptToken ?? 0) > 0) sloped += 1;
  }
  expect(sloped).toBeLessThanOrEqual(2);
});

test('three long prompts that were measured once each are seen among dozens of keystrokes', () => {
  const random = seededRandom(5);
  const typed = Array.from({ length: 36 }, (_, i) => seen(4 + (i % 24), 90 + 20 * random()));
  const measured = [512, 2048, 8192].map((size) => seen(size, 100 + 0.2 * size));
  expect(createTtftFit([...typed, ...measured]).fit()?.msPerPromptToken).toBeCloseTo(0.2, 2);
});
