import { describe, expect, it } from 'vitest'
import type { ChunkPoint, VectorStore } from '../../src/adapters/cloud-store/vector-store.ts'
import { lateInteraction, packAsked, packTokens, TOKEN_DIMENSIONS } from '../../src/domain/ranking/token-vectors.ts'
import { type AskedVector, normalise, packVector } from '../../src/domain/ranking/vector.ts'
import { queryWords, wordsOf } from '../../src/domain/ranking/words.ts'
import { contentId } from '../../src/domain/statement/content-id.ts'
import { createFakeEmbedder } from '../fakes/embedder.ts'

const embedder = createFakeEmbedder()

const embed = async (text: string) => packVector((await embedder.embed([text], 'passage'))[0]!)

/** Vectors of tokens, one after the other: the same for the same number. */
const tokenVectors = (count: number, seed: number) =>
  Float32Array.from(
    Array.from({ length: count }, (_, token) =>
      Array.from(
        normalise(Float32Array.from({ length: TOKEN_DIMENSIONS }, (_, i) => Math.sin(seed + 17 * token + i * i))),
      ),
    ).flat(),
  )

async function point(
  namespace: string,
  id: number,
  text: string,
  given: Partial<ChunkPoint> = {},
): Promise<ChunkPoint> {
  return {
    id,
    key: await contentId(namespace, text),
    persona: 'shared',
    source: 0,
    level: 20,
    lastAccess: 1000,
    session: null,
    place: 0,
    vectors: [await embed(text)],
    words: wordsOf(text),
    record: { text },
    ...given,
  }
}

const nomination = async (query: string, given: { personas?: string[]; ids?: number[] } = {}) => ({
  personas: given.personas ?? null,
  vector: await embed(query),
  words: queryWords(query),
  ids: given.ids ?? [],
  nearest: 8,
  bestByWords: 8,
  nearestOfUser: 0,
})

