import { expect, test } from 'vitest';
import { runInTurns } from '../../src/history/run-in-turns.ts';

test('others have the turn after each step, and what comes out is the result', async () => {
  const said: string[] = [];
  function* steps(): Generator<undefined, number> {
    for (const step of [1, 2]) {
      said.push(`step ${step}`);
      setImmediate(() => said.push(`others ${step}`));
      yield;
    }
    said.push('end');
    return 7;
  }
  expect(await runInTurns(steps())).toBe(7);
  expect(said).toEqual(['step 1', 'others 1', 'step 2', 'others 2', 'end']);
});

test('a step that throws ends the work', async () => {
  // biome-ignore lint/correctness/useYield: it does not come that far
  function* steps(): Generator<undefined, number> {
    throw new Error('broken');
  }
  await expect(runInTurns(steps())).rejects.toThrow('broken');
});
