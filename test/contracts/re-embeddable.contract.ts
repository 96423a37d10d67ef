import { describe, expect, it } from 'vitest'
import { packVector } from '../../src/domain/ranking/vector.ts'
import type { MemoryStore } from '../../src/ports/memory-store.ts'
import type { ReEmbeddable } from '../../src/ports/re-embeddable.ts'
import { createFakeEmbedder } from '../fakes/embedder.ts'
import { EMBEDDER, memory, plan } from './memories.ts'

const NOON = Date.UTC(2026, 10, 15, 12)
const NEXT = 'next-embedder'

type Store = MemoryStore & ReEmbeddable

/** What every ReEmbeddable promises. `create(embedder)` is the store of a service that uses that embedder. */
export function describeReEmbeddable(
  name: string,
  create: () => { store: (embedder: string) => Store; namespace: () => string; settled?: () => Promise<void> },
) {
  describe(`${name} embeds anew`, () => {
    const { store, namespace, settled = async () => {} } = create()
    const [old, next] = [store(EMBEDDER), store(NEXT)]
    const fake = createFakeEmbedder()
    // The new embedder's vectors are the old ones turned round: nobody could take one for the other.
    const embed = async (text: string) => {
      const [vector] = await fake.embed([text], 'passage')
      return packVector(vector!.map((value) => -value).reverse())
    }
    const say = async (
      through: Store,
      embedder: string,
      ns: string,
      text: string,
      vector?: Awaited<ReturnType<typeof embed>>,
    ) => {
      const said = await memory(text, { facts: [[text.split(' ')[0]!, 'does', 'things']] })
      const chunks = said.chunks.map((chunk) => ({ ...chunk, vector: vector ?? chunk.vector }))
      await through.remember(ns, { now: NOON, embedder, memories: [{ ...said, chunks }] })
    }
    const run = async (ns: string, limit: number, rounds = 100) => {
      for (let round = 0; round < rounds; round++) {
        const { wanted, left } = await old.toEmbed(ns, { embedder: NEXT, limit })
        if (wanted.length === 0) return left
        const vectors = await Promise.all(
          wanted.map(async ({ id, texts }) => ({ id, vectors: await Promise.all(texts.map(embed)) })),
        )
        await old.putEmbedded(ns, { embedder: NEXT, vectors })
      }
      return (await old.toEmbed(ns, { embedder: NEXT, limit })).left
    }
    const nearest = async (through: Store, ns: string, query: string, vector?: Awaited<ReturnType<typeof embed>>) => {
      const asked = await plan(query, { words: [], names: [], ...(vector ? { vector } : {}) })
      const { chunks } = await through.recall(ns, asked)
      return [...chunks].sort((a, b) => b.meaning - a.meaning)[0]
    }

    it('answers from the old vectors until all is done, goes on where it was broken off, then changes over', async () => {
      const ns = namespace()
      const texts = ['Bees dance in circles.', 'Ants march in lines.', 'Owls hoot at night.', 'Otters hold hands.']
      for (const text of texts) await say(old, EMBEDDER, ns, text)
      const left = await run(ns, 1, 2)
      expect(left).toBeGreaterThan(0)
      expect((await nearest(old, ns, 'Ants march in lines.'))?.text).toBe('Ants march in lines.')
      // Not everything has its new vector yet.
      await expect(nearest(next, ns, 'Ants')).rejects.toThrow(/re-embedded/)
      // What is said meanwhile is found by the next run.
      await say(old, EMBEDDER, ns, 'Ravens solve puzzles.')
      expect(await run(ns, 2)).toBe(0)
      expect((await nearest(old, ns, 'Ravens solve puzzles.'))?.meaning).toBeCloseTo(1, 1)

      const found = await nearest(next, ns, 'x', await embed('Ravens solve puzzles.'))
      expect([found?.text, Math.round(found!.meaning * 10) / 10]).toEqual(['Ravens solve puzzles.', 1])
      await settled()
      await expect(nearest(old, ns, 'Ravens')).rejects.toThrow(/re-embedded/)
      await say(next, NEXT, ns, 'Foxes jump.', await embed('Foxes jump.'))
      expect((await nearest(next, ns, 'x', await embed('Foxes jump.')))?.text).toBe('Foxes jump.')
      expect((await next.count(ns, 'shared')).persona).toMatchObject({ chunks: 6, relations: 6 })
    })

    it('has nothing to do where nothing was ever written, or where the embedder is the same', async () => {
      const ns = namespace()
      expect(await old.toEmbed(ns, { embedder: NEXT, limit: 5 })).toEqual({ wanted: [], left: 0 })
      await say(old, EMBEDDER, ns, 'Bees dance.')
      expect(await old.toEmbed(ns, { embedder: EMBEDDER, limit: 5 })).toEqual({ wanted: [], left: 0 })
    })
  })
}
