import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createFirstKey } from '../first-account.ts'
import { Problem, runScript } from '../problem.ts'
import type { Server } from '../servers/server.ts'
import { startServers } from '../servers/servers.ts'
import { createServiceClient, type Reply, type ServiceClient } from '../service-client.ts'
import { prepareLocalService } from './local-service.ts'

const HELP = `Hurts Qdrant and Neo4j while the service works on them, and checks what is left.

  npm run test:faults -- [--rounds 5] [--only qdrant|neo4j] [--quick]

Crashes (kill -9) in the middle of ingests and retrieves, processes that hang (SIGSTOP), answers that come late, servers that come back
without their data (the last two not with --quick). Nothing acknowledged may be lost, nothing stored twice, nothing of another tenant seen, no rejection unhandled.
`

const CLIENTS = 4

interface World {
  readonly servers: Awaited<ReturnType<typeof startServers>>
  readonly mine: ServiceClient
  readonly neighbour: ServiceClient
  readonly logFile: string
}

interface Ingested {
  readonly acknowledged: Set<string>
  readonly unsure: Set<string>
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** Numbers and names of its own in every text, so that no two say the same. */
const textOf = (scene: string, worker: number, n: number) =>
  `In ${scene} crate ${worker * 1000 + n} belongs to customer ${worker}-${n}.`

const ingest = (client: ServiceClient, text: string): Promise<Reply | null> =>
  client.ask('POST', '/brain/ingest', { text, session_id: 'faults' }).catch(() => null)

/** Clients ingest until told to stop; what was acknowledged, and what was not. */
function load({ mine }: World, scene: string) {
  const done: Ingested = { acknowledged: new Set(), unsure: new Set() }
  let on = true
  const clients = Array.from({ length: CLIENTS }, async (_, worker) => {
    for (let n = 0; on; n++) {
      const text = textOf(scene, worker, n)
      const reply = await ingest(mine, text)
      if (reply?.status === 200) done.acknowledged.add(text)
      else {
        done.unsure.add(text)
        await pause(500)
      }
    }
  })
  return {
    done,
    async stop() {
      on = false
      await Promise.all(clients)
      return done
    },
  }
}

interface Findings {
  acknowledged: number
  retried: number
  lost: number
  doubled: number
  /** Stored, and not among the first 20 when asked for by its own words. */
  unfound: number
}

/** Says everything again: what was acknowledged is known already, the rest is stored now at the latest; then every text is there once. */
async function verify(world: World, { acknowledged, unsure }: Ingested, before: number): Promise<Findings> {
  const found = { acknowledged: acknowledged.size, retried: unsure.size, lost: 0, doubled: 0, unfound: 0 }
  await each([...unsure], (text) => untilStored(world.mine, text))
  await each([...acknowledged], async (text) => {
    const reply = await untilStored(world.mine, text)
    if ((reply.body as { duplicate_of?: string | null }).duplicate_of == null) found.lost++
  })
  const count = await counted(world.mine)
  const expected = before + acknowledged.size + unsure.size
  if (count > expected) found.doubled += count - expected
  if (count < expected) found.lost += expected - count
  for (const text of [...acknowledged].slice(0, 10)) {
    const customer = /customer [\d-]+/.exec(text)![0]
    const reply = await world.mine.ask('POST', '/brain/retrieve', { query: text, k: 20, min_score: 0 })
    const facts = (reply.body as { facts?: { fact: string }[] }).facts ?? []
    if (!facts.some(({ fact }) => `${fact} `.includes(`${customer}.`) || fact.endsWith(customer))) found.unfound++
  }
  return found
}

async function each<T>(list: T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const take = async () => {
    for (let item = list.shift(); item !== undefined; item = list.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: CLIENTS }, take))
}

async function untilStored(client: ServiceClient, text: string): Promise<Reply> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const reply = await ingest(client, text)
    if (reply?.status === 200) return reply
    await pause(200)
  }
  throw new Problem('the service did not recover')
}

async function counted(client: ServiceClient): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const { status, body } = await client.ask('POST', '/brain/stats', { user_id: 'faults' })
    if (status === 200) return (body as { namespace: { episodic_count: number } }).namespace.episodic_count
    await pause(200)
  }
  throw new Problem('the service did not recover')
}

