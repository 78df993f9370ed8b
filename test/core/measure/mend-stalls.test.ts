import { expect, test } from 'vitest';
import { mendStalls } from '../../../src/core/measure/mend-stalls.ts';
import type { TokenPoint } from '../../../src/core/measure/token-curve.ts';

/** One point every 10 tokens, 10 ms and a little more with each token; `extraMs` by stretch. */
function points(extraMs: (stretch: number) => number, count = 20): readonly TokenPoint[] {
  let ms = 100;
  return Array.from({ length: count }, (_, i): TokenPoint => {
    if (i > 0) ms += 100 + i + extraMs(i);
    return [1 + i * 10, ms];
  });
}

test('a single stall takes no longer than its neighbours, wherever it is', () => {
  const even = points(() => 0);
  for (let at = 1; at < 20; at++) {
    const mended = mendStalls(points((stretch) => (stretch === at ? 3000 : 0)));
    for (const [index, [tokens, ms]] of mended.entries()) {
      expect(tokens).toBe(even[index]?.[0]);
      expect(ms).toBeCloseTo(even[index]?.[1] ?? 0, 6);
    }
  }
});

test('a server that stands still again and again is taken as it is', () => {
  const stalling = points((stretch) => (stretch % 4 === 0 ? 500 : 0));
  expect(mendStalls(stalling)).toEqual(stalling);
});

test('usual jitter is left in', () => {
  const jittery = points((stretch) => ((stretch * 7) % 5) * 12 - 24);
  expect(mendStalls(jittery)).toEqual(jittery);
});

test('too few stretches cannot tell which one is off', () => {
  const short = points((stretch) => (stretch === 3 ? 3000 : 0), 6);
  expect(mendStalls(short)).toEqual(short);
});

test('points closer than eight tokens are put together, and no token is lost at the end', () => {
  const close = Array.from({ length: 21 }, (_, i): TokenPoint => [1 + i, i * 10]);
  expect(mendStalls(close)).toEqual([
    [1, 0],
    [9, 80],
    [21, 200],
  ]);
});
