import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { createEmbeddedMemoryStore } from '../../../src/adapters/durable-objects/memory-store.ts'
import { createRoundTrip } from '../../../src/adapters/durable-objects/round-trip.ts'
import { SCHEMA_VERSION } from '../../../src/adapters/durable-objects/tables/vault-schema.ts'
import { randomBase62 } from '../../../src/domain/base62.ts'
import { fromLine } from '../../../src/http/portable-lines.ts'
import type { Revision } from '../../../src/ports/memory-revisions.ts'
import type { NewMemory } from '../../../src/ports/new-memory.ts'
import type { PortableRow } from '../../../src/ports/portable.ts'
import { createTrace } from '../../../src/runtime/trace.ts'
import { EMBEDDER, memory, plan } from '../../contracts/memories.ts'
import { linesOf, restore } from '../../contracts/portable-rows.ts'
import vaultOfVersion1 from './stored/vault-1.sql?raw'
import vaultOfVersion5 from './stored/vault-5.sql?raw'
import vaultOfVersion8 from './stored/vault-8.sql?raw'
import { storedRecords } from './stored-records.ts'

const trace = createTrace()
const store = createEmbeddedMemoryStore({
  vaults: env.VAULT,
  embedderId: () => EMBEDDER,
  roundTrip: createRoundTrip(trace, 0),
  trace,
})

async function storedVault(vault = vaultOfVersion1): Promise<string> {
  const namespace = `E${randomBase62(9)}`
  await runInDurableObject(env.VAULT.getByName(namespace), (_, state) => {
    for (const statement of vault.split(';\n')) if (statement.trim() !== '') state.storage.sql.exec(statement)
  })
  await evictDurableObject(env.VAULT.getByName(namespace))
  return namespace
}

const meta = (namespace: string) =>
  runInDurableObject(env.VAULT.getByName(namespace), (_, state) =>
    Object.fromEntries(
      state.storage.sql
        .exec<{ key: string; value: string | number }>('SELECT key, value FROM meta')
        .toArray()
        .map(({ key, value }) => [key, value]),
    ),
  )

/** Until all slices are done. */
async function migrate(namespace: string): Promise<void> {
  for (let alarms = 0; (await meta(namespace)).migrating !== undefined; alarms++) {
    expect(alarms).toBeLessThan(5)
    await store.recall(namespace, await plan('Ana'))
    await runDurableObjectAlarm(env.VAULT.getByName(namespace))
  }
}

