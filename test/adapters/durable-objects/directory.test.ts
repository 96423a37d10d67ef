/// <reference types="@cloudflare/vitest-plugin/types" />
import {
  abortAllDurableObjects,
  createScheduledController,
  evictDurableObject,
  reset,
  runDurableObjectAlarm,
  runInDurableObject,
} from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DIRECTORY_SHARDS, ROUNDS, shardOf } from '../../../src/adapters/durable-objects/directory-shards.ts'
import { createEmbeddedMemoryStore } from '../../../src/adapters/durable-objects/memory-store.ts'
import { createRoundTrip } from '../../../src/adapters/durable-objects/round-trip.ts'
import { SCHEMA_VERSION } from '../../../src/adapters/durable-objects/tables/vault-schema.ts'
import { randomBase62 } from '../../../src/domain/base62.ts'
import { createTrace } from '../../../src/runtime/trace.ts'
import worker from '../../../src/worker.ts'
import { EMBEDDER, memory } from '../../contracts/memories.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** So far ahead that no alarm fires by itself: the tests are the clock. */
const NOON = Date.UTC(2099, 0, 1, 12)

const trace = createTrace()
const store = createEmbeddedMemoryStore({
  vaults: env.VAULT,
  embedderId: () => EMBEDDER,
  roundTrip: createRoundTrip(trace, 0),
  trace,
})
const vaultOf = (namespace: string) => env.VAULT.getByName(namespace)
const shard = (number: number) => env.DIRECTORY.getByName(`shard-${number}`)
const shardFor = (namespace: string) => shard(shardOf(namespace))
const collector = () => env.DIRECTORY.getByName(ROUNDS)

/** A new namespace in the given shard. */
function namespaceIn(number: number): string {
  for (;;) {
    const name = `E${randomBase62(9)}`
    if (shardOf(name) === number) return name
  }
}

const say = async (namespace: string, text: string, source: 'user' | 'assistant' = 'user') =>
  store.remember(namespace, { now: Date.now(), embedder: EMBEDDER, memories: [await memory(text, { source })] })

const dueRows = (namespace: string) =>
  runInDurableObject(shardFor(namespace), (_, state) =>
    state.storage.sql
      .exec<{ level: number; since: number }>(
        'SELECT level, since FROM due WHERE namespace = ? ORDER BY level',
        namespace,
      )
      .toArray()
      .map(({ level, since }) => [level, since - NOON]),
  )

const chunks = async (namespace: string) => (await store.count(namespace, 'shared')).namespace.chunks

const fireSchedule = () => worker.scheduled(createScheduledController({ scheduledTime: new Date(Date.now()) }), env)

/** Every alarm that is set for now or before, until none is. */
async function runAlarms(limit = Number.POSITIVE_INFINITY): Promise<number> {
  let ran = 0
  for (let number = 0; number < DIRECTORY_SHARDS && ran < limit; ) {
    const at = await runInDurableObject(shard(number), (_, state) => state.storage.getAlarm())
    if (at !== null && at <= Date.now() && (await runDurableObjectAlarm(shard(number)))) ran++
    else number++
  }
  return ran
}

const lastRound = async () => (await collector().rounds(1))[0]!

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(NOON)
})
afterEach(async () => {
  vi.useRealTimers()
  await reset()
})

