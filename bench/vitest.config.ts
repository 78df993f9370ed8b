import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// biome-ignore lint/style/noDefaultExport: vitest reads the default export.
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    benchmark: { include: ['bench/**/*.bench.ts'] },
    // One worker: two benchmarks at a time would measure each other.
    maxWorkers: 1,
    fileParallelism: false,
  },
});
