import { expect, test } from 'vitest';
import { benchPromptStability } from '../../../bench/prompt-stability-bench.ts';

test('along writing sessions at least 95 % of a prompt begins like the one before', async () => {
  const figures = await benchPromptStability({ seeds: [1, 2, 3], stretches: 12 });
  for (const format of ['psm', 'spm', 'spmFilesLast']) {
    expect(figures[`${format}.ours.sameShareOfWorstSession`]).toBeGreaterThanOrEqual(0.95);
    expect(figures[`${format}.sliding.sameShare`]).toBeLessThan(0.9);
  }
});
