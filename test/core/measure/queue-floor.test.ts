import fc from 'fast-check';
import { expect, test } from 'vitest';
import { laneQueue } from '../../../src/core/measure/lane-queue.ts';
import { fitFloor } from '../../../src/core/measure/queue-floor.ts';
import type { Floor } from '../../../src/core/protocol.ts';
import type { LaneRecord } from '../../../src/core/record.ts';
import { lane, spoken, stopped } from '../../support/records.ts';

/** Uniform on [0, 1), the same for each seed (mulberry32). */
type Random = () => number;

function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const normal = (random: Random) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

interface Server {
  readonly baseMs: number;
  readonly msPerToken: number;
  readonly noiseMs: (random: Random) => number;
}

/** A hosted model that tells nothing of its phases: 80 ms, 0.1 ms a token, noise of 10 ms. */
const server: Server = { baseMs: 80, msPerToken: 0.1, noiseMs: (random) => 10 * normal(random) };

/** Sent at 20, connected at 22; `ttfMs` from there to its first token. */
const answered = (uncached: number, ttfMs: number, changes: Partial<LaneRecord> = {}) =>
  lane({
    provider: 'openai-completions',
    usage: { promptTokens: uncached + 500, cachedTokens: 500 },
    server: {},
    firstTokenMs: 22 + ttfMs,
    firstChunkMs: 22 + ttfMs,
    ...changes,
  });

const tokens = (random: Random) => Math.round(20 + 1980 * random());

function ask(random: Random, queueMs: number, by = server, changes = {}): LaneRecord {
  const uncached = tokens(random);
  const unqueuedMs = by.baseMs + by.msPerToken * uncached + by.noiseMs(random);
  return answered(uncached, Math.max(1, unqueuedMs) + queueMs, changes);
}

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

