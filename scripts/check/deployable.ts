import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleSize } from '../deploy/deploy-service.ts'
import { newSecret } from '../new-secret.ts'
import { Problem, runScript } from '../problem.ts'
import { createServiceClient } from '../service-client.ts'
import type { WorkerModule } from '../start/bundle.ts'
import { startRuntime } from '../start/runtime.ts'
import { writeRuntimeConfig } from '../start/runtime-config.ts'
import { openStateFolder } from '../state-folder.ts'
import { readWorkerSettings } from '../worker-settings.ts'
import { runWrangler } from '../wrangler.ts'

const ENVIRONMENTS = [[], ['--env', 'cloud']]

/**
 * Builds exactly what `wrangler deploy` would upload, tells its size, and lets it answer one request: a bundle can build well and still
 * fail in its first line, and on Cloudflare that shows only after the upload.
 */
await runScript(async () => {
  for (const environment of ENVIRONMENTS) {
    const folder = openStateFolder(mkdtempSync(join(tmpdir(), 'edge-brain-')))
    try {
      const run = await runWrangler(['deploy', '--dry-run', '--outdir', folder.worker, ...environment], 'capture')
      if (run.code !== 0) throw new Problem(`wrangler cannot build it:\n${run.stdout}${run.stderr}`)
      process.stdout.write(`${bundleSize(run)}\n`)
      await answerOnce(folder)
    } finally {
      rmSync(folder.path, { recursive: true, force: true })
    }
  }
})

async function answerOnce(folder: ReturnType<typeof openStateFolder>): Promise<void> {
  const variables = { KEY_SECRET: newSecret(), ADMIN_TOKEN: newSecret() }
  const configPath = writeRuntimeConfig({
    folder,
    settings: readWorkerSettings(),
    modules: modulesIn(folder.worker),
    variables: Object.keys(variables),
    address: '127.0.0.1:0',
    schedule: false,
  })
  let said = ''
  const runtime = await startRuntime({
    folder,
    configPath,
    variables,
    log: { write: (chunk) => (said += chunk), close: () => undefined },
  })
  try {
    const { status } = await createServiceClient(`http://127.0.0.1:${runtime.port}`, {}).ask('GET', '/brain/health')
    if (status !== 200) throw new Problem(`What wrangler would upload answers ${status} to a health check:\n${said}`)
  } finally {
    await runtime.stop()
  }
}

function modulesIn(folder: string): WorkerModule[] {
  const binaries = readdirSync(folder).filter((name) => /\.(wasm|bin)$/.test(name))
  return [
    { name: readdirSync(folder).find((name) => name.endsWith('.js'))!, kind: 'esModule' },
    ...binaries.map((name): WorkerModule => ({ name, kind: name.endsWith('.wasm') ? 'wasm' : 'data' })),
  ]
}
