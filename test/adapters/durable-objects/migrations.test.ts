import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { createEmbeddedMemoryStore } from '../../../src/adapters/durable-objects/memory-store.ts'
import { createRoundTrip } from '../../../src/adapters/durable-objects/round-trip.ts'
import { SCHEMA_VERSION } from '../../../src/adapters/durable-objects/tables/vault-schema.ts'
import { randomBase62 } from '../../../src/domain/base62.ts'
import { createTrace } from '../../../src/runtime/trace.ts'
import { EMBEDDER, memory, plan } from '../../contracts/memories.ts'
import vaultOfVersion1 from './stored/vault-1.sql?raw'

const trace = createTrace()
const store = createEmbeddedMemoryStore({
  vaults: env.VAULT,
  embedderId: () => EMBEDDER,
  roundTrip: createRoundTrip(trace, 0),
  trace,
})

async function storedVault(): Promise<string> {
  const namespace = `E${randomBase62(9)}`
  await runInDurableObject(env.VAULT.getByName(namespace), (_, state) => {
    for (const statement of vaultOfVersion1.split(';\n')) if (statement.trim() !== '') state.storage.sql.exec(statement)
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
    for (let alarms = 0; (await meta(namespace)).migrating !== undefined; alarms++) {
      expect(alarms).toBeLessThan(5)
      await store.recall(namespace, await plan('Ana'))
      await runDurableObjectAlarm(env.VAULT.getByName(namespace))
    }
    const { corpus } = await store.recall(namespace, await plan('Ana'))
    expect([...corpus.speakers].sort()).toEqual(['Ana', 'Luis'])
    expect((await store.count(namespace, 'shared')).persona).toEqual({ chunks: 3, entities: 4, relations: 2 })
  })
})
