import { describe, expect, it } from 'vitest'
import type { Change, ChunkRecord, GraphStore } from '../../src/adapters/cloud-store/graph-store.ts'
import { createFakeEmbedder } from '../fakes/embedder.ts'

const NOTHING = { statements: [], names: [], sessions: [] }
const { dimensions } = createFakeEmbedder()
const vector = (at: number) => Array.from({ length: dimensions }, (_, i) => (i === at % dimensions ? 1 : 0.01))

type NewFact = Change['facts'][number]

const chunk = (id: number, given: Partial<ChunkRecord> = {}): ChunkRecord => ({
  id,
  key: `key-${id}`,
  persona: 'shared',
  statement: id,
  text: `text ${id}`,
  start: 0,
  source: 0,
  level: 20,
  createdAt: 1000,
  statedAt: 1000,
  lastAccess: 1000,
  accessCount: 0,
  session: null,
  place: 0,
  memory: id,
  statedBy: ['user'],
  speaker: null,
  metadata: null,
  facts: [],
  words: 2,
  terms: ['text', String(id)],
  vectors: [],
  stated: '{}',
  ...given,
})

export const fact = (id: number, subject: string, object: string, given: Partial<NewFact> = {}): NewFact => ({
  id,
  key: `${subject} knows ${object}`,
  persona: 'shared',
  subject,
  predicate: 'knows',
  relation: 'knows',
  object,
  leaf: false,
  text: `${subject} knows ${object}`,
  negated: false,
  aspect: 'is',
  slot: `knows:${object}`,
  value: object,
  denies: false,
  source: 0,
  level: 20,
  createdAt: 1000,
  statedAt: 1000,
  latest: 0,
  lastAccess: 1000,
  accessCount: 0,
  chunk: 0,
  metadata: null,
  abstraction: null,
  members: 0,
  memory: 0,
  statedBy: ['user'],
  vector: vector(id),
  ...given,
})

export function changeOf(given: Partial<Change>): Change {
  const entities = [...new Set((given.facts ?? []).flatMap(({ subject, object }) => [subject, object]))]
  return {
    now: 1000,
    embedder: 'fake',
    lastId: 100,
    lastStatedAt: 1000,
    personas: [{ name: 'shared', chunks: given.chunks?.length ?? 0, words: 0, speakers: [] }],
    sessions: [],
    chunks: [],
    restatedChunks: [],
    entities: entities.map((key) => ({ key, name: key, kind: 'person', aliases: [] })),
    names: entities.map((key) => ({ name: key, entity: key })),
    facts: [],
    restatedFacts: [],
    supportedFacts: [],
    accessedFacts: [],
    dissolved: [],
    memories: [],
    evidence: [],
    ...given,
  }
}