const retrieve = async (client: ServiceClient) => {
  const begun = performance.now()
  const reply = await client.ask('POST', '/brain/retrieve', { query: 'Who owns crate 1001?', k: 5, min_score: 0 })
  const body = reply.body as { degraded?: string[]; facts?: { fact: string }[]; detail?: string }
  return { status: reply.status, degraded: body.degraded ?? [], facts: body.facts ?? [], ms: performance.now() - begun }
}

/** Until retrieves are whole again. */
async function recovery(client: ServiceClient): Promise<number> {
  const begun = performance.now()
  for (let attempt = 0; attempt < 300; attempt++) {
    const { status, degraded } = await retrieve(client)
    if (status === 200 && degraded.length === 0) return performance.now() - begun
    await pause(100)
  }
  throw new Problem('retrieves did not recover')
}

/** The very first ones, two at once: databases that have neither a collection nor a constraint nor a plan. */
async function coldStart({ mine, neighbour }: World) {
  const begun = performance.now()
  const replies = await Promise.all([
    ingest(neighbour, 'The neighbour keeps bees.'),
    ingest(mine, 'In the beginning crate 1001 belongs to nobody.'),
  ])
  return { statuses: replies.map((reply) => reply?.status ?? 0), ms: Math.round(performance.now() - begun) }
}

async function crashes(world: World, name: 'qdrant' | 'neo4j', rounds: number) {
  const server: Server = world.servers[name]
  const total: Findings = { acknowledged: 0, retried: 0, lost: 0, doubled: 0, unfound: 0 }
  for (let round = 0; round < rounds; round++) {
    const before = await counted(world.mine)
    const working = load(world, `${name} round ${round}`)
    while (working.done.acknowledged.size < 6) await pause(20)
    await pause(Math.random() * 300)
    await server.crash()
    await pause(300)
    await server.restart()
    while (working.done.acknowledged.size < 10) await pause(20)
    const findings = await verify(world, await working.stop(), before)
    for (const key of Object.keys(total) as (keyof Findings)[]) total[key] += findings[key]
  }
  return total
}

async function hangs(world: World, name: 'qdrant' | 'neo4j') {
  const server: Server = world.servers[name]
  await recovery(world.mine)
  server.freeze()
  const first = await retrieve(world.mine)
  const later = []
  for (let i = 0; i < 8; i++) later.push(await retrieve(world.mine))
  const health = (await world.mine.ask('GET', '/brain/health')).body as Record<string, string>
  server.thaw()
  const recoveredMs = await recovery(world.mine)
  return {
    first: { status: first.status, degraded: first.degraded, ms: Math.round(first.ms) },
    afterwards: { degraded: later.at(-1)!.degraded, ms: Math.round(Math.min(...later.map(({ ms }) => ms))) },
    health: health[name],
    recoveredMs: Math.round(recoveredMs),
  }
}

async function bothDown(world: World) {
  for (const name of ['qdrant', 'neo4j'] as const) world.servers[name].freeze()
  const { status, ms } = await retrieve(world.mine)
  for (const name of ['qdrant', 'neo4j'] as const) world.servers[name].thaw()
  return { status, ms: Math.round(ms), recoveredMs: Math.round(await recovery(world.mine)) }
}

async function emptied(world: World, name: 'qdrant' | 'neo4j') {
  const before = await counted(world.mine)
  const server: Server = world.servers[name]
  await server.crash()
  await server.restart({ empty: true })
  const at = await retrieve(world.mine)
  const recoveredMs = await recovery(world.mine)
  const after = await counted(world.mine)
  return { before, after, lost: before - after, atFirst: at.degraded, recoveredMs: Math.round(recoveredMs) }
}

/** Nine tenths of the time it does not answer. */
async function slow(world: World, name: 'qdrant' | 'neo4j') {
  const server: Server = world.servers[name]
  const before = await counted(world.mine)
  let on = true
  const stutter = (async () => {
    while (on) {
      server.freeze()
      await pause(270)
      server.thaw()
      await pause(30)
    }
  })()
  const working = load(world, `slow ${name}`)
  await pause(6_000)
  const done = await working.stop()
  on = false
  await stutter
  await recovery(world.mine)
  return verify(world, done, before)
}

