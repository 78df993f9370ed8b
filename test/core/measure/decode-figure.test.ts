import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeFigure } from '../../../src/core/measure/decode-figure.ts';
import type { LaneRecord } from '../../../src/core/record.ts';
import { seededRandom } from '../../../src/core/seeded-random.ts';
import { lane, spoken } from '../../support/records.ts';
import { streamedLane, type Writing } from '../../support/streamed-lane.ts';

const RATIO = 4;
const TOKENS = 500;

/** Time per token in a straight line, so that 35 % of 100 tokens a second are lost by the last token. */
const slowing = (position: number) => 10 * (1 + (1 / 0.65 - 1) * (position / TOKENS));
/** The same fall with the rate in a straight line instead. */
const fading = (position: number) => 10 / (1 - 0.35 * (position / TOKENS));
const even = () => 10;

function answers(count: number, writing: Partial<Writing>): LaneRecord[] {
  return Array.from({ length: count }, (_, i) =>
    streamedLane({ tokens: TOKENS, msAt: even, seed: i + 1, ...writing }),
  );
}

const ways: readonly [string, Partial<Writing>][] = [
  ['evenly', {}],
  ['with jitter', { jitter: 0.5 }],
  ['with jitter, four tokens to a piece', { jitter: 0.5, perPiece: 4 }],
  ['in pieces of one to six tokens', { jitter: 0.5, perPiece: (r) => 1 + Math.floor(r() * 6) }],
  [
    'in pieces that the server counts',
    { jitter: 0.5, perPiece: (r) => 1 + Math.floor(r() * 6), counts: true },
  ],
  ['by a gateway that flushes every 100 ms', { jitter: 0.3, flushEveryMs: 100 }],
  ['by a gateway that flushes every 300 ms', { jitter: 0.3, flushEveryMs: 300 }],
  ['with a stall near the beginning', { jitter: 0.3, stall: { atToken: 60, ms: 2000 } }],
  ['with a stall near the end', { jitter: 0.3, stall: { atToken: 450, ms: 2000 } }],
  ['with a stall as long as all the rest', { jitter: 0.3, stall: { atToken: 300, ms: 9000 } }],
];

describe.each(ways)('an answer that comes %s', (_, way) => {
  test('shows a fall by 35 % over 500 tokens within 3 points', () => {
    for (const msAt of [slowing, fading]) {
      const figure = decodeFigure(answers(12, { msAt, ...way }), RATIO);
      expect(Math.abs((figure?.decline ?? 0) - 0.35)).toBeLessThan(0.03);
      expect(figure?.earlyTps).toBeGreaterThan(96);
      expect(figure?.earlyTps).toBeLessThan(107);
    }
  });

  test('shows none where the rate is constant', () => {
    const figure = decodeFigure(answers(12, way), RATIO);
    expect(Math.abs(figure?.decline ?? 1)).toBeLessThan(0.03);
    expect(Math.abs((figure?.lateTps ?? 0) - 100)).toBeLessThan(3);
  });
});

test('one answer is enough where tokens take about as long as their neighbours', () => {
  for (let seed = 1; seed <= 50; seed++) {
    const stall = { atToken: 7 * seed, ms: 1500 };
    const way = { seed, jitter: 0.1, perPiece: 3, counts: true, stall };
    const falling = decodeFigure(answers(1, { msAt: slowing, ...way }), RATIO);
    expect(Math.abs((falling?.decline ?? 0) - 0.35)).toBeLessThan(0.03);
    expect(Math.abs(decodeFigure(answers(1, way), RATIO)?.decline ?? 1)).toBeLessThan(0.03);
  }
});

test('without noise the line is found exactly', () => {
  const figure = decodeFigure(answers(1, { msAt: slowing }), RATIO);
  expect(figure?.earlyTps).toBeCloseTo(100, 3);
  expect(figure?.lateTps).toBeCloseTo(65, 3);
  expect(figure?.decline).toBeCloseTo(0.35, 5);
  // At token 1000 each takes 10 ms × (1 + 2 × 0.538) = 20.77 ms.
  expect(figure?.fallPer1000).toBeCloseTo(0.51852, 4);
  expect(figure).toMatchObject({ longestTokens: 500, n: 1, tokensFrom: 'server' });
});

test('the figure does not depend on how tokens are cut into pieces', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 16 }),
      fc.integer({ min: 1, max: 1000 }),
      (perPiece, seed) => {
        const figure = decodeFigure(
          answers(1, { msAt: slowing, perPiece, seed, counts: true }),
          RATIO,
        );
        expect(figure?.decline).toBeCloseTo(0.35, 4);
        expect(figure?.earlyTps).toBeCloseTo(100, 1);
      },
    ),
    { seed: 7 },
  );
});

test('short answers at a quiet hour and long ones at a busy one are no decline', () => {
  const quiet = answers(40, { tokens: 70, jitter: 0.3, msAt: () => 5 });
  const busy = answers(10, { jitter: 0.3, msAt: () => 12 });
  expect(Math.abs(decodeFigure([...quiet, ...busy], RATIO)?.decline ?? 1)).toBeLessThan(0.03);
});

test('a rate that rises has a negative decline, followed no further than it was seen', () => {
  const figure = decodeFigure(answers(3, { msAt: (position) => 10 - position / 100 }), RATIO);
  expect(figure?.decline).toBeCloseTo(-1, 2);
  expect(figure?.fallPer1000).toBeCloseTo(-1, 2);
});