describe('a vault of the previous version', () => {
  it('answers at once, and takes what is new', async () => {
    const namespace = await storedVault()
    const found = await store.recall(namespace, await plan('Where does Ana live? Braga?'))
    expect(found.chunks.map(({ text }) => text)).toContain('Ana: I live in Braga.')
    expect(found.facts.map(({ text }) => text)).toContain('Ana lives in Braga')
    const [again] = await store.remember(namespace, {
      now: Date.UTC(2026, 1, 1),
      embedder: EMBEDDER,
      memories: [await memory('Ana: The harbour opens at nine.', { source: 'document', speaker: 'Ana' })],
    })
    expect(again!.duplicateOf).toBe('c3')
    expect((await meta(namespace)).version).toBe(SCHEMA_VERSION)
  })

  it('has words for one state in one place', async () => {
    const namespace = await storedVault()
    const slots = ['has_wife', 'has_girlfriend', 'owns:a boat', 'has:a car', 'has_partner', 'likes:tea']
    await runInDurableObject(env.VAULT.getByName(namespace), (_, { storage: { sql } }) => {
      const others = sql.exec('SELECT * FROM facts LIMIT 0').columnNames.filter((name) => !/^(?:id|slot)$/.test(name))
      for (const [at, slot] of slots.entries())
        sql.exec(`INSERT INTO facts (id, slot, ${others}) SELECT ?, ?, ${others} FROM facts LIMIT 1`, 101 + at, slot)
    })
    await store.recall(namespace, await plan('Ana'))
    const placed = await runInDurableObject(env.VAULT.getByName(namespace), (_, { storage: { sql } }) =>
      sql.exec<{ slot: string }>('SELECT slot FROM facts WHERE id > 100 ORDER BY id').toArray(),
    )
    expect(placed.map(({ slot }) => slot)).toEqual([
      ...['married_to', 'dates', 'has:a boat', 'has:a car'],
      ...['has_partner', 'likes:tea'],
    ])
  })

  it('is brought to the present in slices, by alarm, which an eviction in between does not disturb', async () => {
    const namespace = await storedVault()
    await store.recall(namespace, await plan('Ana'))
    expect((await meta(namespace)).migrating).toBeDefined()
    await evictDurableObject(env.VAULT.getByName(namespace))
    await migrate(namespace)
    const { corpus } = await store.recall(namespace, await plan('Ana'))
    expect([...corpus.speakers].sort()).toEqual(['Ana', 'Luis'])
    expect((await store.count(namespace, 'shared')).persona).toEqual({ chunks: 3, entities: 4, relations: 2 })
  })

  it('is opened without its slices, however many versions it is behind', async () => {
    const namespace = await storedVault()
    await store.recall(namespace, await plan('Ana'))
    const steps = JSON.parse(String((await meta(namespace)).migrating)) as { from: number; after: number }[]
    expect(steps.map(({ from }) => from)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    // The alarm may have come in between, and begun with the first.
    expect(steps.slice(1).every(({ after }) => after === 0)).toBe(true)
  })

  it('keeps the accesses of its last minute, those of what was merged with the abstraction', async () => {
    const namespace = await storedVault(vaultOfVersion5)
    const stub = env.VAULT.getByName(namespace)
    const at = Date.UTC(2026, 8, 1)
    const read = (table: string) =>
      runInDurableObject(stub, (_, { storage: { sql } }) =>
        sql
          .exec<{ id: number; last: number; times: number }>(
            `SELECT id, last_access AS last, access_count AS times FROM ${table} ORDER BY id LIMIT 2`,
          )
          .toArray(),
      )
    await runInDurableObject(stub, (_, { storage: { sql } }) => {
      sql.exec('UPDATE facts SET abstraction = (SELECT min(id) FROM facts) WHERE id = (SELECT min(id) + 1 FROM facts)')
    })
    const [chunks, facts] = [await read('chunks'), await read('facts')]
    const ids = [...chunks.map(({ id }) => `c${id}`), ...facts.map(({ id }) => `f${id}`), 'c999', 'f999']
    await runInDurableObject(stub, (_, { storage: { sql } }) => {
      for (const time of [at, at + 5])
        sql.exec('INSERT INTO accesses (at, ids) VALUES (?, ?)', time, JSON.stringify(ids))
    })
    await evictDurableObject(stub)
    await store.recall(namespace, await plan('Ana'))
    expect(await read('chunks')).toEqual(chunks.map(({ id, times }) => ({ id, last: at + 5, times: times + 2 })))
    const [first, merged] = facts
    expect(await read('facts')).toEqual([{ ...first, last: at + 5, times: first!.times + 4 }, merged])
  })

  it('goes on with the one step that an earlier version had left', async () => {
    const namespace = await storedVault(vaultOfVersion5)
    await store.recall(namespace, await plan('Ana'))
    await runInDurableObject(env.VAULT.getByName(namespace), (_, { storage: { sql } }) => {
      sql.exec("UPDATE meta SET value = json_extract(value, '$[0]') WHERE key = 'migrating'")
    })
    await migrate(namespace)
    expect((await storedRecords(namespace)).memories.map(({ id }) => id)).toEqual([1, 2, 3, 5])
  })

  it('gets a record for each of its texts, from every earlier version', async () => {
    const at = Date.UTC(2026, 0, 1)
    const stating = (records: Awaited<ReturnType<typeof storedRecords>>) =>
      records.memories.map(({ id, stated }) => [id, stated.map(({ target }) => target)])
    const first = await storedVault()
    await store.recall(first, await plan('Ana'))
    await migrate(first)
    expect(stating(await storedRecords(first))).toEqual([
      [1, ['c1', 'f1']],
      [2, ['c2', 'f2']],
      [3, ['c3']],
    ])

    const fifth = await storedVault(vaultOfVersion5)
    await store.recall(fifth, await plan('Ana'))
    await migrate(fifth)
    const records = await storedRecords(fifth)
    // The third text has two chunks; that Luis knows Ana is said by the second and by the fourth.
    expect(stating(records)).toEqual([
      [1, ['c1', 'f1']],
      [2, ['c2', 'f2']],
      [3, ['c3', 'f3', 'c4', 'f4']],
      [5, ['c5', 'f2']],
    ])
    expect(records.evidence).toEqual([{ target: 'f2', memory: 5 }])
    expect(records.memories[0]).toMatchObject({
      ...{ source: 1, session: 's1', speaker: 'Ana', metadata: '{"turn":1}', text: null },
      ...{ occurredAt: at, createdAt: at },
    })
  })

  it('takes new texts and restatements before its slices are done', async () => {
    const namespace = await storedVault(vaultOfVersion5)
    const tell = async (text: string, said = {}) =>
      (
        await store.remember(namespace, {
          now: Date.UTC(2026, 1, 1),
          embedder: EMBEDDER,
          memories: [await memory(text, said)],
        })
      )[0]!
    const again = await tell('It closes at five!', { source: 'document' })
    const fresh = await tell('Ana sails.', { facts: [['Ana', 'sails', 'often', 'value', 'person']] })
    expect([again.duplicateOf, again.restates, again.memory, fresh.memory]).toEqual(['c4', 3, 6, 7])
    await migrate(namespace)
    const { memories, evidence } = await storedRecords(namespace)
    expect(memories.map(({ id }) => id)).toEqual([1, 2, 3, 5, 6, 7])
    expect(evidence).toEqual([
      { target: 'c4', memory: 6 },
      { target: 'f2', memory: 5 },
      { target: 'f4', memory: 6 },
    ])
  })

  it('learns from its records which sources state what', async () => {
    const namespace = await storedVault(vaultOfVersion5)
    const tell = async (text: string, said: Parameters<typeof memory>[1]) =>
      store.remember(namespace, {
        now: Date.UTC(2026, 1, 1),
        embedder: EMBEDDER,
        memories: [await memory(text, said)],
      })
    await tell('It closes at five!', { source: 'document', metadata: { title: 'Timetable' } })
    await tell('It closes at five.', { source: 'assistant' })
    await migrate(namespace)
    const statedBy = await runInDurableObject(env.VAULT.getByName(namespace), (_, state) =>
      ['chunks', 'facts'].map((table) =>
        Object.fromEntries(
          state.storage.sql
            .exec<{ id: number; stated_by: string }>(`SELECT id, stated_by FROM ${table}`)
            .toArray()
            .map((row) => [row.id, JSON.parse(row.stated_by) as string[]]),
        ),
      ),
    )
    const [chunks, facts] = statedBy
    expect(chunks![1], 'said by one document').toEqual(['document'])
    expect(chunks![4]).toContain('assistant')
    expect(chunks![4]).toHaveLength(3)
    expect(facts![4]).toEqual(chunks![4])
    expect(Object.values({ ...chunks, ...facts }).filter((list) => list.length === 0)).toEqual([])
  })

  it('finds texts by their metadata before and after its slices', async () => {
    const namespace = await storedVault(vaultOfVersion5)
    const tell = async (text: string, metadata: Record<string, unknown>) =>
      store.remember(namespace, {
        now: Date.UTC(2026, 1, 1),
        embedder: EMBEDDER,
        memories: [await memory(text, { metadata })],
      })
    await tell('Ana sails.', { topic: 'boats' })
    await runInDurableObject(env.VAULT.getByName(namespace), (_, state) =>
      state.storage.sql.exec('DELETE FROM metadata_pairs').toArray(),
    )
    const filter = {
      ...{ personas: null, sessionId: null, source: null, entity: null, since: null, until: null },
      metadata: [['topic', '"boats"'] as const],
    }
    const found = async () =>
      (await store.recall(namespace, await plan('What?', { filter }))).chunks.map(({ text }) => text)
    expect(await found()).toEqual(['Ana sails.'])
    await migrate(namespace)
    expect(await found()).toEqual(['Ana sails.'])
    const pairs = await runInDurableObject(env.VAULT.getByName(namespace), (_, state) =>
      state.storage.sql.exec<{ pair: string }>('SELECT pair FROM metadata_pairs').toArray(),
    )
    expect(pairs.map(({ pair }) => pair)).toContain('"topic":"boats"')
  })
})

describe('a vault of version 8, in which no memory could be changed', () => {
  const HOUR = 3600 * 1000
  const at = Date.UTC(2026, 0, 1)
  const towns = async (namespace: string, asOf: number | null = null) => {
    const asked = { before: null, limit: 9, personas: null, entity: 'Ana', relation: 'lives in', state: null, asOf }
    return (await store.listFacts(namespace, asked)).facts.map(({ object, state }) => `${object} ${state}`).sort()
  }
  const rowsOf = (namespace: string, table: string) =>
    runInDurableObject(env.VAULT.getByName(namespace), (_, { storage: { sql } }) => {
      const old = vaultOfVersion8.match(`INSERT INTO ${table} \\(([^)]+)\\)`)![1]!
      return sql.exec(`SELECT ${old} FROM ${table} ORDER BY 1`).toArray()
    })
  const revise = (namespace: string, revision: Revision, read: { id: number; memory: NewMemory }[] = []) =>
    store.revise(namespace, {
      ...{ now: at + 48 * HOUR, embedder: EMBEDDER, personas: null, receipt: null, revisions: [revision], read },
    })

  it('is opened with its rows as they are, none encoded anew, and is done by its alarms', async () => {
    const namespace = await storedVault(vaultOfVersion8)
    const tables = [
      'chunks',
      'facts',
      'memories',
      'evidence',
      'metadata_pairs',
      'vectors',
      'entities',
      'names',
      'accesses',
    ]
    const all = () => Promise.all(tables.map((table) => rowsOf(namespace, table)))
    const before = await all()
    await store.recall(namespace, await plan('Ana'))
    const { version, migrating } = await meta(namespace)
    expect([version, migrating]).toEqual([SCHEMA_VERSION, expect.stringContaining('"from":8')])
    await migrate(namespace)
    expect(await all()).toEqual(before)
    expect(await towns(namespace)).toEqual(['Braga superseded', 'Faro current'])
    // By whose clock its texts were said nobody knows: they are read by UTC, as they were.
    const edit = { id: 4, kind: 'edit', edit: { text: 'Ana: I live in Porto.' } } as const
    expect(await revise(namespace, edit)).toMatchObject({ kind: 'unread', texts: [{ id: 4, offsetMs: null }] })
  })

  it.each(['before', 'after'])('has its memories changed and asked as of a time, %s its slices', async (when) => {
    const namespace = await storedVault(vaultOfVersion8)
    await store.recall(namespace, await plan('Ana'))
    if (when === 'after') await migrate(namespace)
    expect(await towns(namespace, at + HOUR)).toEqual(['Braga current'])
    expect(await revise(namespace, { id: 4, kind: 'invalidate', reason: null })).toMatchObject({ kind: 'done' })
    expect(await towns(namespace)).toEqual(['Braga current'])
    expect(await towns(namespace, at + 4 * HOUR)).toEqual(['Braga superseded', 'Faro current'])
    expect(await revise(namespace, { id: 4, kind: 'restore', reason: null })).toMatchObject({ kind: 'done' })
    expect(await towns(namespace)).toEqual(['Braga superseded', 'Faro current'])

    // Who said it again has to be read: he is the first now.
    const again = await revise(namespace, { id: 3, kind: 'erase' })
    expect(again).toMatchObject({ kind: 'unread', texts: [{ id: 5, text: 'The harbour opens at nine!' }] })
    const facts = [['harbour', 'opens_at', 'nine', 'value']] as const
    const read = [{ id: 5, memory: await memory('The harbour opens at nine!', { facts }) }]
    expect(await revise(namespace, { id: 3, kind: 'erase' }, read)).toMatchObject({
      ...{ kind: 'done', erased: { memories: 1, chunks: 0, facts: 0 } },
    })
    const harbour = { before: null, limit: 9, personas: null, entity: 'harbour', relation: null, state: null }
    expect((await store.listFacts(namespace, harbour)).facts).toMatchObject([{ object: 'nine', memories: [5] }])
    await migrate(namespace)
    expect((await store.count(namespace, 'shared')).persona).toEqual({ chunks: 5, entities: 6, relations: 4 })
  })
})

describe('an export of a vault of an earlier version', () => {
  it.each([
    ['1', vaultOfVersion1],
    ['5', vaultOfVersion5],
    ['8', vaultOfVersion8],
  ])('%s has all that its slices have yet to write, and is restored as it is', async (_, vault) => {
    const [migrated, namespace, copy] = [await storedVault(vault), await storedVault(vault), `E${randomBase62(9)}`]
    await migrate(migrated)
    const lines = await linesOf(store, namespace)
    expect(lines).toEqual(await linesOf(store, migrated))
    expect(lines.filter((line) => line.startsWith('{"type":"memory"')).length).toBeGreaterThan(0)
    const rows = lines.map((line) => (fromLine(JSON.parse(line)) as { row: PortableRow }).row)
    for (const answer of await restore(store, copy, rows)) expect(answer).toMatchObject({ kind: 'done' })
    expect(await linesOf(store, copy)).toEqual(lines)
  })
})
