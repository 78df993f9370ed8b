import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBlend } from '../../../src/core/predictor/blend.ts';
import { MAX_CONTEXT } from '../../../src/core/predictor/chain-index.ts';

test('nothing seen is nothing said', () => {
  const blend = createBlend();
  expect(blend.best()).toBeNull();
  expect(blend.probabilityOf(4)).toBe(0);
});

test('a long context that always went on the same way outvotes frequent short ones', () => {
  const blend = createBlend();
  for (let i = 0; i < 10; i++) blend.add(1, 1, 1);
  for (let i = 0; i < 3; i++) blend.add(2, 8, 1);
  expect(blend.best()).toMatchObject({ token: 2, matched: 8, weight: 3 });
});

test('more sightings and longer matches make it surer', () => {
  const sure = (count: number, matched: number) => {
    const blend = createBlend();
    for (let i = 0; i < count; i++) blend.add(1, matched, 1);
    blend.add(2, 1, 1);
    return blend.best()?.probability ?? 0;
  };
  expect(sure(1, 3)).toBeLessThan(sure(4, 3));
  expect(sure(1, 3)).toBeLessThan(sure(1, 12));
});

test('the weight of a sighting counts like that many sightings', () => {
  const blend = createBlend();
  blend.add(1, 2, 2);
  blend.add(2, 2, 1);
  const weighted = blend.best()?.probability;
  blend.clear();
  for (const token of [1, 1, 2]) blend.add(token, 2, 1);
  expect(weighted).toBe(blend.best()?.probability);
});

test('one continuation can be set aside', () => {
  const blend = createBlend();
  blend.add(1, 4, 1);
  blend.add(1, 4, 1);
  blend.add(2, 4, 1);
  expect(blend.best(1)?.token).toBe(2);
  blend.clear();
  blend.add(1, 4, 1);
  expect(blend.best(1)).toBeNull();
});

test('clearing leaves nothing behind', () => {
  const blend = createBlend();
  for (let token = 0; token < 200; token++) blend.add(token, token % MAX_CONTEXT, 1);
  blend.best();
  blend.clear();
  blend.add(7, 3, 1);
  const fresh = createBlend();
  fresh.add(7, 3, 1);
  expect(blend.best()).toEqual(fresh.best());
});

test('probabilities stay between 0 and 1 and never add up to more than 1', () => {
  const sighting = fc.record({
    token: fc.nat(20),
    matched: fc.integer({ min: 0, max: MAX_CONTEXT }),
    weight: fc.constantFrom(1, 1.25, 2),
  });
  fc.assert(
    fc.property(fc.array(sighting, { maxLength: 100 }), (sightings) => {
      const blend = createBlend();
      for (const { token, matched, weight } of sightings) blend.add(token, matched, weight);
      let sum = 0;
      let most = 0;
      for (let token = 0; token <= 20; token++) {
        const p = blend.probabilityOf(token);
        expect(p).toBeGreaterThanOrEqual(0);
        sum += p;
        most = Math.max(most, p);
      }
      expect(sum).toBeLessThanOrEqual(1 + 1e-9);
      expect(blend.best()?.probability ?? 0).toBe(most);
    }),
  );
});