async function leaks({ neighbour }: World): Promise<number> {
  const { facts } = await retrieve(neighbour)
  return facts.filter(({ fact }) => fact.includes('crate')).length + Math.max(0, (await counted(neighbour)) - 1)
}

const unhandled = ({ logFile }: World): number =>
  readFileSync(logFile, 'utf8')
    .split('\n')
    .filter((line) => /Uncaught \(in|unhandled/i.test(line)).length

interface Plan {
  readonly rounds: number
  readonly stores: readonly ('qdrant' | 'neo4j')[]
  /** Without what takes longest: late answers and lost disks. */
  readonly quick: boolean
}

async function hurtStores(
  { rounds, stores, quick }: Plan,
  tell: (scene: string, figures: object) => void,
): Promise<number> {
  const servers = await startServers()
  const service = await prepareLocalService({
    ...servers.variables,
    MEMORY_STORE: 'cloud',
    WORKING_MEMORY: 'upstash',
  })
  const runtime = await service.launch()
  try {
    const url = `http://127.0.0.1:${runtime.port}`
    const operator = createServiceClient(url, { token: service.adminToken })
    const clientOf = async (name: string) =>
      createServiceClient(url, { key: (await createFirstKey(operator, name)).key })
    const [mine, neighbour] = [await clientOf('mine'), await clientOf('neighbour')]
    const world: World = { servers, mine, neighbour, logFile: join(service.folder.path, 'service.log') }
    let bad = 0
    const scene = async (name: string, work: () => Promise<object>, judge: (figures: never) => number) => {
      const figures = await work()
      bad += judge(figures as never)
      tell(name, figures)
    }
    await scene(
      'first ingests on fresh databases',
      () => coldStart(world),
      ({ statuses }: { statuses: number[] }) => statuses.filter((status) => status !== 200).length,
    )
    const lossless = ({ lost, doubled = 0, unfound = 0 }: { lost: number; doubled?: number; unfound?: number }) =>
      Math.abs(lost) + doubled + unfound
    for (const name of stores) {
      await scene(`${name}: kill -9 during ingests`, () => crashes(world, name, rounds), lossless)
      await scene(
        `${name}: hangs`,
        () => hangs(world, name),
        ({ first, afterwards }: Awaited<ReturnType<typeof hangs>>) =>
          first.status === 200 && first.degraded.join() === name && afterwards.degraded.join() === name ? 0 : 1,
      )
      if (quick) continue
      await scene(`${name}: answers late`, () => slow(world, name), lossless)
      await scene(`${name}: comes back empty`, () => emptied(world, name), lossless)
    }
    await scene(
      'both hang',
      () => bothDown(world),
      ({ status }: { status: number }) => (status === 503 ? 0 : 1),
    )
    await scene(
      'rows seen by a neighbour',
      async () => ({ leaked: await leaks(world) }),
      ({ leaked }: { leaked: number }) => leaked,
    )
    await scene(
      'unhandled rejections',
      async () => ({ n: unhandled(world) }),
      ({ n }: { n: number }) => n,
    )
    return bad
  } finally {
    await runtime.stop()
    await servers.stop()
    service.close()
  }
}

if (import.meta.main) {
  await runScript(async () => {
    const { values } = parseArgs({
      options: {
        rounds: { type: 'string', default: '5' },
        only: { type: 'string' },
        quick: { type: 'boolean', default: false },
        help: { type: 'boolean' },
      },
    })
    if (values.help) return void process.stdout.write(HELP)
    const stores = (['qdrant', 'neo4j'] as const).filter((name) => !values.only || values.only === name)
    const bad = await hurtStores({ rounds: Number(values.rounds), stores, quick: values.quick }, (scene, figures) =>
      process.stdout.write(`${scene.padEnd(34)} ${JSON.stringify(figures)}\n`),
    )
    if (bad > 0) throw new Problem(`${bad} things were not as they should be.`)
  })
}
