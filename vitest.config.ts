import { defineConfig } from 'vitest/config';

// biome-ignore lint/style/noDefaultExport: vitest reads the default export.
export default defineConfig({
  test: {
    include: ['test/{core,models,history,editor,panel}/**/*.test.ts', 'test/*.test.ts'],
    // Two workers: the CI machine has two cores and the adapter tests open real sockets.
    maxWorkers: 2,
    restoreMocks: true,
  },
});
