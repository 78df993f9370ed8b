import { expect, test } from 'vitest';
import { benchPromptStability } from '../../../bench/prompt-stability-bench.ts';

/** Half a second of work; a machine with everything else to do takes several. */
const TIMEOUT_MS = 60_000;

test(
  'along writing sessions at least 95 % of a prompt begins like the one before',
  async () => {
    const figures = await benchPromptStability({ seeds: [1, 2], stretches: 10 });
    for (const format of ['psm', 'spm', 'spmFilesLast']) {
      const ours = figures[`${format}.ours.sameShareOfWorstSession`];
      expect(ours).toBeGreaterThanOrEqual(0.95);
      expect(ours).toBeGreaterThan(figures[`${format}.sliding.sameShare`] ?? 1);
    }
  },
  TIMEOUT_MS,
);
