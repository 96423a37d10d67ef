import { createHash } from 'node:crypto'
import { parseArgs } from 'node:util'
import { createFirstKey } from '../first-account.ts'
import { runScript } from '../problem.ts'
import { startServers } from '../servers/servers.ts'
import { createServiceClient } from '../service-client.ts'
import { prepareLocalService } from './local-service.ts'
import { exported, lives, restored, tell, withoutHeader } from './portable-account.ts'

const HELP = `Takes an account from the embedded store to Qdrant, Neo4j and Upstash and back into an empty one, and compares the exports to the byte.

  npm run test:portable-stores -- [--lives scripts/eval/data/lives.json]

--lives: a data set of lives (JSON, as the evaluation reads it); each life has a persona of its own.
`

/** A service on one of the stores, with a way to open accounts. */
async function start(environment: Record<string, string>) {
  const service = await prepareLocalService(environment)
  const runtime = await service.launch()
  const url = `http://127.0.0.1:${runtime.port}`
  const operator = createServiceClient(url, { token: service.adminToken })
  return {
    open: async (name: string) => createServiceClient(url, { key: (await createFirstKey(operator, name)).key }),
    async stop() {
      await runtime.stop()
      service.close()
    },
  }
}

async function roundTrip(path: string): Promise<void> {
  const servers = await startServers()
  const cloudVariables = { MEMORY_STORE: 'cloud', WORKING_MEMORY: 'upstash', STORE_TIMEOUT_MS: '20000' }
  const embedded = await start({})
  const cloud = await start({ ...servers.variables, ...cloudVariables })
  try {
    const first = await embedded.open('first')
    await tell(first, lives(path))
    for (const vectors of [true, false]) {
      const name = vectors ? 'with-vectors' : 'without-vectors'
      const file = await exported(first, vectors)
      const there = await cloud.open(name)
      await restored(there, file)
      const between = await exported(there, vectors)
      const back = await embedded.open(name)
      await restored(back, between)
      const again = await exported(back, vectors)
      const isSame = [between, again].map((one) => withoutHeader(one) === withoutHeader(file))
      const memories = file.split('\n').filter((line) => line.startsWith('{"type":"memory"')).length
      const hash = createHash('sha256').update(withoutHeader(file)).digest('hex').slice(0, 16)
      process.stdout.write(
        `${name}: ${memories} memories, ${file.length} characters; cloud ${isSame[0] ? 'equal' : 'DIFFERENT'}, back ${isSame[1] ? 'equal' : 'DIFFERENT'} (${hash})\n`,
      )
      if (isSame.includes(false)) process.exitCode = 1
    }
  } finally {
    await cloud.stop()
    await embedded.stop()
    await servers.stop()
  }
}

await runScript(async () => {
  const { values } = parseArgs({
    options: {
      lives: { type: 'string', default: 'scripts/eval/data/lives.json' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) process.stdout.write(HELP)
  else await roundTrip(values.lives)
})
