/// <reference types="@cloudflare/vitest-plugin/types" />
import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { createEmbeddedMemoryStore } from '../../../src/adapters/durable-objects/memory-store.ts'
import { createRoundTrip } from '../../../src/adapters/durable-objects/round-trip.ts'
import { DUE_STATEMENT } from '../../../src/adapters/durable-objects/tables/due.ts'
import { FADED_STATEMENTS } from '../../../src/adapters/durable-objects/tables/faded.ts'
import { randomBase62 } from '../../../src/domain/base62.ts'
import { createTrace } from '../../../src/runtime/trace.ts'
import { EMBEDDER, memory } from '../../contracts/memories.ts'
import { warmUp } from './warm.ts'

const DAY = 86_400_000
const NOON = Date.UTC(2026, 10, 15, 12)

function open() {
  const trace = createTrace()
  const parts = { vaults: env.VAULT, embedderId: () => EMBEDDER, roundTrip: createRoundTrip(trace, 0), trace }
  return { trace, store: createEmbeddedMemoryStore(parts), namespace: `E${randomBase62(9)}` }
}

beforeAll(warmUp)

/** A plan is made without values, but these have to be there. */
const nothingFor = (statement: string): null[] =>
  Array.from({ length: Math.max(...[...statement.matchAll(/\?(\d)/g)].map((match) => Number(match[1]))) }, () => null)

describe('what forgetting reads', () => {
  it('is the index of strengths alone, one range a level', async () => {
    const { store, namespace } = open()
    await store.remember(namespace, { now: NOON, embedder: EMBEDDER, memories: [await memory('Something.')] })
    const explain = (statement: string) =>
      runInDurableObject(env.VAULT.getByName(namespace), (_, state) =>
        state.storage.sql
          .exec<{ detail: string }>(`EXPLAIN QUERY PLAN ${statement}`, ...nothingFor(statement))
          .toArray()
          .map(({ detail }) => detail)
          .filter((detail) => !/json_each|VIRTUAL TABLE/.test(detail)),
      )
    for (const table of ['chunks', 'facts'] as const) {
      expect(await explain(FADED_STATEMENTS.lookFaded(table))).toEqual([
        `SEARCH ${table} USING COVERING INDEX ${table}_by_strength (level=? AND last_access<?)`,
      ])
      expect(await explain(FADED_STATEMENTS.longestIdle(table))).toEqual([
        'CORRELATED SCALAR SUBQUERY 1',
        `SEARCH ${table} USING COVERING INDEX ${table}_by_strength (level=?)`,
      ])
    }
    expect(await explain(FADED_STATEMENTS.since)).toEqual([
      'SEARCH facts USING COVERING INDEX facts_by_strength (level=? AND last_access>?)',
    ])
    expect(await explain(FADED_STATEMENTS.accessed)).toEqual([
      'SEARCH facts USING INDEX facts_by_strength (level=? AND last_access>?)',
      'SEARCH personas USING INTEGER PRIMARY KEY (rowid=?)',
    ])
    expect(await explain(FADED_STATEMENTS.logged)).toEqual(
      expect.arrayContaining([
        'SEARCH facts USING INTEGER PRIMARY KEY (rowid=?)',
        'SEARCH personas USING INTEGER PRIMARY KEY (rowid=?)',
      ]),
    )
    const shard = env.DIRECTORY.getByName('shard-1')
    await shard.forget('nobody')
    const plan = await runInDurableObject(shard, (_, state) =>
      state.storage.sql
        .exec<{ detail: string }>(`EXPLAIN QUERY PLAN SELECT due.namespace ${DUE_STATEMENT}`, '[]')
        .toArray(),
    )
    expect(plan.map(({ detail }) => detail)).toContain(
      'SEARCH due USING COVERING INDEX due_by_since (level=? AND since<?)',
    )
  })

  it('does not grow with what is kept', { timeout: 120_000 }, async () => {
    const cost = async (kept: number) => {
      const { store, namespace, trace } = open()
      const say = async (now: number, names: readonly string[]) => {
        const memories = await Promise.all(
          names.map((name) => memory(`The ${name} is near.`, { facts: [[name, 'near', 'lake']] })),
        )
        await store.remember(namespace, { now, embedder: EMBEDDER, memories })
      }
      const numbered = (word: string, count: number) => Array.from({ length: count }, (_, i) => `${word} ${i}`)
      await say(NOON, numbered('old', 10))
      for (let done = 0; done < kept; done += 200) await say(NOON + 20 * DAY, numbered(`new ${done}`, 200))
      const faded = { now: NOON + 31 * DAY, persona: null, threshold: 0.05, halfLifeMs: 7 * DAY }
      const rows = async (work: () => Promise<number>) => {
        trace.notes.clear()
        expect(await work()).toBe(20)
        return [trace.notes.get('rows_read'), trace.notes.get('rows_written')]
      }
      return {
        dry: await rows(() => store.countFaded(namespace, faded)),
        real: await rows(() => store.prune(namespace, faded)),
      }
    }
    expect(await cost(2000)).toEqual(await cost(200))
  })
})

