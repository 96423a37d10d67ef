import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'

/** The suites that need real servers: every contract on Qdrant, Neo4j and Upstash's protocol, then the whole service on them. */
export default defineConfig({
  test: {
    globalSetup: './test/stores/servers.ts',
    fileParallelism: false,
    projects: [
      {
        extends: true,
        plugins: [
          cloudflareTest({
            main: './test/stores/worker.ts',
            miniflare: {
              compatibilityDate: '2026-09-15',
              durableObjects: Object.fromEntries(
                ['Account', 'Directory', 'Session', 'Graph'].map((className) => [
                  className.toUpperCase(),
                  { className, useSQLite: true },
                ]),
              ),
            },
          }),
        ],
        test: {
          name: 'stores',
          globalSetup: [],
          include: ['test/stores/**/*.test.ts'],
          // A graph server that plans a query for the first time on a busy machine takes seconds.
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e on the cloud stores',
          globalSetup: [],
          include: ['test/e2e/{contract,gate,limits}.test.ts', 'test/e2e-cloud/**/*.test.ts'],
          environment: 'node',
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
})
