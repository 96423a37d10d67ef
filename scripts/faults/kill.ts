import { parseArgs } from 'node:util'
import { createFirstKey } from '../first-account.ts'
import { runScript } from '../problem.ts'
import { createServiceClient, type ServiceClient } from '../service-client.ts'
import { type Action, type Crate, changeCrate, checkCrate } from './crate.ts'
import { prepareLocalService } from './local-service.ts'

const HELP = `Kills the runtime with SIGKILL at random moments of ingests, edits, invalidations and erasures and checks what is left.

  npm run test:kill -- [--kills 200]

Nothing that was acknowledged may be missing afterwards, nothing that was erased may come back, an edit is made whole or not at all, and a retry
of what was not acknowledged completes it without storing it twice.
`

const CLIENTS = 6
const KILL_WITHIN_MS = 300
/** So many of the calls tell something new; the others change what was told before. */
const NEW_SHARE = 0.4
const CHANGES: readonly Action[] = ['edit', 'edit', 'edit', 'erase', 'forget', 'invalidate']

interface Tally {
  acknowledged: number
  retried: number
  lost: number
  half: number
  returned: number
  readonly changed: Record<Action, number>
}

/** What the clients know: of each its crates, and what was on its way when the runtime died. */
interface World {
  readonly crates: readonly Crate[][]
  /** Those that this life told or changed. */
  touched: Set<Crate>
  unsure: string[]
  readonly tally: Tally
}

const anyOf = <T>(list: readonly T[]): T | undefined => list[Math.floor(Math.random() * list.length)]

async function tellCrate(client: ServiceClient, world: World, life: number, owner: number, n: number): Promise<void> {
  const mark = `${life}-${owner}-${n}`
  const text = `Crate ${mark} belongs to customer ${life * 1000 + owner * 100 + n}.`
  const told = { text, session_id: `life-${life}`, metadata: { mark } }
  const reply = await client.ask('POST', '/brain/ingest', told).catch(() => null)
  if (reply?.status !== 200) {
    world.unsure.push(text)
    return
  }
  const { memory_id: id } = reply.body as { memory_id: string }
  const crate: Crate = { id, mark, allowed: [{ text, invalidated: false }] }
  world.crates[owner]!.push(crate)
  world.touched.add(crate)
  world.tally.acknowledged++
}

/** A crate that is there, and whose state is known. */
const anyCrate = ({ crates }: World, owner: number): Crate | undefined =>
  anyOf(crates[owner]!.filter(({ allowed }) => allowed.length === 1 && allowed[0]!.text !== null))

/** One that was taken out of retrieval is brought back. */
async function changeOne(client: ServiceClient, { touched, tally }: World, crate: Crate): Promise<void> {
  touched.add(crate)
  const action = crate.allowed[0]!.invalidated ? 'restore' : anyOf(CHANGES)!
  if (await changeCrate(client, crate, action)) tally.changed[action]++
}

/** One life of the runtime: several clients tell and change until it dies. */
async function liveAndDie(client: ServiceClient, pid: number, life: number, world: World): Promise<void> {
  let alive = true
  let ended = 0
  const clients = Array.from({ length: CLIENTS }, async (_, owner) => {
    for (let n = 0; alive; n++) {
      const crate = Math.random() < NEW_SHARE ? undefined : anyCrate(world, owner)
      if (crate) await changeOne(client, world, crate)
      else await tellCrate(client, world, life, owner, n)
      ended++
    }
  })
  // A cold start would otherwise be most of what is hit.
  while (ended === 0) await new Promise((done) => setTimeout(done, 2))
  await new Promise((done) => setTimeout(done, Math.random() * KILL_WITHIN_MS))
  process.kill(pid, 'SIGKILL')
  alive = false
  await Promise.all(clients)
}

/** Tells again what nobody heard the end of: it must be stored now at the latest, and once. Then it looks at the crates. */
async function check(client: ServiceClient, world: World, crates: Iterable<Crate>): Promise<void> {
  const { tally } = world
  for (const text of world.unsure) {
    await client.ask('POST', '/brain/ingest', { text })
    const { body } = await client.ask('POST', '/brain/ingest', { text })
    if ((body as { duplicate_of?: string }).duplicate_of === undefined) tally.lost++
  }
  tally.retried += world.unsure.length
  world.unsure = []
  for (const crate of crates) {
    const wrong = await checkCrate(client, crate)
    if (wrong) tally[wrong]++
  }
  world.touched = new Set()
}

/** How many chunks there are beyond those that have to be. */
async function countDoubled(client: ServiceClient, { crates, tally }: World): Promise<number> {
  const alive = crates.flat().filter(({ allowed }) => allowed[0]!.text !== null)
  for (const crate of alive) if (crate.allowed[0]!.invalidated) await changeCrate(client, crate, 'restore')
  const { body } = await client.ask('POST', '/brain/stats', { user_id: 'kill' })
  return (body as { episodic_count: number }).episodic_count - alive.length - tally.retried
}

async function run(kills: number): Promise<void> {
  const service = await prepareLocalService({})
  const changed = { edit: 0, erase: 0, forget: 0, invalidate: 0, restore: 0 }
  const tally: Tally = { acknowledged: 0, retried: 0, lost: 0, half: 0, returned: 0, changed }
  const crates: Crate[][] = Array.from({ length: CLIENTS }, () => [])
  const world: World = { crates, touched: new Set(), unsure: [], tally }
  let key: string | null = null
  let doubled = 0
  for (let life = 0; life <= kills; life++) {
    const runtime = await service.launch()
    const url = `http://127.0.0.1:${runtime.port}`
    key ??= (await createFirstKey(createServiceClient(url, { token: service.adminToken }))).key
    const client = createServiceClient(url, { key })
    if (life === kills) {
      await check(client, world, crates.flat())
      doubled = await countDoubled(client, world)
      await runtime.stop()
      break
    }
    await check(client, world, world.touched)
    await liveAndDie(client, Number(service.folder.read('pid')), life, world)
    await runtime.ended
    if (process.stderr.isTTY) process.stderr.write(`\r${life + 1} of ${kills} kills`)
  }
  service.close()
  report(kills, tally, doubled)
}

function report(kills: number, tally: Tally, doubled: number): void {
  const { acknowledged, lost, retried, half, returned, changed } = tally
  const erased = changed.erase + changed.forget
  process.stdout.write(
    `${kills} kills: ${acknowledged} acknowledged, ${lost} lost; ${retried} retried, ${doubled} stored twice; ` +
      `${changed.edit} edited, ${half} half; ${erased} erased, ${returned} returned; ${changed.invalidate} invalidated\n`,
  )
  if (lost !== 0 || doubled !== 0 || half !== 0 || returned !== 0) process.exitCode = 1
}

await runScript(async () => {
  const { values } = parseArgs({
    options: { kills: { type: 'string', default: '200' }, help: { type: 'boolean', default: false } },
  })
  if (values.help) process.stdout.write(HELP)
  else await run(Number(values.kills))
})