/** What every VectorStore promises. `namespace` gives a new, unused one at each call. */
export function describeVectorStore(name: string, create: () => { store: VectorStore; namespace: () => string }) {
  describe(`${name} as a VectorStore`, () => {
    const { store, namespace } = create()
    const ids = (points: readonly { id: number }[]) => points.map(({ id }) => id).sort((a, b) => a - b)

    it('knows nothing of a namespace that was never written to', async () => {
      const scope = store.in(namespace())
      expect(await scope.count()).toBe(0)
      expect(await scope.nominate(await nomination('anything'))).toEqual({ points: [], byWords: [] })
      await scope.remove([1, 2])
      await scope.erase()
    })

    it('finds at once what was put, by meaning and by words, with what belongs to it', async () => {
      const ns = namespace()
      const scope = store.in(ns)
      await scope.put([
        await point(ns, 1, 'Otters hold hands.', { session: 4, place: 7 }),
        await point(ns, 2, 'The part is QX-9913-B.'),
      ])
      const { points, byWords } = await scope.nominate(await nomination('otters'))
      const otters = points.find(({ id }) => id === 1)!
      expect(otters).toMatchObject({ session: 4, place: 7, persona: 'shared', record: { text: 'Otters hold hands.' } })
      expect(otters.meaning).toBeGreaterThan(points.find(({ id }) => id === 2)!.meaning)
      expect(byWords).toEqual([1])
      expect((await scope.nominate(await nomination('QX-9913-B'))).byWords).toEqual([2])
    })

    it('puts the same chunk once, however often it is told', async () => {
      const ns = namespace()
      const scope = store.in(ns)
      for (const lastAccess of [1, 2]) await scope.put([await point(ns, 1, 'Said twice.', { lastAccess })])
      expect(await scope.count()).toBe(1)
      expect((await scope.nominate(await nomination('said'))).points[0]!.lastAccess).toBe(2)
    })

    it('is as near as the nearest of its vectors', async () => {
      const ns = namespace()
      const scope = store.in(ns)
      const vectors = [await embed('something else entirely'), await embed('ravens solve puzzles')]
      await scope.put([await point(ns, 1, 'A long text.', { vectors })])
      const { points } = await scope.nominate(await nomination('ravens solve puzzles'))
      expect(points[0]!.meaning).toBeCloseTo(1, 2)
    })

    it('shows no namespace to another, and no persona that is not asked for', async () => {
      const [mine, yours] = [namespace(), namespace()]
      await store
        .in(mine)
        .put([
          await point(mine, 1, 'The word is heron.', { persona: 'a' }),
          await point(mine, 2, 'The word is stork.', { persona: 'b' }),
        ])
      const query = await nomination('word heron stork', { ids: [1, 2] })
      expect((await store.in(yours).nominate(query)).points).toEqual([])
      expect(await store.in(yours).existing([1, 2])).toEqual([])
      expect(await store.in(yours).page(0, 10)).toEqual([])
      await store.in(yours).remove([1, 2])
      await store.in(yours).removeFaded({ persona: null, ranges: [{ level: 20, before: 9e9 }], except: [] })
      await store.in(yours).erase()
      expect(await store.in(mine).count()).toBe(2)
      expect(ids((await store.in(mine).nominate({ ...query, personas: ['b'] })).points)).toEqual([2])
    })

    it('returns wanted ids whatever they say', async () => {
      const ns = namespace()
      const scope = store.in(ns)
      const many = await Promise.all(Array.from({ length: 30 }, (_, i) => point(ns, i + 1, `Note ${i} on bees`)))
      await scope.put([...many, await point(ns, 99, 'Nothing in common')])
      const { points } = await scope.nominate(await nomination('note on bees', { ids: [99] }))
      expect(ids(points)).toContain(99)
    })

    it('returns the nearest of the user beside nearer ones of others, where that is asked for', async () => {
      const ns = namespace()
      const scope = store.in(ns)
      const others = Array.from({ length: 12 }, (_, at) => point(ns, at + 2, `the gate code is ${at}`, { source: 1 }))
      await scope.put(await Promise.all([point(ns, 1, 'we chose four digits for the code'), ...others]))
      const asked = { ...(await nomination('the gate code')), bestByWords: 1 }
      expect(ids((await scope.nominate(asked)).points)).not.toContain(1)
      expect(ids((await scope.nominate({ ...asked, nearestOfUser: 2 })).points)).toContain(1)
      await scope.refresh([{ id: 2, source: 0, level: 20, lastAccess: 1000 }])
      expect(ids((await scope.nominate({ ...asked, nearest: 1, nearestOfUser: 2 })).points)).toContain(2)
    })

    it('tells what stands at places of a session', async () => {
      const ns = namespace()
      const scope = store.in(ns)
      const turns = ['one', 'two', 'three', 'four', 'five']
      await scope.put(await Promise.all(turns.map((turn, i) => point(ns, i + 1, turn, { session: 1, place: i }))))
      await scope.put([await point(ns, 9, 'elsewhere', { session: 2, place: 2 })])
      const wanted = { personas: null, vector: await embed('one') }
      expect(ids(await scope.around([{ session: 1, from: 1, to: 3 }], wanted))).toEqual([2, 3, 4])
    })

    it('tells how near the tokens of a question are to those of a chunk, where both have some', async () => {
      const ns = namespace()
      const scope = store.in(ns)
      const [near, far] = [packTokens(tokenVectors(5, 1)), packTokens(tokenVectors(3, 2))]
      const told = async (id: number, text: string, tokens?: Uint8Array) => {
        const vectors = [{ ...(await embed(text)), ...(tokens && { tokens }) }, await embed(`${text} too`)]
        return point(ns, id, text, { session: 1, place: id, vectors })
      }
      await scope.put([await told(1, 'near', near), await told(2, 'far', far), await told(3, 'without')])
      const asked = packAsked(tokenVectors(2, 1).map((value) => value / 2))
      const wanted = await nomination('near far without', { ids: [1, 2, 3] })
      const places = [{ session: 1, from: 0, to: 3 }]
      const lateOf = async (vector: AskedVector) => {
        const { points } = await scope.nominate({ ...wanted, vector })
        const around = await scope.around(places, { personas: null, vector })
        return [points, around].map((found) => new Map(found.map(({ id, late }) => [id, late])))
      }
      const expected = { 1: lateInteraction(asked, near), 2: lateInteraction(asked, far), 3: null }
      expect(expected[1]).toBeGreaterThan(expected[2])
      for (const late of await lateOf({ ...wanted.vector, asked })) expect(Object.fromEntries(late)).toEqual(expected)
      for (const late of await lateOf(wanted.vector))
        expect(Object.fromEntries(late)).toEqual({ 1: null, 2: null, 3: null })

      // A chunk that comes again, and one whose standing changes, keep theirs.
      const page = await scope.page(0, 10)
      expect(page.map(({ vectors }) => vectors.map(({ tokens }) => tokens))).toEqual([
        [near, undefined],
        [far, undefined],
        [undefined, undefined],
      ])
      await scope.put(page.map((one) => ({ ...one, source: 0, words: [] })))
      await scope.refresh([{ id: 2, source: 1, level: 10, lastAccess: 2000 }])
      for (const late of await lateOf({ ...wanted.vector, asked })) expect(Object.fromEntries(late)).toEqual(expected)
    })

    it('removes what has faded by level and last access, but for the exceptions', async () => {
      const ns = namespace()
      const scope = store.in(ns)
      await scope.put([
        await point(ns, 1, 'old and sure', { level: 20, lastAccess: 100 }),
        await point(ns, 2, 'old and unsure', { level: 10, lastAccess: 100 }),
        await point(ns, 3, 'new and unsure', { level: 10, lastAccess: 900 }),
        await point(ns, 4, 'kept', { level: 10, lastAccess: 100 }),
        await point(ns, 5, 'elsewhere', { level: 10, lastAccess: 100, persona: 'b' }),
      ])
      await scope.removeFaded({ persona: 'shared', ranges: [{ level: 10, before: 500 }], except: [4] })
      expect(ids(await scope.page(0, 10))).toEqual([1, 3, 4, 5])
      await scope.refresh([{ id: 3, source: 0, level: 10, lastAccess: 10 }])
      await scope.removeFaded({ persona: null, ranges: [{ level: 10, before: Number.POSITIVE_INFINITY }], except: [] })
      expect(await scope.existing([1, 2, 3, 4, 5])).toEqual([1])
    })

    it('pages through everything in order, with vectors that can be put again', async () => {
      const ns = namespace()
      const scope = store.in(ns)
      await scope.put(await Promise.all([3, 1, 2].map((id) => point(ns, id, `text ${id}`))))
      const first = await scope.page(0, 2)
      expect(first.map(({ id }) => id)).toEqual([1, 2])
      expect((await scope.page(2, 2)).map(({ id }) => id)).toEqual([3])
      const again = { ...first[0]!, source: 0, words: wordsOf('text 1') }
      await scope.put([again])
      expect(await scope.count()).toBe(3)
      expect((await scope.nominate(await nomination('text 1'))).points[0]!.meaning).toBeCloseTo(1, 2)
    })

    it('refuses vectors of another length and vectors of zeros', async () => {
      const ns = namespace()
      const short = { values: new Int16Array(12).fill(1), scale: 1 }
      const zero = { values: new Int16Array(embedder.dimensions), scale: 1 }
      for (const vector of [short, zero])
        await expect(point(ns, 1, 'bad', { vectors: [vector] }).then((p) => store.in(ns).put([p]))).rejects.toThrow()
      expect(await store.in(ns).count()).toBe(0)
    })

    it('answers a check', async () => {
      await store.check()
    })
  })
}
