import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { createEmbeddedMemoryStore } from '../../../src/adapters/durable-objects/memory-store.ts'
import { createRoundTrip } from '../../../src/adapters/durable-objects/round-trip.ts'
import { randomBase62 } from '../../../src/domain/base62.ts'
import type { MemoryFilter } from '../../../src/ports/memory-records.ts'
import { createTrace } from '../../../src/runtime/trace.ts'
import { EMBEDDER, memory, plan } from '../../contracts/memories.ts'
import { warmUp } from './warm.ts'

const trace = createTrace()
const store = createEmbeddedMemoryStore({
  vaults: env.VAULT,
  embedderId: () => EMBEDDER,
  roundTrip: createRoundTrip(trace, 0),
  trace,
})
const ANY: MemoryFilter = {
  ...{ personas: null, sessionId: null, source: null, entity: null, since: null, until: null, metadata: [] },
}
type Said = NonNullable<Parameters<typeof memory>[1]>

beforeAll(warmUp)

const tell = async (namespace: string, texts: readonly (readonly [string, Said])[], now = Date.now()) => {
  for (let at = 0; at < texts.length; at += 200) {
    const memories = await Promise.all(texts.slice(at, at + 200).map(([text, said]) => memory(text, said)))
    await store.remember(namespace, { now, embedder: EMBEDDER, memories })
  }
}

describe('a filter that more memories pass than are listed', () => {
  const namespace = `E${randomBase62(9)}`
  const found = async (filter: Partial<MemoryFilter>, query = 'garden bush') =>
    (await store.recall(namespace, await plan(query, { filter: { ...ANY, ...filter } }))).chunks
      .filter(({ candidate }) => candidate)
      .map(({ text }) => text)

  beforeAll(async () => {
    const near = Array.from({ length: 2_100 }, (_, at) => [`garden bush ${at}`, { session: 'near' }] as const)
    const far = Array.from(
      { length: 2_100 },
      (_, at) => [`invoice for crates ${at}`, { source: 'document', metadata: { n: at, far: true } } as Said] as const,
    )
    const both = Array.from(
      { length: 12 },
      (_, at) => [`harbour pilot ${at}`, { source: 'document', session: 'near' } as Said] as const,
    )
    await tell(namespace, [...near, ...far, ...both])
  }, 120_000)

  it('takes the nearest that pass', async () => {
    const texts = await found({ source: 'user' })
    expect(texts.length).toBeGreaterThanOrEqual(20)
    expect(texts.every((text) => text.startsWith('garden'))).toBe(true)
  })

  it('finds them where none of the nearest passes', async () => {
    for (const filter of [{ source: 'document' as const }, { metadata: [['far', 'true'] as const] }]) {
      const texts = await found(filter)
      expect(texts.length).toBeGreaterThanOrEqual(20)
      expect(texts.filter((text) => text.startsWith('garden'))).toEqual([])
    }
  })

  it('finds the few that pass two conditions which many pass each', async () => {
    const texts = await found({ source: 'document', sessionId: 'near' })
    expect(texts.filter((text) => text.startsWith('harbour pilot'))).toHaveLength(12)
    expect(texts).toHaveLength(12)
  })
})

describe('pairs of metadata', () => {
  it('are bounded, and what has more is found all the same', async () => {
    const namespace = `E${randomBase62(9)}`
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`k${at}`, at]))
    await tell(namespace, [
      ['Apples are red.', { metadata: { ...many, long: 'x'.repeat(300) } }],
      ['Pears are green.', { metadata: { k19: 19 } }],
      ['Plums are blue.', {}],
    ])
    const rows = await runInDurableObject(env.VAULT.getByName(namespace), (_, { storage }) =>
      storage.sql.exec<{ n: number }>('SELECT count(*) AS n FROM metadata_pairs GROUP BY memory').toArray(),
    )
    expect(rows.map(({ n }) => n)).toEqual([9, 1])
    const found = async (...metadata: MemoryFilter['metadata']) =>
      (await store.recall(namespace, await plan('fruit', { filter: { ...ANY, metadata } }))).chunks.map(({ id }) => id)
    expect((await found(['k19', '19'])).sort()).toEqual([1, 2])
    expect(await found(['k1', '1'])).toEqual([1])
    expect(await found(['long', JSON.stringify('x'.repeat(300))])).toEqual([1])
  })

  it('go with their memory', async () => {
    const namespace = `E${randomBase62(9)}`
    await tell(namespace, [['Apples are red.', { metadata: { secret: 'marker-4711' }, source: 'assistant' }]], 1)
    await store.prune(namespace, { now: Date.now(), persona: null, threshold: 0.5, halfLifeMs: 1 })
    const left = await runInDurableObject(env.VAULT.getByName(namespace), (_, { storage }) =>
      ['memories', 'metadata_pairs'].map((table) => storage.sql.exec(`SELECT * FROM ${table}`).toArray().length),
    )
    expect(left).toEqual([0, 0])
  })
})
