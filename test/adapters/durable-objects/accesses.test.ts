/// <reference types="@cloudflare/vitest-plugin/types" />
import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { createEmbeddedMemoryStore } from '../../../src/adapters/durable-objects/memory-store.ts'
import { createRoundTrip } from '../../../src/adapters/durable-objects/round-trip.ts'
import { createAccesses } from '../../../src/adapters/durable-objects/tables/accesses.ts'
import { type CountedSql, countRows } from '../../../src/adapters/durable-objects/tables/counted-sql.ts'
import { createSchema } from '../../../src/adapters/durable-objects/tables/vault-schema.ts'
import { randomBase62 } from '../../../src/domain/base62.ts'
import type { MemoryId } from '../../../src/domain/memory-id.ts'
import { packVector } from '../../../src/domain/ranking/vector.ts'
import { createTrace } from '../../../src/runtime/trace.ts'
import { TEAM } from '../../contracts/abstractions.contract.ts'
import { EMBEDDER, memory, plan } from '../../contracts/memories.ts'
import { rowsOf } from '../../contracts/portable-rows.ts'
import { createFakeEmbedder } from '../../fakes/embedder.ts'
import { warmUp } from './warm.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOON = Date.UTC(2026, 10, 15, 12)
const FADING = { persona: null, threshold: 0.05, halfLifeMs: DAY }

function open() {
  const trace = createTrace()
  const parts = { vaults: env.VAULT, embedderId: () => EMBEDDER, roundTrip: createRoundTrip(trace, 0), trace }
  const namespace = `E${randomBase62(9)}`
  return { trace, store: createEmbeddedMemoryStore(parts), namespace, stub: env.VAULT.getByName(namespace) }
}

function random(seed: number) {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  return { next, below: (limit: number) => Math.floor(next() * limit) }
}

/** What was recorded is written in the object's next turns; then it goes to sleep. */
async function sleep(stub: DurableObjectStub): Promise<void> {
  await runInDurableObject(stub, () => scheduler.wait(120))
  await evictDurableObject(stub)
}

const withLog = <T>(work: (sql: CountedSql) => T): Promise<T> =>
  runInDurableObject(open().stub, (_, { storage }) => {
    const sql = countRows(storage.sql)
    createSchema(sql)
    return work(sql)
  })

const storedBytes = (sql: CountedSql) =>
  sql.exec<{ bytes: number }>('SELECT coalesce(sum(length(data)), 0) AS bytes FROM accesses').one().bytes

beforeAll(warmUp)