describe('what forgetting leaves', () => {
  it('is nothing in any table', async () => {
    const { store, namespace } = open()
    const said = await Promise.all([
      memory('Dr. Ada Lopez works at Alto.', {
        facts: [['Dr. Ada Lopez', 'works_at', 'Alto']],
        session: 's1',
        speaker: 'Caroline',
        metadata: { turn: 1 },
      }),
      memory('Ada Lopez likes tea.', { facts: [['Ada Lopez', 'likes', 'tea']], persona: 'work' }),
    ])
    await store.remember(namespace, { now: NOON, embedder: EMBEDDER, memories: said })
    await store.touch(namespace, { now: NOON, ids: ['c1', 'f1'] })
    const at = { now: NOON + 31 * DAY, persona: null, threshold: 0.05, halfLifeMs: 7 * DAY }
    expect(await store.prune(namespace, at)).toBe(4)
    const left = await runInDurableObject(env.VAULT.getByName(namespace), (_, { storage: { sql } }) => {
      const count = (table: string) => sql.exec<{ n: number }>(`SELECT count(*) AS n FROM ${table}`).one().n
      const tables = ['chunks', 'facts', 'vectors', 'entities', 'names', 'accesses', 'sessions', 'vocabulary']
      const personas = sql.exec('SELECT chunks, facts, entities, words, speakers FROM personas').toArray()
      return { counts: tables.map((table) => [table, count(table)]).filter(([, n]) => n !== 0), personas }
    })
    const nothing = { chunks: 0, facts: 0, entities: 0, words: 0, speakers: '{}' }
    expect(left).toEqual({ counts: [], personas: [nothing, nothing] })
  })
})

describe('a large prune', () => {
  const NUMBERS = Array.from({ length: 400 }, (_, n) => n)

  async function fill() {
    const { store, namespace } = open()
    const memories = await Promise.all(
      NUMBERS.map((n) => memory(`Crate ${n} is old.`, { facts: [[`crate ${n}`, 'is', 'old']] })),
    )
    await store.remember(namespace, { now: NOON, embedder: EMBEDDER, memories })
    const faded = { now: NOON + 31 * DAY, persona: null, threshold: 0.05, halfLifeMs: 7 * DAY }
    const countChunks = async () => (await store.count(namespace, 'shared')).namespace.chunks
    return { store, namespace, faded, countChunks }
  }

  it('lets others have their turns, and keeps what they access', async () => {
    const { store, namespace, faded, countChunks } = await fill()
    const seen: number[] = []
    let done = false
    const pruned = store.prune(namespace, faded).finally(() => {
      done = true
    })
    while (!done) {
      seen.push(await countChunks())
      if (seen.length === 1) await store.touch(namespace, { now: faded.now, ids: ['c400', 'f400'] })
    }
    const left = await countChunks()
    expect(await pruned).toBe(800 - 2 * left)
    expect(seen.some((count) => count > left && count < 400)).toBe(true)
    expect(await store.countFaded(namespace, faded)).toBe(0)
  })

  it('is one consolidation, beside which no other begins', async () => {
    const { store, namespace, faded, countChunks } = await fill()
    const asked = { ...faded, force: true, minIntervalMs: 0, scheduled: false, compress: null }
    const [first, second] = await Promise.all([
      store.consolidate(namespace, asked),
      store.consolidate(namespace, asked),
    ])
    expect([first, second].map(({ skipped, pruned }) => ({ skipped, pruned }))).toEqual([
      { skipped: false, pruned: 800 },
      { skipped: true, pruned: 0 },
    ])
    expect(await countChunks()).toBe(0)
  })

  it('that breaks off between two slices leaves a sound vault, and the rest to the next time', async () => {
    const { store, namespace, faded, countChunks } = await fill()
    const stub = env.VAULT.getByName(namespace)
    const pruned = store.prune(namespace, faded).catch(() => null)
    while ((await countChunks()) === 400);
    await evictDurableObject(stub)
    await pruned
    const left = await countChunks()
    expect(await store.countFaded(namespace, faded)).toBe(2 * left)
    expect(await store.prune(namespace, faded)).toBe(2 * left)
    expect(await countChunks()).toBe(0)
  })

  it('has happened with its last slice and not before, where it must happen once', async () => {
    const { store, namespace, faded, countChunks } = await fill()
    const pruned = store.prune(namespace, { ...faded, once: 'o' })
    const seen: { left: number; isKept: boolean }[] = []
    while (seen.at(-1)?.left !== 0)
      seen.push(
        await runInDurableObject(env.VAULT.getByName(namespace), (_, { storage: { sql } }) => ({
          left: sql.exec<{ n: number }>('SELECT count(*) AS n FROM chunks').one().n,
          isKept: sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'outcomes'").toArray().length > 0,
        })),
      )
    expect(seen.filter(({ left, isKept }) => isKept !== (left === 0))).toEqual([])
    expect(seen.some(({ left }) => left > 0 && left < 400)).toBe(true)
    expect([await pruned, await store.prune(namespace, { ...faded, once: 'o' })]).toEqual([800, 800])
    expect(await countChunks()).toBe(0)
  })
})