/** What every GraphStore promises. `namespace` gives a new, unused one at each call. */
export function describeGraphStore(name: string, create: () => { store: GraphStore; namespace: () => string }) {
  describe(`${name} as a GraphStore`, () => {
    const { store, namespace } = create()
    const write = (ns: string, given: Partial<Change>) =>
      store.in(ns).change(
        NOTHING,
        async () => [],
        async () => changeOf(given),
      )
    const gather = (ns: string, given: { names?: string[]; hops?: number; personas?: string[]; nearest?: number }) =>
      store.in(ns).gather({
        personas: given.personas ?? null,
        vector: vector(0),
        nearest: given.nearest ?? 0,
        chunks: [],
        hotChunks: [],
        facts: [],
        names: given.names ?? [],
        entities: [],
        semantic: true,
        hops: given.hops ?? 0,
      })
    const texts = async (found: ReturnType<typeof gather>) => (await found).facts.map(({ text }) => text).sort()

    it('counts namespaces by how many digits their number of chunks has', async () => {
      const before = await store.byMagnitude()
      const chunks = (count: number) => Array.from({ length: count }, (_, id) => chunk(id + 1))
      await write(namespace(), { chunks: chunks(1) })
      await write(namespace(), { chunks: chunks(9) })
      await write(namespace(), { chunks: chunks(10) })
      const after = await store.byMagnitude()
      expect(after.map((count, at) => count - before[at]!)).toEqual([2, 1, 0, 0, 0, 0, 0])
    })

    it('shows what is stored to whoever decides, and nobody writes in between', async () => {
      const ns = namespace()
      const seen: number[] = []
      await Promise.all(
        Array.from({ length: 6 }, () =>
          store.in(ns).change(
            NOTHING,
            async (known) => {
              seen.push(known.lastId)
              return []
            },
            async () => changeOf({ lastId: seen.at(-1)! + 1 }),
          ),
        ),
      )
      expect(new Set(seen).size).toBe(6)
    })

    it('shows what stands in a place to whoever decides, and has it as it was restated', async () => {
      const ns = namespace()
      await write(ns, { facts: [fact(1, 'ann', 'bob'), fact(2, 'ann', 'cem')] })
      const times = { statedAt: 2000, lastAccess: 2000, accessCount: 1 }
      const restated = { source: 0, level: 20, ...times, metadata: null, statedBy: ['user', 'document'] }
      await store.in(ns).change(
        NOTHING,
        async () => [{ persona: 'shared', subject: 'ann', slot: 'knows:bob' }],
        async (standing) => {
          expect(standing).toMatchObject([{ id: 1, key: 'ann knows bob', accessCount: 0, memory: 0 }])
          return changeOf({ restatedFacts: standing.map(({ id }) => ({ ...restated, id, latest: 0, wording: null })) })
        },
      )
      const { facts } = await gather(ns, { names: ['ann'] })
      expect(facts.map(({ id, accessCount, statedBy }) => [id, accessCount, statedBy]).sort()).toEqual([
        [1, 1, ['user', 'document']],
        [2, 0, ['user']],
      ])
      await expect(write(ns, { facts: [fact(3, 'ann', 'bob')] })).rejects.toThrow()
    })

    it('writes all of a change or nothing, and refuses vectors of zeros and of another length', async () => {
      const ns = namespace()
      for (const bad of [[], Array.from({ length: dimensions }, () => 0)]) {
        const facts = [fact(1, 'ann', 'bob'), fact(2, 'bob', 'cem', { vector: bad })]
        await expect(write(ns, { facts, chunks: [chunk(3)] })).rejects.toThrow()
      }
      expect((await store.in(ns).count(['shared'], null)).namespace).toEqual({ chunks: 0, entities: 0, relations: 0 })
    })

    it('walks no further than it may: neither into another namespace nor another persona, on any hop', async () => {
      const [mine, yours] = [namespace(), namespace()]
      await write(mine, {
        facts: [fact(1, 'ann', 'bob'), fact(2, 'bob', 'cem', { persona: 'b' }), fact(3, 'cem', 'dora')],
      })
      await write(yours, { facts: [fact(1, 'bob', 'eve'), fact(2, 'eve', 'finn')] })
      expect(await texts(gather(mine, { names: ['ann'], hops: 3 }))).toEqual([
        'ann knows bob',
        'bob knows cem',
        'cem knows dora',
      ])
      expect(await texts(gather(mine, { names: ['ann'], hops: 3, personas: ['shared'] }))).toEqual(['ann knows bob'])
    })

    it('ranks the nearest facts of a small namespace exactly', async () => {
      const [mine, yours] = [namespace(), namespace()]
      await write(mine, { facts: [fact(384, 'ann', 'bob'), fact(5, 'ann', 'cem')] })
      await write(yours, {
        facts: Array.from({ length: 30 }, (_, i) => fact(i + 1, 'eve', `e${i}`, { vector: vector(0) })),
      })
      const { facts } = await gather(mine, { nearest: 1 })
      expect(facts.map(({ id }) => id)).toEqual([384])
      expect(facts[0]!.meaning).toBeCloseTo(1, 4)
    })

    it("keeps the namespace's own document frequencies, and takes away what is pruned", async () => {
      const ns = namespace()
      await write(ns, { chunks: [chunk(1), chunk(2, { lastAccess: 10 })] })
      const frequencies = async () =>
        (await store.in(ns).orient({ personas: null, words: ['text', '2', 'none'] })).frequencies
      expect(await frequencies()).toEqual([2, 1, 0])
      const pruned = await store.in(ns).prune({ persona: null, ranges: [{ level: 20, before: 500 }], limit: 10 })
      expect(pruned).toMatchObject({ pruned: 1, tombstoned: [2] })
      expect(await frequencies()).toEqual([1, 0, 0])
      expect((await store.in(ns).unsettled(10)).tombstoned).toEqual([2])
      await store.in(ns).purge([2])
      expect((await store.in(ns).unsettled(10)).tombstoned).toEqual([])
    })

    it('takes nothing any more once a namespace is erased', async () => {
      const ns = namespace()
      await write(ns, { chunks: [chunk(1)], sessions: [{ name: 's', id: 9, persona: 'shared', places: 1 }] })
      expect(await store.in(ns).erase(2000)).toEqual(['s'])
      let erased = false
      await store.in(ns).change(
        NOTHING,
        async (known) => {
          erased = known.erased
          return null
        },
        async () => changeOf({}),
      )
      expect(erased).toBe(true)
      expect(await store.in(ns).settle([1])).toBe(false)
    })
  })
}
