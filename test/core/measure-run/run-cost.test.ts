import { expect, test } from 'vitest';
import { planRun } from '../../../src/core/measure-run/plan.ts';
import { runCost } from '../../../src/core/measure-run/run-cost.ts';

test('counts what three models at three sizes and two lengths will be sent and may answer', () => {
  const plan = planRun({
    models: ['a', 'b', 'c'].map((id) => ({ id, queueKey: id })),
    promptTokens: [512, 2048, 8192],
    outputTokens: [32, 512],
    seed: 1,
  });
  expect(runCost(plan)).toEqual({
    requests: 3 * (1 + 3 * 2 * 2),
    promptTokens: 3 * (64 + (512 + 2048 + 8192) * 4),
    maxOutputTokens: 3 * (8 + (32 + 512) * 6),
  });
  expect(runCost(plan.filter(({ model }) => model === 'a'))).toEqual({
    requests: 13,
    promptTokens: 43_072,
    maxOutputTokens: 3272,
  });
});
