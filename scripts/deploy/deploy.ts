import { resolve } from 'node:path'
import { runScript } from '../problem.ts'
import { PROJECT_ROOT } from '../project-root.ts'
import { createServiceClient } from '../service-client.ts'
import { openStateFolder } from '../state-folder.ts'
import { runWrangler } from '../wrangler.ts'
import { deployService } from './deploy-service.ts'

const HELP = `Deploys edge-brain to Cloudflare with what wrangler.toml says.

  npm run deploy -- [options of wrangler deploy]

  --dry-run      build only, and print the bundle's size
  --env cloud    the environment with foreign stores and models

The first deploy makes the secrets that are missing and the first account. Needs the Workers Paid plan: loading the
models takes more CPU time than the free plan gives to a request.
`

await runScript(async () => {
  const args = process.argv.slice(2)
  if (args.includes('--help') || args.includes('-h')) return void process.stdout.write(HELP)
  await deployService(args, {
    wrangler: runWrangler,
    openFolder: () => openStateFolder(resolve(PROJECT_ROOT, '.brain')),
    connect: createServiceClient,
    print: (line) => void process.stdout.write(`${line}\n`),
    wait: (ms) => new Promise((done) => setTimeout(done, ms)),
  })
})