test.each([
  [128, 50, 10],
  [64, 30, 5],
  [64, 20, 4],
  [256, 10, 50],
])(
  'a load that changes at token %i, from %i to %i ms a token, is no line',
  (until, early, late) => {
    const msAt = (position: number) => (position < until ? early : late);
    for (const count of [1, 5]) {
      const figure = decodeFigure(answers(count, { tokens: 512, msAt, jitter: 0.1 }), RATIO);
      expect(figure).toMatchObject({ decline: 0, fallPer1000: 0 });
      expect(figure?.lateTps).toBe(figure?.earlyTps);
      expect(figure?.earlyTps).toBeGreaterThan(1000 / Math.max(early, late));
      expect(figure?.earlyTps).toBeLessThan(1000 / Math.min(early, late));
      expect(figure?.byPosition[0]?.tps).toBeCloseTo(1000 / early, -1);
      expect(figure?.byPosition.at(-1)?.tps).toBeCloseTo(1000 / late, -1);
    }
  },
);

test('one answer during which the load changed does not take the decline from the others', () => {
  const step = answers(1, { msAt: (position) => (position < 128 ? 50 : 10) });
  const figure = decodeFigure([...answers(3, { msAt: slowing }), ...step], RATIO);
  expect(figure?.decline).toBeCloseTo(0.35, 2);
});

test('whatever the way of its time, a rate is never negative and near what was measured', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 2, max: 100 }), { minLength: 2, maxLength: 6 }),
      fc.integer({ min: 70, max: 1500 }),
      (ms, tokens) => {
        const msAt = (position: number) => ms[Math.floor((position / tokens) * ms.length)] ?? 10;
        const figure = decodeFigure(answers(2, { tokens, msAt, jitter: 0.2 }), RATIO);
        if (figure === null) return;
        const slowest = 1000 / (3 * Math.max(...ms));
        const fastest = 3000 / Math.min(...ms);
        for (const tps of [figure.earlyTps, figure.lateTps]) {
          expect(tps).toBeGreaterThan(slowest);
          expect(tps).toBeLessThan(fastest);
        }
        expect(figure.decline).toBeLessThan(1);
      },
    ),
    { seed: 7 },
  );
});

const falseAlarms = (count: number, tokens: number): number => {
  const random = seededRandom(count);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const models = Array.from({ length: 300 }, (_, model) => {
    const msAt = () => 10 * Math.max(0, 1 + 0.2 * normal());
    const lanes = Array.from({ length: count }, (_, i) =>
      streamedLane({ tokens, msAt, seed: model * count + i }),
    );
    return decodeFigure(lanes, RATIO)?.decline !== 0;
  });
  return models.filter(Boolean).length;
};

test.each([
  [5, 512],
  [3, 200],
  [1, 100],
])(
  'of 300 models with %i answers of %i tokens at a constant rate, at most 9 seem to decline',
  (count, tokens) => {
    expect(falseAlarms(count, tokens)).toBeLessThanOrEqual(9);
  },
);

test('ten answers whose tokens vary by a fifth show a fall by 35 % within 3 points, in every of 50 models', () => {
  const random = seededRandom(3);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const msAt = (position: number) => slowing(position) * Math.max(0, 1 + 0.2 * normal());
  for (let model = 0; model < 50; model++) {
    const figure = decodeFigure(answers(10, { msAt, seed: model }), RATIO);
    expect(Math.abs((figure?.decline ?? 0) - 0.35)).toBeLessThan(0.03);
  }
});

test('the rate by position is the median of what was measured there', () => {
  const stall = { atToken: 100, ms: 5000 };
  const lanes = [...answers(2, { msAt: slowing }), ...answers(1, { msAt: slowing, stall })];
  const short = answers(1, { tokens: 100, msAt: slowing });
  const buckets = decodeFigure([...lanes, ...short], RATIO)?.byPosition ?? [];
  expect(buckets.map(({ fromToken, n }) => [fromToken, n])).toEqual([
    [0, 4],
    [64, 4],
    [128, 3],
    [192, 3],
    [256, 3],
    [320, 3],
    [384, 3],
    [448, 3],
  ]);
  for (const { fromToken, toToken, tps } of buckets) {
    const middle = (fromToken + Math.min(toToken, TOKENS)) / 2;
    expect(tps).toBeCloseTo(1000 / slowing(middle), 0);
  }
});

test('characters stand in for tokens only where the server counted none of any answer', () => {
  const uncounted = answers(3, { msAt: slowing, changes: { usage: {} } });
  const figure = decodeFigure(uncounted, RATIO);
  expect(figure?.tokensFrom).toBe('estimated');
  expect(figure?.decline).toBeCloseTo(0.35, 1);
  const mixed = decodeFigure([...uncounted, ...answers(1, { msAt: slowing })], RATIO);
  expect(mixed).toMatchObject({ tokensFrom: 'server', n: 1 });
});

test.each([
  ['no requests', []],
  ['answers under 64 tokens', answers(50, { tokens: 64, perPiece: 2 })],
  ['a long answer in six pieces', answers(5, { perPiece: 84 })],
  ['an answer that came at once', answers(5, { msAt: () => 0 })],
  ['records without a curve', [lane(), lane()]],
  ['the built-in predictor', [spoken(3), spoken(4)]],
  ['failed requests', answers(5, { changes: { outcome: 'failed' } })],
])('%s: no figure', (_, lanes) => {
  expect(decodeFigure(lanes, RATIO)).toBeNull();
});
