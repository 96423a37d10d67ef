import { describe, expect, it } from 'vitest'
import { randomBase62 } from '../../src/domain/base62.ts'
import type { NewMemory } from '../../src/ports/new-memory.ts'
import { EMBEDDER, memory, plan } from '../contracts/memories.ts'
import { createStores } from './composed-store.ts'

const DAY = 86_400_000
const NOON = Date.UTC(2026, 10, 15, 12)

/** Tenants of very different size: one has more facts than are ranked exactly, most have a handful, all know an Alice. */
const LARGE = { memories: 64, factsEach: 50 }
const sizes = [...Array.from({ length: 49 }, (_, i) => 1 + ((i * i) % 23))]

async function said(tenant: string, n: number, facts: number): Promise<NewMemory> {
  const triples = Array.from(
    { length: facts },
    (_, i) => ['Alice', 'likes', `${tenant} thing ${n * facts + i}`] as const,
  )
  return memory(`Alice of ${tenant} likes thing ${n}.`, { facts: triples, session: 's' })
}

describe('fifty tenants on the same servers', () => {
  const { store, settled } = createStores()
  const tenants = [
    ...sizes.map((size) => ({
      ns: `E${randomBase62(9)}`,
      name: `tenant${randomBase62(6)}`,
      memories: size,
      factsEach: 1,
    })),
    { ns: `E${randomBase62(9)}`, name: `tenant${randomBase62(6)}`, ...LARGE },
  ]
  const large = tenants.at(-1)!

  it('see, count, traverse, prune and starve nobody else', async () => {
    for (const { ns, name, memories, factsEach } of tenants) {
      const all = await Promise.all(Array.from({ length: memories }, (_, n) => said(name, n, factsEach)))
      for (let at = 0; at < all.length; at += 30)
        await store.remember(ns, { now: NOON, embedder: EMBEDDER, memories: all.slice(at, at + 30) })
    }
    await settled()

    for (const { ns, name, memories, factsEach } of tenants) {
      const { namespace } = await store.count(ns, 'shared')
      expect(namespace).toEqual({
        chunks: memories,
        relations: memories * factsEach,
        entities: memories * factsEach + 1,
      })
      // The words of the large one, and a name that all of them know.
      const asked = await plan(`What does Alice of ${large.name} like?`, { hops: 3 })
      const found = await store.recall(ns, asked)
      const seen = [...found.chunks.map(({ text }) => text), ...found.facts.map(({ text }) => text)]
      expect(seen.filter((text) => !text.includes(name))).toEqual([])
      // Whoever is small is ranked whole.
      expect(found.chunks).toHaveLength(Math.min(memories, found.chunks.length))
      if (memories * factsEach <= 24) {
        expect(found.chunks).toHaveLength(memories)
        expect(found.facts).toHaveLength(memories)
      } else expect(found.facts.length).toBeGreaterThanOrEqual(24)
      expect(found.corpus.chunks).toBe(memories)
    }
  })

  it('prune and erase only their own', async () => {
    const [first, second] = tenants as [typeof large, typeof large]
    const later = { now: NOON + 60 * DAY, persona: null, threshold: 0.05, halfLifeMs: 7 * DAY }
    expect(await store.prune(first.ns, later)).toBe(first.memories * 2)
    await store.erase(second.ns)
    for (const { ns, memories } of tenants.slice(2)) {
      expect((await store.count(ns, 'shared')).namespace.chunks).toBe(memories)
    }
    expect((await store.count(first.ns, 'shared')).namespace).toEqual({ chunks: 0, relations: 0, entities: 0 })
  })
})