describe('the log of accesses', () => {
  it.each([
    ['uniform', (next: number) => Math.floor(next * 20_000)],
    ['skewed', (next: number) => Math.floor(2 ** (next * Math.log2(20_000)))],
  ])('writes little more than a row for ten memories that a retrieve returned, %s', async (_, pick) => {
    const written = await withLog((sql) => {
      const { next } = random(1)
      const accesses = createAccesses(sql)
      sql.take()
      for (let retrieve = 0; retrieve < 4_000; retrieve++) {
        const ids = Array.from({ length: 10 }, (): MemoryId => `${next() < 0.5 ? 'c' : 'f'}${pick(next())}`)
        accesses.record({ at: NOON + retrieve * 1_000, ids })
        accesses.write()
      }
      return sql.take().written / 4_000
    })
    expect(written).toBeLessThan(1.05)
  })

  it('knows after waking what it knew before, whatever was handed over, dropped or rolled back', async () => {
    await withLog((sql) => {
      const { next, below } = random(2)
      const model = new Map<MemoryId, { last: number; times: number }>()
      let accesses = createAccesses(sql)
      const some = (most: number) => [
        ...new Set(Array.from({ length: 1 + below(most) }, (): MemoryId => `${next() < 0.5 ? 'c' : 'f'}${below(900)}`)),
      ]
      for (let step = 0; step < 6_000; step++) {
        const at = NOON + below(40 * DAY)
        const chance = next()
        if (chance < 0.7) {
          const ids = some(20)
          accesses.record({ at, ids })
          for (const id of ids) {
            const known = model.get(id)
            model.set(id, { last: Math.max(at, known?.last ?? at), times: 1 + (known?.times ?? 0) })
          }
        } else if (chance < 0.8) {
          const ids = some(5)
          const taken = accesses.take(ids)
          expect(taken.chunks.length + taken.facts.length).toBe(ids.filter((id) => model.has(id)).length)
          // Half of these transactions fail.
          if (chance < 0.75) {
            accesses.flush()
            for (const id of ids) model.delete(id)
          } else accesses.forget()
        } else if (chance < 0.95) accesses.write()
        else {
          accesses.write()
          accesses = createAccesses(sql)
        }
        const [id] = some(1)
        const row = { lastAccess: NOON, accessCount: 5 }
        const known = model.get(id!)
        expect(accesses.datesOf(id!, row)).toEqual({
          ...row,
          ...(known && { lastAccess: Math.max(NOON, known.last), accessCount: 5 + known.times }),
        })
      }
    })
  })

  it('fills its rows, however often it goes to sleep', async () => {
    const rows = await withLog((sql) => {
      for (let retrieve = 0; retrieve < 300; retrieve++) {
        const accesses = createAccesses(sql)
        accesses.record({
          at: NOON + retrieve,
          ids: Array.from({ length: 10 }, (_, n): MemoryId => `c${retrieve + n}`),
        })
        accesses.write()
      }
      expect(createAccesses(sql).take(['c299']).chunks).toEqual([{ id: 299, last: NOON + 299, times: 10 }])
      return sql.all('SELECT id FROM accesses').length
    })
    expect(rows).toBe(6)
  })

  it('is of 1 MB at most, and hands over the longest unused first', async () => {
    await withLog((sql) => {
      const accesses = createAccesses(sql)
      const ids = Array.from({ length: 80_000 }, (_, n): MemoryId => `${n % 2 ? 'c' : 'f'}${1_000_000 + n}`)
      const left: MemoryId[] = []
      for (let from = 0; from < ids.length; from += 100) {
        accesses.record({ at: NOON + from * 60_000, ids: ids.slice(from, from + 100) })
        const tooMany = accesses.tooMany()
        left.push(...tooMany)
        accesses.take(tooMany)
        accesses.write()
        if (from % 10_000 === 0) expect(storedBytes(sql)).toBeLessThanOrEqual(2 ** 20)
      }
      expect(left.length).toBeGreaterThan(10_000)
      expect(left).toEqual(ids.slice(0, left.length))
      expect(storedBytes(sql)).toBeLessThanOrEqual(2 ** 20)
      const awake = createAccesses(sql)
      expect(awake.take(left)).toEqual({ chunks: [], facts: [] })
      const rest = awake.take(ids)
      expect(rest.chunks.length + rest.facts.length).toBe(ids.length - left.length)
      awake.flush()
      expect(storedBytes(sql)).toBe(0)
    })
  })
})

interface Remembered {
  readonly id: MemoryId
  readonly thing: number
  lastAccess: number
  accessCount: number
}

