import { defineConfig } from 'vitest/config'

/** What needs the packages of the frameworks, which only this folder's own installation has; the rest is a project of the whole. */
export default defineConfig({
  test: {
    include: ['test/frameworks/*.test.ts', 'test/package/*.test.ts'],
    environment: 'node',
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
