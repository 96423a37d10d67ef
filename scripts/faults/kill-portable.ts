import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createFirstKey } from '../first-account.ts'
import { runScript } from '../problem.ts'
import { startServers } from '../servers/servers.ts'
import { createServiceClient, type ServiceClient } from '../service-client.ts'
import { prepareLocalService } from './local-service.ts'
import { exported, type Item, lives, restored, tell, withoutHeader } from './portable-account.ts'

const HELP = `Kills the runtime with SIGKILL at random moments of imports and exports, and compares what is left to the byte.

  npm run test:kill-portable -- [--kills 20] [--memories 400] [--cloud] [--lives FILE]

Every import goes into an empty account and goes on after each kill, as the command line does, and so does every export. --cloud: on Qdrant and
Neo4j. --lives: the account is that of a data set of lives (JSON, as the evaluation reads it) and not a generated one. 0 kills: the round trip alone.
`

const KILL_WITHIN_MS = 1_500
/** Of one import or export. */
const MOST_KILLS = 3

/** Names and places that recur, edits and things that are said again: an account with slots, merges and evidence. */
const generated = (count: number): Item[] =>
  Array.from({ length: count }, (_, n) => ({
    text:
      n % 9 === 0
        ? `Customer ${n % 90} moved to town ${n % 23}.`
        : `Customer ${n % 40} ordered ${n} crates of tea. The clerk ${n % 7} packed parcel ${n}.`,
    session_id: `s${n % 20}`,
    ...(n % 3 === 0 ? { metadata: { n } } : {}),
    ...(n % 5 === 0 ? { source: 'document' } : {}),
  }))

async function run(kills: number, items: readonly Item[], isCloud: boolean): Promise<void> {
  const servers = isCloud ? await startServers() : null
  const environment = servers
    ? { ...servers.variables, MEMORY_STORE: 'cloud', WORKING_MEMORY: 'upstash', STORE_TIMEOUT_MS: '20000' }
    : {}
  const service = await prepareLocalService(environment)
  let runtime = await service.launch()
  try {
    const urlOf = () => `http://127.0.0.1:${runtime.port}`
    /** Asks whichever runtime is there: its port is another after each start. */
    const clientOf = (identity: { key?: string; token?: string }): ServiceClient => ({
      url: urlOf(),
      ask: (...asked) => createServiceClient(urlOf(), identity).ask(...asked),
      lines: (path) => createServiceClient(urlOf(), identity).lines!(path),
      get: (...asked) => createServiceClient(urlOf(), identity).get(...asked),
    })
    const operator = clientOf({ token: service.adminToken })
    const open = async (name: string) => clientOf({ key: (await createFirstKey(operator, name)).key })
    const killed = { imports: 0, exports: 0 }
    const killedInAll = () => killed.imports + killed.exports
    async function underFire<T>(what: keyof typeof killed, withinMs: number, work: () => Promise<T>): Promise<T> {
      let isDone = false
      const working = work().finally(() => {
        isDone = true
      })
      // Half of them are for exports: the slower imports would have nearly all otherwise.
      const most = what === 'imports' ? Math.ceil(kills / 2) : kills - killed.imports
      for (let times = 0; times < MOST_KILLS && killed[what] < most; times++) {
        await Promise.race([pause(Math.random() * withinMs), working.catch(() => {})])
        if (isDone) break
        process.kill(Number(service.folder.read('pid')), 'SIGKILL')
        killed[what]++
        await runtime.ended
        runtime = await service.launch()
      }
      return working
    }

    const first = await open('first')
    await tell(first, items)
    const began = performance.now()
    const file = await exported(first)
    const halfExportMs = (performance.now() - began) / 2
    const rounds = { imports: 0, exports: 0, different: 0, tooMany: 0, tooFew: 0 }
    const lines = file.split('\n')
    const memories = lines.filter((line) => line.startsWith('{"type":"memory"')).length
    const price = lines.filter((line) => /^\{"type":"(?:memory|history|chunk|fact)"/.test(line)).length
    do {
      const name = `copy-${rounds.imports}`
      const copy = await open(name)
      await underFire('imports', KILL_WITHIN_MS, () => restored(copy, file))
      rounds.imports++
      const { ops_used } = await operator.get<{ ops_used: number }>('GET', `/admin/accounts/${name}/usage`)
      rounds.tooMany += Math.max(0, ops_used - price)
      rounds.tooFew += Math.max(0, price - ops_used)
      const again = await underFire('exports', halfExportMs, () => exported(copy))
      rounds.exports++
      if (withoutHeader(again) !== withoutHeader(file)) rounds.different++
    } while (killedInAll() < kills)
    const hash = createHash('sha256').update(withoutHeader(file)).digest('hex').slice(0, 16)
    process.stdout.write(
      `${killedInAll()} kills: ${memories} memories, ${rounds.imports} imports (${killed.imports} kills) and ${rounds.exports} exports (${killed.exports} kills), ${rounds.different} different, ${rounds.tooMany} operations too many, ${rounds.tooFew} too few (${hash})\n`,
    )
    if (rounds.different + rounds.tooMany + rounds.tooFew > 0) process.exitCode = 1
  } finally {
    await runtime.stop()
    service.close()
    await servers?.stop()
  }
}

await runScript(async () => {
  const { values } = parseArgs({
    options: {
      kills: { type: 'string', default: '20' },
      memories: { type: 'string', default: '400' },
      cloud: { type: 'boolean', default: false },
      lives: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) process.stdout.write(HELP)
  else {
    const items = values.lives ? lives(values.lives) : generated(Number(values.memories))
    await run(Number(values.kills), items, values.cloud)
  }
})
