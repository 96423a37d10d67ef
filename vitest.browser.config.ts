import { defineConfig } from 'vitest/config'

/** The console in a real browser, against a started service. All files share one service and one browser. */
export default defineConfig({
  test: {
    name: 'browser',
    include: ['test/browser/**/*.test.ts'],
    globalSetup: './test/browser/setup.ts',
    environment: 'node',
    fileParallelism: false,
    isolate: false,
    expect: { poll: { timeout: 10_000 } },
    // A busy machine draws slowly; what takes longer than this hangs.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Now and then a browser on a busy machine drops a key or draws late. What fails is tried once more: a fault fails twice.
    retry: 1,
  },
})
