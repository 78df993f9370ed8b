import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  createChainIndex,
  MAX_CONTEXT,
  type Run,
} from '../../../src/core/predictor/chain-index.ts';

type Hit = { token: number; matched: number; run: Run };

function hits(
  index: ReturnType<typeof createChainIndex>,
  context: number[],
  family = 1,
  skip = [0, 0],
) {
  const found: Hit[] = [];
  index.collect(context, family, skip[0] ?? 0, skip[1] ?? 0, (token, matched, run) =>
    found.push({ token, matched, run }),
  );
  return found;
}

/** Tokens of distinct lexemes: two times the number, so that none has a space. */
const words = (...numbers: number[]) => numbers.map((n) => (n + 2) * 2);

test('finds what followed a context, with the length of the match', () => {
  const index = createChainIndex({ maxTokens: 1000 });
  const run = index.append(words(1, 2, 3, 4, 9, 2, 3, 5), 1, 1);
  const found = hits(index, words(7, 2, 3));
  expect(found).toEqual([
    { token: words(5)[0], matched: 2, run },
    { token: words(4)[0], matched: 2, run },
  ]);
});

test('compares lexemes and gives back the token with its space', () => {
  const index = createChainIndex({ maxTokens: 1000 });
  index.append([10, 21, 31], 1, 1);
  expect(hits(index, [11, 20]).map((hit) => hit.token)).toEqual([31]);
});

test('a match never reaches over the start of a document, nor counts opaque tokens', () => {
  const index = createChainIndex({ maxTokens: 1000 });
  index.append(words(1, 2), 1, 1);
  index.append(words(3, 4), 1, 1);
  expect(hits(index, words(1, 2, 3))).toMatchObject([{ matched: 1 }]);
  index.append([0, ...words(5, 6)], 1, 1);
  expect(hits(index, [0, ...words(5)])).toMatchObject([{ matched: 1 }]);
  expect(hits(index, [0])).toEqual([]);
});

test('one family says nothing to another', () => {
  const index = createChainIndex({ maxTokens: 1000 });
  index.append(words(1, 2, 3), 1, 1);
  expect(hits(index, words(1, 2), 2)).toEqual([]);
});

test('retired documents and skipped places are not seen', () => {
  const index = createChainIndex({ maxTokens: 1000 });
  const first = index.append(words(1, 2, 3), 1, 1);
  const second = index.append(words(1, 2, 4), 1, 1);
  expect(hits(index, words(1, 2), 1, [second.start, second.end])).toMatchObject([{ run: first }]);
  index.retire(first);
  index.retire(first);
  expect(index.liveTokens()).toBe(3);
  expect(hits(index, words(1, 2))).toMatchObject([{ run: second }]);
});

test('the cost of a common context is bounded', () => {
  const index = createChainIndex({ maxTokens: 100_000 });
  for (let i = 0; i < 500; i++) index.append(words(1, i + 10), 1, 1);
  const found = hits(index, words(1));
  expect(found.length).toBeLessThanOrEqual(64);
  // The most recent ones are kept.
  expect(found[0]?.token).toBe(words(509)[0]);
});

test('contexts are compared no further than the longest', () => {
  const index = createChainIndex({ maxTokens: 1000 });
  const long = words(...Array.from({ length: 60 }, (_, i) => i));
  index.append(long, 1, 1);
  expect(hits(index, long.slice(0, 50))).toMatchObject([{ matched: MAX_CONTEXT }]);
});

/** A document of `size` tokens that begins with a pair that is its own. */
const marked = (n: number, size: number) => [
  ...words(1, n + 10, n + 900),
  ...words(...Array.from({ length: size - 3 }, (_, i) => 5000 + ((n * 31 + i) % 97))),
];

test('whatever is added and retired, exactly the live documents are found, on a ring that turns', () => {
  const step = fc.record({
    n: fc.nat(9),
    size: fc.integer({ min: 3, max: 300 }),
    add: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 120 }), fc.boolean(), (steps, small) => {
      // A tiny position limit renumbers all the time; the ring of 1000 tokens turns many times.
      const index = createChainIndex({ maxTokens: 3000, ...(small ? { maxPosition: 5000 } : {}) });
      const live = new Map<number, { run: Run; tokens: number[] }>();
      for (const { n, size, add } of steps) {
        const old = live.get(n);
        if (old !== undefined) index.retire(old.run);
        live.delete(n);
        if (!add) continue;
        const tokens = marked(n, size);
        live.set(n, { run: index.append(tokens, 1, 1), tokens });
      }
      let total = 0;
      for (const [n, { run, tokens }] of live) {
        total += tokens.length;
        expect(run.end - run.start).toBe(tokens.length);
        expect(tokens.map((_, i) => index.at(run.start + i))).toEqual(tokens);
        expect(hits(index, words(1, n + 10)).filter((hit) => hit.run === run)).toHaveLength(1);
      }
      expect(index.liveTokens()).toBe(total);
      const owners = hits(index, words(1)).map((hit) => hit.run);
      expect(new Set(owners)).toEqual(new Set([...live.values()].map(({ run }) => run)));
    }),
    { numRuns: 60 },
  );
});

test('editing for ever does not make it grow', () => {
  const index = createChainIndex({ maxTokens: 20_000, maxPosition: 200_000 });
  const stable = index.append(marked(7, 5000), 1, 1);
  let edited = index.append(marked(8, 4000), 1, 1);
  for (let i = 0; i < 200; i++) {
    index.retire(edited);
    edited = index.append(marked(8, 4000 + (i % 7)), 1, 1);
  }
  const before = index.bytes();
  for (let i = 0; i < 200; i++) {
    index.retire(edited);
    edited = index.append(marked(8, 4000 + (i % 7)), 1, 1);
  }
  expect(index.bytes()).toBe(before);
  expect(hits(index, words(1, 17))).toMatchObject([{ run: stable }]);
});

test('more than the agreed maximum still fits rather than hang', () => {
  const index = createChainIndex({ maxTokens: 10 });
  const runs = [1, 2, 3].map((n) => index.append(marked(n, 3000), 1, 1));
  expect(index.liveTokens()).toBe(9000);
  expect(hits(index, words(1, 11))).toMatchObject([{ run: runs[0] }]);
});

test('no single edit pays for moving the whole index', () => {
  const index = createChainIndex({ maxTokens: 24_000 });
  const stable = Array.from({ length: 20 }, (_, n) => index.append(marked(n, 1000), 1, 1));
  let edited = index.append(marked(50, 500), 1, 1);
  let mostMoved = 0;
  let moved = 0;
  for (let i = 0; i < 1000; i++) {
    const starts = stable.map((run) => run.start);
    index.retire(edited);
    edited = index.append(marked(50, 500), 1, 1);
    const now = stable.filter((run, n) => run.start !== starts[n]).length * 1000;
    mostMoved = Math.max(mostMoved, now);
    moved += now;
  }
  // Eight times what was added, and the run that exceeds it.
  expect(mostMoved).toBeLessThanOrEqual(8 * 500 + 1000);
  expect(moved).toBeGreaterThan(0);
});
