import { defineConfig } from 'vitest/config'

/** The suite with a real small model: `npm run test:llm`. It fetches the model the first time, and is no part of `npm test`. */
export default defineConfig({
  test: {
    include: ['test/llm/**/*.test.ts'],
    environment: 'node',
    testTimeout: 300_000,
    hookTimeout: 600_000,
    fileParallelism: false,
  },
})