describe('the schedule', () => {
  it('is told by a vault once a level of confidence, after the answer, and not again however much follows', async () => {
    const namespace = namespaceIn(3)
    await say(namespace, 'Bees dance.')
    expect(await runDurableObjectAlarm(vaultOf(namespace))).toBe(true)
    expect(await dueRows(namespace)).toEqual([[20, 0]])
    pass(HOUR)
    for (let i = 0; i < 5; i++) await say(namespace, `Bee ${i} dances too.`)
    await evictDurableObject(vaultOf(namespace))
    await say(namespace, 'Yet another bee.')
    expect(await runDurableObjectAlarm(vaultOf(namespace))).toBe(false)
    await say(namespace, 'The assistant says so.', 'assistant')
    await runDurableObjectAlarm(vaultOf(namespace))
    expect(await dueRows(namespace)).toEqual([
      [14, HOUR],
      [20, 0],
    ])
  })

  it('is told how many digits the number of chunks has, when it has another one', async () => {
    const namespace = namespaceIn(3)
    const magnitudes = async () => (await shardFor(namespace).inventory()).byMagnitude
    await say(namespace, 'Bees dance.')
    await runDurableObjectAlarm(vaultOf(namespace))
    expect(await magnitudes()).toEqual([1, 0, 0, 0, 0, 0, 0])
    for (let i = 0; i < 8; i++) await say(namespace, `Bee ${i} dances too.`)
    expect(await runDurableObjectAlarm(vaultOf(namespace))).toBe(false)
    await say(namespace, 'The tenth bee sleeps.')
    expect(await runDurableObjectAlarm(vaultOf(namespace))).toBe(true)
    expect(await magnitudes()).toEqual([0, 1, 0, 0, 0, 0, 0])
    await say(namespace, 'The eleventh bee sleeps.')
    expect(await runDurableObjectAlarm(vaultOf(namespace))).toBe(false)

    // What it forgets is told with the next round that visits it.
    pass(31 * DAY)
    await fireSchedule()
    await runAlarms()
    expect(await magnitudes()).toEqual([0, 0, 0, 0, 0, 0, 0])
  })

  it('tells after a crash what it could not tell before', async () => {
    const namespace = namespaceIn(3)
    await say(namespace, 'Bees dance.')
    await abortAllDurableObjects()
    expect(await runDurableObjectAlarm(vaultOf(namespace))).toBe(true)
    expect(await dueRows(namespace)).toEqual([[20, 0]])
  })

  it('visits in its hourly round what is due, and nothing else', async () => {
    const [old, young] = [namespaceIn(5), namespaceIn(6)]
    await say(old, 'Otters hold hands.')
    await runDurableObjectAlarm(vaultOf(old))
    pass(20 * DAY)
    await say(old, 'Ravens solve puzzles.')
    await say(young, 'Owls hoot.')
    await runDurableObjectAlarm(vaultOf(young))
    pass(11 * DAY)
    await fireSchedule()
    await runAlarms()
    expect([await chunks(old), await chunks(young)]).toEqual([1, 1])
    expect(await lastRound()).toMatchObject({
      at: (NOON + 31 * DAY) / 1000,
      due: 1,
      visited: 1,
      pruned: 1,
      failed: 0,
      failures: [],
      unreached: 0,
      finished_at: (NOON + 31 * DAY) / 1000,
    })
    // The visit found the next time; the young one was not even asked.
    expect(await dueRows(old)).toEqual([[20, 20 * DAY]])
    expect(await dueRows(young)).toEqual([[20, 20 * DAY]])
    pass(HOUR)
    await fireSchedule()
    expect(await runAlarms()).toBe(0)
    expect(await lastRound()).toMatchObject({ due: 0, visited: 0, finished_at: (NOON + 31 * DAY + HOUR) / 1000 })
  })

  it('forgets a namespace that has nothing left, and one that is erased', async () => {
    const [empty, erased] = [namespaceIn(7), namespaceIn(7)]
    for (const namespace of [empty, erased]) {
      await say(namespace, 'Gone soon.')
      await runDurableObjectAlarm(vaultOf(namespace))
    }
    await store.erase(erased)
    expect(await dueRows(erased)).toEqual([])
    pass(31 * DAY)
    await fireSchedule()
    await runAlarms()
    expect(await dueRows(empty)).toEqual([])
    // It is told of again when something new arrives.
    await say(empty, 'New.')
    await runDurableObjectAlarm(vaultOf(empty))
    expect(await dueRows(empty)).toEqual([[20, 31 * DAY]])
  })

  it('goes on after an eviction and after a crash between two slices, and ends the same', async () => {
    const namespaces = Array.from({ length: 40 }, () => namespaceIn(9))
    for (const namespace of namespaces) {
      await say(namespace, 'Gone soon.')
      await runDurableObjectAlarm(vaultOf(namespace))
    }
    pass(31 * DAY)
    await fireSchedule()
    expect(await runAlarms(1)).toBe(1)
    const left = async () => (await Promise.all(namespaces.map(chunks))).filter((count) => count > 0).length
    expect(await left()).toBe(24)
    await evictDurableObject(shard(9))
    expect(await runAlarms(1)).toBe(1)
    expect(await left()).toBe(8)
    await abortAllDurableObjects()
    await runAlarms()
    expect(await left()).toBe(0)
    expect(await lastRound()).toMatchObject({ due: 40, visited: 40, pruned: 40, failed: 0 })
    expect((await lastRound()).finished_at).not.toBeNull()
  })

  it('does a slice again whose end was lost in a crash', async () => {
    const namespace = namespaceIn(11)
    await say(namespace, 'Gone soon.')
    await runDurableObjectAlarm(vaultOf(namespace))
    pass(31 * DAY)
    await fireSchedule()
    // The visit itself, without what the shard would have noted of it.
    await runInDurableObject(shard(11), (_, state) =>
      state.exports.Lifecycle.visit({ namespaces: [namespace], at: Date.now() }),
    )
    await abortAllDurableObjects()
    await runAlarms()
    expect(await dueRows(namespace)).toEqual([])
    expect(await lastRound()).toMatchObject({ due: 1, visited: 1, failed: 0 })
  })

  it('is not stopped by a namespace that fails, tries it again ever later, and says so', async () => {
    const [sick, well] = [namespaceIn(13), namespaceIn(13)]
    for (const namespace of [sick, well]) {
      await say(namespace, 'Gone soon.')
      await runDurableObjectAlarm(vaultOf(namespace))
    }
    const setVersion = async (version: number) => {
      await runInDurableObject(vaultOf(sick), (_, state) => {
        state.storage.sql.exec("UPDATE meta SET value = ? WHERE key = 'version'", version)
      })
      await evictDurableObject(vaultOf(sick))
    }
    await setVersion(99)
    pass(31 * DAY)
    await fireSchedule()
    await runAlarms()
    expect(await chunks(well)).toBe(0)
    const alarmIn = async () =>
      (await runInDurableObject(shard(13), (_, state) => state.storage.getAlarm()))! - Date.now()
    expect(await alarmIn()).toBe(MINUTE)
    pass(MINUTE)
    await runAlarms()
    expect(await alarmIn()).toBe(4 * MINUTE)
    pass(4 * MINUTE)
    await runAlarms()
    pass(16 * MINUTE)
    await runAlarms()
    // The next try is too far away for this round.
    const round = await lastRound()
    expect(round).toMatchObject({ due: 2, visited: 1, failed: 1 })
    expect(round.failures).toEqual([
      {
        namespace: sick,
        error: 'It failed for a reason of our own.',
        attempts: 4,
        retry_at: (Date.now() + 64 * MINUTE) / 1000,
      },
    ])
    await setVersion(SCHEMA_VERSION)
    pass(2 * HOUR)
    await fireSchedule()
    await runAlarms()
    expect(await chunks(sick)).toBe(0)
    expect(await lastRound()).toMatchObject({ due: 1, visited: 1, failed: 0, failures: [] })
  })

  it('keeps what a vault tells while it is being visited', async () => {
    const namespace = namespaceIn(15)
    const at = { turn: 1, idle: [{ level: 20, since: NOON }], compressFrom: null }
    await shard(15).tell(namespace, at)
    await runInDurableObject(shard(15), async (directory) => {
      directory.tell(namespace, { turn: 3, idle: [{ level: 14, since: NOON + 5 }], compressFrom: null })
    })
    await runInDurableObject(shard(15), async (_, state) => {
      const { createDueTable } = await import('../../../src/adapters/durable-objects/tables/due.ts')
      const { countRows } = await import('../../../src/adapters/durable-objects/tables/counted-sql.ts')
      const due = createDueTable(countRows(state.storage.sql))
      due.settle(namespace, { turn: 2, idle: [{ level: 20, since: NOON + 9 }], compressFrom: null })
    })
    expect(await dueRows(namespace)).toEqual([
      [14, 5],
      [20, 9],
    ])
    await shard(15).forget(namespace)
  })

  it('counts a namespace with many new facts as due where there is a model, and then not again for an hour', async () => {
    const namespace = namespaceIn(19)
    const memories = await Promise.all(
      Array.from({ length: 50 }, (_, i) => memory(`Thing ${i} is near.`, { facts: [[`thing ${i}`, 'near', 'lake']] })),
    )
    await store.remember(namespace, { now: Date.now(), embedder: EMBEDDER, memories })
    await runDurableObjectAlarm(vaultOf(namespace))
    expect(await dueRows(namespace)).toEqual([
      [0, 0],
      [20, 0],
    ])
    const begin = (at: number, compress: boolean) =>
      shard(19).begin({ at, policy: { threshold: 0.05, halfLifeMs: 7 * DAY, compress } })
    expect(await begin(NOON, false)).toBe(0)
    expect(await begin(NOON, true)).toBe(1)
    await runAlarms()
    expect(await dueRows(namespace)).toEqual([
      [0, HOUR],
      [20, 0],
    ])
  })

  it('needs no visit to learn of another half-life', async () => {
    const namespace = namespaceIn(17)
    await say(namespace, 'Gone soon.')
    await runDurableObjectAlarm(vaultOf(namespace))
    const begin = (halfLifeMs: number) =>
      shard(17).begin({ at: NOON + 5 * DAY + halfLifeMs, policy: { threshold: 0.05, halfLifeMs, compress: false } })
    expect(await begin(7 * DAY)).toBe(0)
    expect(await begin(DAY)).toBe(1)
    await shard(17).forget(namespace)
    pass(40 * DAY)
    await runAlarms()
  })
})
