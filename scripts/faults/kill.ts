import { parseArgs } from 'node:util'
import { createFirstKey } from '../first-account.ts'
import { runScript } from '../problem.ts'
import { createServiceClient, type ServiceClient } from '../service-client.ts'
import { prepareLocalService } from './local-service.ts'

const HELP = `Kills the runtime with SIGKILL at random moments of ingests and checks what is left.

  npm run test:kill -- [--kills 200]

Nothing that was acknowledged may be missing afterwards, and a retry of what was not completes it without storing it twice.
`

const CLIENTS = 6
const KILL_WITHIN_MS = 120

interface Tally {
  acknowledged: number
  retried: number
  lost: number
  doubled: number
}

/** One life of the runtime: ingest from several clients until it dies. What was acknowledged, and what was on its way. */
async function liveAndDie(
  client: ServiceClient,
  pid: number,
  life: number,
): Promise<{ acknowledged: string[]; unsure: string[] }> {
  const acknowledged: string[] = []
  const unsure: string[] = []
  let alive = true
  const clients = Array.from({ length: CLIENTS }, async (_, worker) => {
    for (let n = 0; alive; n++) {
      const text = `Crate ${life}-${worker}-${n} belongs to customer ${life * 1000 + worker * 100 + n}.`
      const answer = await client.ask('POST', '/brain/ingest', { text, session_id: `life-${life}` }).catch(() => null)
      if (answer?.status === 200) acknowledged.push(text)
      else unsure.push(text)
    }
  })
  // A cold start would otherwise be most of what is hit.
  while (acknowledged.length === 0) await new Promise((done) => setTimeout(done, 2))
  await new Promise((done) => setTimeout(done, Math.random() * KILL_WITHIN_MS))
  process.kill(pid, 'SIGKILL')
  alive = false
  await Promise.all(clients)
  return { acknowledged, unsure }
}

/** Says everything again: what was acknowledged must be known already, the rest must be stored now at the latest. */
async function check(
  client: ServiceClient,
  said: { acknowledged: string[]; unsure: string[] },
  tally: Tally,
): Promise<void> {
  for (const text of said.acknowledged) {
    const { body } = await client.ask('POST', '/brain/ingest', { text })
    if ((body as { duplicate_of?: string }).duplicate_of === undefined) tally.lost++
  }
  for (const text of said.unsure) {
    await client.ask('POST', '/brain/ingest', { text })
    const { body } = await client.ask('POST', '/brain/ingest', { text })
    if ((body as { duplicate_of?: string }).duplicate_of === undefined) tally.lost++
  }
  tally.acknowledged += said.acknowledged.length
  tally.retried += said.unsure.length
}

async function run(kills: number): Promise<void> {
  const service = await prepareLocalService({})
  const tally: Tally = { acknowledged: 0, retried: 0, lost: 0, doubled: 0 }
  let key: string | null = null
  let said: { acknowledged: string[]; unsure: string[] } | null = null
  for (let life = 0; life <= kills; life++) {
    const runtime = await service.launch()
    const url = `http://127.0.0.1:${runtime.port}`
    key ??= (await createFirstKey(createServiceClient(url, { token: service.adminToken }))).key
    const client = createServiceClient(url, { key })
    if (said) await check(client, said, tally)
    if (life === kills) {
      const { body } = await client.ask('POST', '/brain/stats', { user_id: 'kill' })
      tally.doubled = (body as { episodic_count: number }).episodic_count - tally.acknowledged - tally.retried
      await runtime.stop()
      break
    }
    said = await liveAndDie(client, Number(service.folder.read('pid')), life)
    await runtime.ended
    if (process.stderr.isTTY) process.stderr.write(`\r${life + 1} of ${kills} kills`)
  }
  service.close()
  process.stdout.write(
    `${kills} kills: ${tally.acknowledged} acknowledged, ${tally.lost} lost; ${tally.retried} retried, ${tally.doubled} stored twice\n`,
  )
  if (tally.lost !== 0 || tally.doubled !== 0) process.exitCode = 1
}

await runScript(async () => {
  const { values } = parseArgs({
    options: { kills: { type: 'string', default: '200' }, help: { type: 'boolean', default: false } },
  })
  if (values.help) process.stdout.write(HELP)
  else await run(Number(values.kills))
})
