import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// biome-ignore lint/style/noDefaultExport: vitest reads the default export.
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['test/e2e/**/*.e2e.ts'],
    globalSetup: ['test/e2e/support/provide-vsix.ts'],
    // One VS Code at a time: two would starve each other on two cores and bend every figure.
    fileParallelism: false,
    maxWorkers: 1,
    // The browser drops a key now and then while the window moves the focus. Behaviour that is wrong is
    // wrong twice; a dropped key is not.
    retry: 1,
    // A cold VS Code opens in 5 to 20 s.
    testTimeout: 90_000,
    hookTimeout: 180_000,
  },
});
