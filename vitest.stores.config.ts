import { readFile } from 'node:fs/promises'
import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'

/** What the whole service is asked on them; QUICK=1: what does not ask much of them is left out. */
const SERVICE = process.env.QUICK ? 'contract,limits' : 'contract,gate,limits,webhooks'

/** The suites that need real servers: every contract on Qdrant, Neo4j and Upstash's protocol, then the whole service on them. */
export default defineConfig({
  test: {
    // Once for both: a project that extends this one would start servers of its own.
    globalSetup: './test/stores/servers.ts',
    projects: [
      {
        plugins: [
          cloudflareTest({
            main: './test/stores/worker.ts',
            miniflare: {
              compatibilityDate: '2026-09-15',
              // How many random histories are exported and restored.
              bindings: { HISTORIES: process.env.HISTORIES ?? '2' },
              modulesRules: [{ type: 'CompiledWasm', include: ['**/*.wasm'] }],
              // The lexicon, for suites that read texts as an ingest does.
              serviceBindings: {
                ASSETS: async ({ url }) => new Response(await readFile(`./assets${new URL(url).pathname}`)),
              },
              durableObjects: Object.fromEntries(
                ['Account', 'Directory', 'Session', 'Outbox', 'Vault', 'Graph'].map((className) => [
                  className.toUpperCase(),
                  { className, useSQLite: true },
                ]),
              ),
            },
          }),
        ],
        test: {
          name: 'stores',
          include: ['test/stores/**/*.test.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 0 },
          // A graph server that plans a query for the first time on a busy machine takes seconds.
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'e2e on the cloud stores',
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          include: [`test/e2e/{${SERVICE}}.test.ts`, 'test/e2e-cloud/**/*.test.ts'],
          environment: 'node',
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
})
