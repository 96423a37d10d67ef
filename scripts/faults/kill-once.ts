import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createFirstKey } from '../first-account.ts'
import { runScript } from '../problem.ts'
import { createServiceClient, type Reply, type ServiceClient } from '../service-client.ts'
import { prepareLocalService } from './local-service.ts'

const HELP = `Kills the runtime with SIGKILL while ingests with an Idempotency-Key are retried, and counts what is left.

  npm run test:kill-once -- [--kills 20]

However often each was sent, it must be stored once and charged once, and every answer to it must name the same memory. Who died before he
began is waited for: about a minute.
`

const CLIENTS = 4
/** Each request goes out so often at once. */
const AT_ONCE = 5
const KILL_WITHIN_MS = 120
const INGEST_COST = 5

/** What was answered to each key: the memories that were named. */
type Named = Map<string, Set<string>>

const textOf = (key: string) => `Parcel ${key} belongs to customer ${key.replaceAll('-', ' and ')}.`

function send(client: ServiceClient, key: string): Promise<Reply | null> {
  return client.ask('POST', '/brain/ingest', { text: textOf(key) }, { 'Idempotency-Key': key }).catch(() => null)
}

function note(named: Named, key: string, reply: Reply | null): boolean {
  const ids = named.get(key) ?? new Set()
  named.set(key, ids)
  if (reply?.status !== 200) return false
  ids.add((reply.body as { memory_id: string }).memory_id)
  return true
}

async function liveAndDie(client: ServiceClient, pid: number, life: number, named: Named): Promise<void> {
  let alive = true
  let answered = 0
  const clients = Array.from({ length: CLIENTS }, async (_, worker) => {
    for (let n = 0; alive; n++) {
      const key = `${life}-${worker}-${n}`
      const replies = await Promise.all(Array.from({ length: AT_ONCE }, () => send(client, key)))
      for (const reply of replies) if (note(named, key, reply)) answered++
    }
  })
  while (answered === 0) await pause(2)
  await pause(Math.random() * KILL_WITHIN_MS)
  process.kill(pid, 'SIGKILL')
  alive = false
  await Promise.all(clients)
}

/** Sends everything once more, until each is answered. How many had to be waited for. */
async function retryAll(client: ServiceClient, named: Named): Promise<number> {
  let waited = 0
  for (const key of named.keys()) {
    for (let tries = 0; ; tries++) {
      const reply = await send(client, key)
      if (note(named, key, reply)) break
      if (tries === 100) throw new Error(`${key} is answered with ${reply?.status} for ever`)
      if (tries === 0) waited++
      await pause(1_000)
    }
  }
  return waited
}

async function run(kills: number): Promise<void> {
  const service = await prepareLocalService({})
  const named: Named = new Map()
  let key: string | null = null
  for (let life = 0; life <= kills; life++) {
    const runtime = await service.launch()
    const url = `http://127.0.0.1:${runtime.port}`
    const operator = createServiceClient(url, { token: service.adminToken })
    key ??= (await createFirstKey(operator)).key
    const client = createServiceClient(url, { key })
    if (life < kills) {
      await liveAndDie(client, Number(service.folder.read('pid')), life, named)
      await runtime.ended
      continue
    }
    const waited = await retryAll(client, named)
    const { ops_used } = await operator.get<{ ops_used: number }>('GET', '/admin/accounts/local/usage')
    const { body } = await client.ask('POST', '/brain/stats', { user_id: 'kill' })
    await runtime.stop()
    report(kills, named, waited, ops_used, (body as { episodic_count: number }).episodic_count)
  }
  service.close()
}

function report(kills: number, named: Named, waited: number, opsUsed: number, stored: number): void {
  const told = [...named.values()]
  const confused = told.filter((ids) => ids.size !== 1).length
  const twice = stored - told.length
  const overcharged = opsUsed - told.length * INGEST_COST
  process.stdout.write(
    `${kills} kills: ${told.length} keys, ${waited} waited for; ${twice} stored twice, ${overcharged} operations too many, ${confused} answered differently\n`,
  )
  if (twice !== 0 || overcharged !== 0 || confused !== 0) process.exitCode = 1
}

await runScript(async () => {
  const { values } = parseArgs({
    options: { kills: { type: 'string', default: '20' }, help: { type: 'boolean', default: false } },
  })
  if (values.help) process.stdout.write(HELP)
  else await run(Number(values.kills))
})