describe('a vault that goes to sleep and wakes', () => {
  it.each(Array.from({ length: 12 }, (_, at) => at + 1))(
    'forgets and shows exactly what a plain list would (history %i)',
    { timeout: 60_000 },
    async (seed) => {
      const { next, below } = random(seed * 7919)
      const { store, namespace, stub } = open()
      let list: Remembered[] = []
      let things = 0
      let now = NOON
      let consolidatedAt = -1
      const say = async (thing: number, source: 'user' | 'assistant') => {
        const name = `thing ${thing}`
        const memories = [await memory(`The ${name} is near.`, { source, facts: [[name, 'near', 'lake']] })]
        const [stored] = await store.remember(namespace, { now, embedder: EMBEDDER, memories })
        return stored!.ids
      }
      const fadedAt = (at: number) =>
        list.filter(({ lastAccess }) => 2 ** ((lastAccess - at) / DAY) < FADING.threshold).map(({ id }) => id)
      const access = (ids: readonly MemoryId[]) => {
        for (const one of list)
          if (ids.includes(one.id)) {
            one.lastAccess = Math.max(one.lastAccess, now)
            one.accessCount++
          }
      }
      const forget = () => {
        const gone = fadedAt(now)
        list = list.filter(({ id }) => !gone.includes(id))
        return gone.length
      }
      for (let step = 0; step < 60; step++) {
        now += below(8 * HOUR)
        const chance = next()
        if (chance < 0.2 || list.length === 0)
          for (const id of await say(++things, 'user'))
            list.push({ id, thing: things, lastAccess: now, accessCount: 0 })
        else if (chance < 0.3) {
          // Said again by the user, or by an assistant, who is trusted less: an access of both in either case.
          const { thing } = list[below(list.length)]!
          const known = list.filter((one) => one.thing === thing)
          if (known.length === 2) {
            await say(thing, chance < 0.25 ? 'user' : 'assistant')
            access(known.map(({ id }) => id))
          }
        } else if (chance < 0.7) {
          const ids = [...new Set(Array.from({ length: 1 + below(4) }, () => list[below(list.length)]!.id))]
          await store.touch(namespace, { now, ids })
          access(ids)
        } else if (chance < 0.8) await sleep(stub)
        else if (chance < 0.85) expect(await store.prune(namespace, { ...FADING, now })).toBe(forget())
        else if (chance < 0.9) expect(await store.countFaded(namespace, { ...FADING, now })).toBe(fadedAt(now).length)
        else {
          const facts = list.filter(({ id }) => id.startsWith('f'))
          const reinforced = facts.filter((one) => one.accessCount > 0 && one.lastAccess > consolidatedAt)
          const decayed = facts.filter((one) => one.lastAccess < now && !reinforced.includes(one))
          const run = { force: true, minIntervalMs: 0, scheduled: false, compress: null }
          expect(await store.consolidate(namespace, { ...FADING, now, ...run })).toMatchObject({
            reinforced: reinforced.length,
            decayed: decayed.length,
            pruned: forget(),
          })
          consolidatedAt = now
        }
        if (step % 10 !== 9 || list.length === 0) continue
        const expected = list.map(({ id, lastAccess, accessCount }) => [id, lastAccess, accessCount]).sort()
        const found = await store.recall(namespace, await plan('near', { hot: list.map(({ id }) => id), now }))
        const recalled = [
          ...found.chunks.map((one) => [`c${one.id}`, one.lastAccess, one.accessCount]),
          ...found.facts.map((one) => [`f${one.id}`, one.lastAccess, one.accessCount]),
        ]
        expect(recalled.sort()).toEqual(expected)
        const rows = await rowsOf(store, namespace, { vectors: false, limit: 1_000 })
        const archived = rows.flatMap((row) => {
          if (row.type === 'memory') return [...row.chunks, ...row.facts]
          return row.type === 'chunk' || row.type === 'fact' ? row : []
        })
        const times = (list: readonly (readonly unknown[])[]) => list.map((one) => one.slice(-2).join()).sort()
        expect(times(archived.map((one) => [one.lastAccess, one.accessCount]))).toEqual(times(expected))
      }
    },
  )

  it('corrects what only looks faded once, and reads it no more', async () => {
    const { store, namespace, stub, trace } = open()
    const memories = await Promise.all(Array.from({ length: 120 }, (_, n) => memory(`Crate ${n} is old.`)))
    await store.remember(namespace, { now: NOON, embedder: EMBEDDER, memories })
    const ids = Array.from({ length: 100 }, (_, n): MemoryId => `c${n + 1}`)
    await store.touch(namespace, { now: NOON + 4 * DAY, ids })
    await sleep(stub)
    const at = { ...FADING, now: NOON + 5 * DAY }
    expect(await store.countFaded(namespace, at)).toBe(20)
    expect(await store.prune(namespace, at)).toBe(20)
    trace.notes.clear()
    expect(await store.prune(namespace, at)).toBe(0)
    expect(Number(trace.notes.get('rows_read'))).toBeLessThan(100)
    const left = await runInDurableObject(stub, (_, { storage: { sql } }) =>
      sql.exec('SELECT count(*) AS chunks, min(last_access) AS first FROM chunks').one(),
    )
    expect(left).toEqual({ chunks: 100, first: NOON + 4 * DAY })
  })

  it('tells the schedule a day that is not before what is accessed has to be looked at', async () => {
    const { store, namespace } = open()
    const say = async (text: string, now: number) =>
      store.remember(namespace, { now, embedder: EMBEDDER, memories: [await memory(text)] })
    await say('The crate is old.', NOON)
    await say('The barrel is newer.', NOON + 2 * DAY)
    await store.touch(namespace, { now: NOON + 3 * DAY, ids: ['c1'] })
    const run = { force: true, minIntervalMs: 0, scheduled: true, compress: null }
    // It would look faded in some hours.
    const { horizon, pruned } = await store.consolidate(namespace, { ...FADING, now: NOON + 4 * DAY, ...run })
    expect(pruned).toBe(0)
    expect(horizon.idle).toEqual([{ level: 20, since: NOON + 2 * DAY }])
  })

  it('counts an access of what is merged, before it and after, for the whole', async () => {
    const { store, namespace, stub } = open()
    for (const fact of TEAM) {
      const memories = [await memory(`${fact.join(' ')}.`, { facts: [fact] })]
      await store.remember(namespace, { now: NOON, embedder: EMBEDDER, memories })
    }
    const request = { force: true, minIntervalMs: 0, scheduled: false, persona: null, threshold: 0.05 }
    const compress = { maxClusters: 8, maxTokensPerDay: 100_000, embedder: EMBEDDER }
    const report = await store.consolidate(namespace, { ...request, now: NOON + HOUR, halfLifeMs: 7 * DAY, compress })
    await store.touch(namespace, { now: NOON + 2 * DAY, ids: ['f1', 'f2'] })
    await sleep(stub)
    const [vector] = await createFakeEmbedder().embed(['All of them.'], 'passage')
    await store.abstract(namespace, {
      ...{ now: NOON + 3 * DAY, embedder: EMBEDDER, run: report.run!, unfinished: [], tokens: 1 },
      abstractions: report.clusters.map(({ number, facts }) => ({
        ...{ cluster: number, members: facts.map(({ id }) => id) },
        ...{ text: 'All of them.', vector: packVector(vector!) },
      })),
    })
    const shown = async () => {
      const { facts } = await store.recall(namespace, await plan('All of them', { hops: 2 }))
      return facts.filter(({ members }) => members.length === TEAM.length)
    }
    expect(await shown()).toMatchObject([{ lastAccess: NOON + 2 * DAY, accessCount: 0 }])
    // A retrieve that was under way while they were merged.
    await store.touch(namespace, { now: NOON + 4 * DAY, ids: ['f1', 'f3'] })
    await sleep(stub)
    expect(await shown()).toMatchObject([{ lastAccess: NOON + 4 * DAY, accessCount: 2 }])
    const memories = [await memory('Bob lives in Split.', { facts: [['Bob', 'lives_in', 'Split']] })]
    await store.remember(namespace, { now: NOON + 5 * DAY, embedder: EMBEDDER, memories })
    await sleep(stub)
    const rows = await runInDurableObject(stub, (_, { storage: { sql } }) =>
      sql.exec('SELECT id, last_access AS last, access_count AS times FROM facts WHERE id <= 6 ORDER BY id').toArray(),
    )
    expect(rows).toEqual([1, 2, 3, 4, 5, 6].map((id) => ({ id, last: NOON + 4 * DAY, times: Number(id < 3) })))
  })
})