function shuffled<T>(all: readonly T[], random: Random): T[] {
  return all
    .map((one) => ({ one, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

function floorOf(lanes: readonly LaneRecord[]): Floor {
  const floor = fitFloor(lanes);
  if (floor === null) throw new Error('No floor.');
  return floor;
}

const at = (floor: Floor, uncached: number) => floor.baseMs + floor.msPerUncachedToken * uncached;

const SEEDS = times(20, (index) => index + 1);

/** What queues add, each drawn anew. */
const queues: Readonly<Record<string, (random: Random) => number>> = {
  'always 2 s': () => 2000,
  'anything up to 1 s': (random) => 1000 * random(),
  'mostly short, sometimes seconds': (random) => -500 * Math.log(1 - random()),
};

test.each(Object.entries(queues))('half of the requests queue (%s) and the floor stays', (_, q) => {
  for (const seed of SEEDS) {
    const random = seeded(seed);
    const lanes = [...times(50, () => ask(random, 0)), ...times(50, () => ask(random, q(random)))];
    const floor = floorOf(shuffled(lanes, random));
    for (const uncached of [50, 1000, 1950]) {
      expect(Math.abs(at(floor, uncached) - (80 + 0.1 * uncached))).toBeLessThan(20);
    }
  }
});

test.each(Object.entries(queues))(
  'a queue of 2 s is told within 15 percent once 50 requests did not queue; others queue %s',
  (_, q) => {
    for (const seed of SEEDS) {
      const random = seeded(seed);
      for (const queued of [0, 10, 50]) {
        const lanes = [
          ...times(50, () => ask(random, 0)),
          ...times(queued, () => ask(random, q(random))),
        ];
        const queue = laneQueue(ask(random, 2000), floorOf(shuffled(lanes, random)));
        expect(queue?.from).toBe('estimated');
        expect(Math.abs((queue?.ms ?? 0) - 2000)).toBeLessThan(300);
      }
    }
  },
);

const noises: Readonly<Record<string, (random: Random) => number>> = {
  'even on both sides': (random) => 10 * normal(random),
  'with a tail to the slow side': (random) => 20 * (Math.exp(0.6 * normal(random)) - 1),
  'only ever slower': (random) => -15 * Math.log(1 - random()),
  'none at all': () => 0,
};

test.each(Object.entries(noises))(
  'nine in ten new requests that do not queue have no queue, with noise %s',
  (_, noiseMs) => {
    let unqueued = 0;
    for (const seed of SEEDS) {
      const random = seeded(seed);
      const by = { ...server, noiseMs };
      const floor = floorOf([
        ...times(60, () => ask(random, 0, by)),
        ...times(20, () => ask(random, 2000 * random(), by)),
      ]);
      for (const one of times(100, () => ask(random, 0, by))) {
        if (laneQueue(one, floor)?.ms === 0) unqueued += 1;
      }
    }
    expect(unqueued / (SEEDS.length * 100)).toBeGreaterThanOrEqual(0.9);
  },
);

test('the uncertainty is half of what holds 95 % of the noise', () => {
  for (const seed of SEEDS) {
    const random = seeded(seed);
    const { plusMinusMs } = floorOf(times(200, () => ask(random, 0)));
    expect(plusMinusMs).toBeGreaterThan(1.96 * 10 * 0.8);
    expect(plusMinusMs).toBeLessThan(1.96 * 10 * 1.3);
  }
});

test('base and time per token are found whatever they are', () => {
  const any = fc.record({
    baseMs: fc.double({ min: 5, max: 600, noNaN: true }),
    msPerToken: fc.double({ min: 0, max: 0.5, noNaN: true }),
    noise: fc.double({ min: 0, max: 15, noNaN: true }),
    queued: fc.nat(70),
    seed: fc.nat(1e6),
  });
  fc.assert(
    fc.property(any, ({ baseMs, msPerToken, noise, queued, seed }) => {
      const random = seeded(seed);
      const by = {
        baseMs: baseMs + 4 * noise,
        msPerToken,
        noiseMs: (r: Random) => noise * normal(r),
      };
      const lanes = [
        ...times(100, () => ask(random, 0, by)),
        ...times(queued, () => ask(random, 300 + 3000 * random(), by)),
      ];
      const floor = floorOf(shuffled(lanes, random));
      expect(floor.baseMs).toBeGreaterThanOrEqual(0);
      expect(floor.msPerUncachedToken).toBeGreaterThanOrEqual(0);
      const error = at(floor, 1000) - (by.baseMs + msPerToken * 1000);
      expect(Math.abs(error)).toBeLessThan(0.2 + noise);
    }),
    { numRuns: 300, seed: 1 },
  );
});

test('a freak that was far too fast moves nothing', () => {
  for (const seed of SEEDS) {
    const random = seeded(seed);
    const lanes = times(50, () => ask(random, 0));
    const without = floorOf(lanes);
    const withFreak = floorOf([...lanes.slice(0, 25), answered(1900, 2), ...lanes.slice(25)]);
    for (const uncached of [50, 1000, 1950]) {
      expect(Math.abs(at(withFreak, uncached) - at(without, uncached))).toBeLessThan(5);
    }
    expect(Math.abs(withFreak.plusMinusMs - without.plusMinusMs)).toBeLessThan(6);
  }
});

test('no floor is claimed from fewer than 40 requests that tell', () => {
  const random = seeded(3);
  const lanes = times(39, () => ask(random, 0));
  const untold = [
    stopped(500),
    answered(100, 90, { usage: {} }),
    answered(100, 90, { outcome: 'failed', error: { code: 'bad-stream' } }),
    spoken(2),
  ];
  expect(fitFloor([...lanes, ...untold])).toBeNull();
  expect(fitFloor([...lanes, ask(random, 0)])?.n).toBe(40);
  expect(fitFloor([])).toBeNull();
});

test('what is older than the latest 200 requests is forgotten', () => {
  const random = seeded(4);
  const before = times(400, () => ask(random, 0));
  const after = times(200, () => ask(random, 0, { ...server, baseMs: 400 }));
  expect(fitFloor([...before, ...after])).toEqual(fitFloor(after));
  expect(at(floorOf([...before, ...after]), 1000)).toBeCloseTo(500, -1);
});

test('queues and loads that are known are taken off, so a server that is always busy has a floor', () => {
  const random = seeded(5);
  const reported = times(50, () => {
    const queueMs = 3000 * random();
    return ask(random, queueMs + 700, server, { server: { queueMs, loadMs: 700 } });
  });
  const floor = floorOf(reported);
  expect(Math.abs(at(floor, 1000) - 180)).toBeLessThan(10);
  expect(floor.plusMinusMs).toBeLessThan(30);
});

test('prompts of nearly one size give no slope to be wrong about shorter ones by', () => {
  for (const seed of SEEDS) {
    const random = seeded(seed);
    const floor = floorOf(
      times(60, () => answered(900 + Math.round(5 * random()), 170 + 10 * normal(random))),
    );
    expect(floor.msPerUncachedToken).toBe(0);
    expect(Math.abs(floor.baseMs - 170)).toBeLessThan(5);
    expect(floor.longestTokens).toBeGreaterThanOrEqual(904);
  }
});

test('of a length that few prompts had, nothing is said, and they tilt nothing', () => {
  const random = seeded(8);
  const short = times(80, () => answered(Math.round(10 + 20 * random()), 90 + 5 * normal(random)));
  const long = times(4, () => answered(3000, 2400));
  const floor = floorOf([...short, ...long]);
  expect(floor.longestTokens).toBeLessThanOrEqual(30);
  expect(Math.abs(at(floor, 20) - 90)).toBeLessThan(5);
  for (const one of long) expect(laneQueue(one, floor)).toBeNull();
  // Once they are several, what they have in common is how long such a prompt takes.
  const known = floorOf([...short, ...long, ...long]);
  expect(laneQueue(answered(3000, 2400), known)?.ms).toBe(0);
});

test('the order within the window does not matter', () => {
  const random = seeded(6);
  const lanes = times(120, (index) => ask(random, index % 3 === 0 ? 800 : 0));
  const one = floorOf(lanes);
  const other = floorOf(shuffled(lanes, random));
  for (const key of ['baseMs', 'msPerUncachedToken', 'plusMinusMs'] as const) {
    expect(other[key]).toBeCloseTo(one[key], 6);
  }
});

test('requests without a count are placed by the ratio of those that have one', () => {
  const random = seeded(7);
  const lanes = times(80, (index) => {
    const uncached = tokens(random);
    const ttfMs = 80 + 0.1 * uncached;
    const promptSize = { chars: (uncached + 500) * 2.5, repeatedChars: 500 * 2.5 };
    return answered(uncached, ttfMs, index % 2 === 0 ? { promptSize } : { promptSize, usage: {} });
  });
  const floor = floorOf(lanes);
  expect(floor.charsPerToken).toBeCloseTo(2.5, 9);
  expect(floor.baseMs).toBeCloseTo(80, 0);
  expect(floor.msPerUncachedToken).toBeCloseTo(0.1, 3);
});
