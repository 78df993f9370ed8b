import { describe, expect, test } from 'vitest';
import { type PlannedModel, planRun } from '../../../src/core/measure-run/plan.ts';

const apart = (id: string): PlannedModel => ({ id, queueKey: `http://${id}` });
const MODELS = ['a', 'b', 'c'].map(apart);
const SIZES = { promptTokens: [8192, 512, 2048], outputTokens: [512, 32] };

function plan(changes: Partial<Parameters<typeof planRun>[0]> = {}) {
  return planRun({ models: MODELS, ...SIZES, seed: 7, ...changes });
}

describe('each model', () => {
  test('has one warm-up and then, for each size and length, a cold prompt and the same again', () => {
    for (const { id } of MODELS) {
      const [warmUp, ...rest] = plan().filter((request) => request.model === id);
      expect(warmUp?.step.cache).toBe('warm-up');
      expect(rest.map(({ step }) => Object.values(step).join(' '))).toEqual(
        [512, 2048, 8192].flatMap((size) =>
          [32, 512].flatMap((length) => [`${size} ${length} cold`, `${size} ${length} repeated`]),
        ),
      );
    }
  });

  test('gets the repeated prompt directly after its cold one', () => {
    const requests = plan();
    for (const [index, request] of requests.entries()) {
      if (request.step.cache !== 'repeated') continue;
      expect(requests[index - 1]).toEqual({
        ...request,
        step: { ...request.step, cache: 'cold' },
      });
    }
  });
});

test('no two cold prompts of a run are the same, whichever model they are for', () => {
  const fresh = plan().filter(({ step }) => step.cache !== 'repeated');
  expect(new Set(fresh.map(({ prompt }) => prompt)).size).toBe(fresh.length);
});

test('every model has its turn in every round, in an order that changes', () => {
  const turns = plan()
    .filter(({ step }) => step.cache === 'cold')
    .map(({ model }) => model);
  const rounds = [0, 1, 2, 3, 4, 5].map((round) => turns.slice(3 * round, 3 * round + 3));
  for (const round of rounds) expect([...round].sort()).toEqual(['a', 'b', 'c']);
  expect(new Set(rounds.map(String)).size).toBeGreaterThan(1);
});

test('the seed alone decides the order', () => {
  expect(plan()).toEqual(plan());
  const orders = [1, 2, 3, 4, 5].map((seed) => JSON.stringify(plan({ seed })));
  expect(new Set(orders).size).toBeGreaterThan(1);
});

test('a server that was asked for another model is warmed up anew, and no other server is', () => {
  const models = [
    { id: 'a', queueKey: 'http://shared' },
    { id: 'b', queueKey: 'http://shared' },
    { id: 'c', queueKey: 'http://own' },
  ];
  let latest = '';
  for (const { model, step } of plan({ models })) {
    if (model === 'c') continue;
    expect(step.cache === 'warm-up').toBe(model !== latest);
    latest = model;
  }
  const ofOwn = plan({ models }).filter(({ model }) => model === 'c');
  expect(ofOwn.filter(({ step }) => step.cache === 'warm-up')).toHaveLength(1);
});
