import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { receive } from './test/fakes/webhook-receiver.ts'

const startsTheService = { environment: 'node', testTimeout: 120_000, hookTimeout: 120_000 } as const
const PACKS = 'test/e2e/package.test.ts'

/**
 * Everything runs in workerd, which the plugin starts through miniflare (`miniflare:` below are its options); only what starts the service as
 * a user does runs in Node. package.json names the miniflare, because the plugin needs one that still exports `getNodeCompat`.
 */
export default defineConfig({
  test: {
    // The service's own log lines would bury the report.
    onConsoleLog: (line) => !/"request_id"|"round"/.test(line),
    // A file takes its turn in one runtime of one thread; without this a machine with two cores would use one of them.
    maxWorkers: '100%',
    projects: [
      {
        plugins: [
          cloudflareTest({
            main: './src/worker.ts',
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              bindings: {
                KEY_SECRET: 'a secret for the tests alone',
                ADMIN_TOKEN: 'an operator token for the tests',
                // Nobody waits for what is done after an answer, save the tests.
                METRICS_REPORT_SECONDS: '0',
                // How many random histories are told, and the first of them.
                HISTORIES: process.env.HISTORIES ?? '12',
                FIRST_SEED: process.env.FIRST_SEED ?? '1',
              },
              // Where webhooks go: nothing leaves the machine.
              serviceBindings: { WEBHOOKS: receive as never },
            },
          }),
        ],
        test: {
          name: 'worker',
          globalSetup: ['./test/fakes/llm-server.setup.ts', './test/fakes/console.setup.ts'],
          // The client has to run here as well as in Node.
          include: ['test/**/*.test.ts', 'packages/client/test/*.test.ts'],
          exclude: ['test/browser/**', 'test/e2e/**', 'test/e2e-cloud/**', 'test/stores/**', 'test/llm/**'],
          testTimeout: 30_000,
        },
      },
      { test: { name: 'client', include: ['packages/client/test/*.test.ts'], environment: 'node' } },
      { test: { ...startsTheService, name: 'e2e', include: ['test/e2e/**/*.test.ts'], exclude: [PACKS] } },
      // Packing changes package.json for a while, so that nothing else may run.
      { test: { ...startsTheService, name: 'package', include: [PACKS], sequence: { groupOrder: 1 } } },
    ],
  },
})
