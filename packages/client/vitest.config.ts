import { defineConfig } from 'vitest/config'

/** What is tested against the packages of the frameworks, which only this folder's own installation has. */
export default defineConfig({
  test: { include: ['test/frameworks/**/*.test.ts'], environment: 'node', testTimeout: 60_000, hookTimeout: 120_000 },
})
