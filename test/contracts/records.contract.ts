import { describe, expect, it } from 'vitest'
import { chunksIn } from '../../src/domain/memory-id.ts'
import type { Evidence, MemoryRecord } from '../../src/memory/records.ts'
import { resolveConflicts } from '../../src/memory/resolve-conflicts.ts'
import type { MemoryStore } from '../../src/ports/memory-store.ts'
import { EMBEDDER, memory, plan } from './memories.ts'

const DAY = 86_400_000
const NOON = Date.UTC(2026, 10, 15, 12)

export interface StoredRecords {
  readonly memories: readonly Omit<MemoryRecord, 'persona'>[]
  readonly evidence: readonly Evidence[]
}

interface Tested {
  readonly store: MemoryStore
  readonly namespace: () => string
  /** What is stored, in the order of its numbers. */
  readonly records: (namespace: string) => Promise<StoredRecords>
}

/** What every MemoryStore keeps of who said what, and when. */
export function describeRecords(name: string, create: () => Tested) {
  describe(`${name} as a keeper of records`, () => {
    const { store, namespace, records } = create()
    const remember = async (ns: string, now: number, ...memories: Awaited<ReturnType<typeof memory>>[]) =>
      store.remember(ns, { now, embedder: EMBEDDER, memories })
    const lives = (town: string, occurredAt?: number, source: 'user' | 'assistant' = 'user') =>
      memory(`The user lives in ${town}.`, {
        facts: [['user', 'lives_in', town, 'place']],
        source,
        ...(occurredAt !== undefined && { occurredAt }),
      })
    const holding = async (ns: string) => {
      const found = await store.recall(ns, await plan('Where does the user live?', { hops: 1 }))
      const superseded = resolveConflicts(found.facts, found.rivals)
      return found.facts.filter(({ id }) => !superseded.has(id)).map(({ object }) => object)
    }

    it('lets what happened later hold, whenever it was told', async () => {
      const ns = namespace()
      await remember(ns, NOON, await lives('Vienna'))
      await remember(ns, NOON + DAY, await lives('Porto', NOON - 30 * DAY))
      expect(await holding(ns)).toEqual(['vienna'])
      // Told once more of that time, it is no later; of a later one, it is.
      await remember(ns, NOON + 2 * DAY, await lives('Porto', NOON - 29 * DAY))
      expect(await holding(ns)).toEqual(['vienna'])
      await remember(ns, NOON + 3 * DAY, await lives('Porto', NOON + DAY))
      expect(await holding(ns)).toEqual(['porto'])
    })

    it('lets the one that was told last hold of those that happened at once', async () => {
      const ns = namespace()
      const at = NOON - DAY
      await remember(ns, NOON, await lives('Vienna', at), await lives('Porto', at))
      expect(await holding(ns)).toEqual(['porto'])
      await remember(ns, NOON + 1, await lives('Vienna', at))
      expect(await holding(ns)).toEqual(['vienna'])
    })

    it('keeps decay and access by the time of ingestion', async () => {
      const ns = namespace()
      await remember(ns, NOON, await lives('Porto', NOON - 300 * DAY))
      const { facts, chunks } = await store.recall(ns, await plan('Porto'))
      expect(facts[0]).toMatchObject({ createdAt: NOON, lastAccess: NOON, statedAt: NOON - 300 * DAY })
      expect(chunks[0]).toMatchObject({ createdAt: NOON, lastAccess: NOON, statedAt: NOON - 300 * DAY })
    })

    it('takes a day that is named without a date for the day on which it was said', async () => {
      const ns = namespace()
      const ran = (occurredAt: number) => memory('I went running yesterday.', { occurredAt })
      const told = await remember(
        ns,
        NOON,
        await ran(NOON - 9 * DAY),
        await ran(NOON - 5 * DAY),
        await ran(NOON - 9 * DAY + 1),
      )
      expect(told.map(({ chunks }) => chunks)).toEqual([1, 1, 0])
      const found = await store.recall(ns, await plan('running'))
      expect(found.chunks.map(({ id }) => id).sort()).toEqual(
        [...new Set(told.flatMap(({ ids }) => chunksIn(ids)))].sort(),
      )
      const texts = [await ran(NOON - 5 * DAY), await ran(NOON)]
      expect(await store.known(ns, { now: NOON, texts })).toEqual([[true], [false]])
    })

    it('has a record of every text, with what it states in its own words', async () => {
      const ns = namespace()
      const said = { facts: [['Maria Lopez', 'knows', 'Emma', 'person', 'person']] as const, session: 's1' }
      const [first] = await remember(
        ns,
        NOON,
        await memory('Maria Lopez knows Emma.', { ...said, metadata: { turn: 1 } }),
      )
      const [second] = await remember(
        ns,
        NOON + DAY,
        await memory('I heard that Maria knows Emma.', {
          facts: [['Maria', 'knows', 'Emma', 'person', 'person']],
          source: 'document',
          occurredAt: NOON - DAY,
          speaker: 'Ann',
        }),
      )
      const { memories, evidence } = await records(ns)
      const fact = first!.ids.find((id) => id.startsWith('f'))!
      expect(memories).toMatchObject([
        {
          ...{ id: first!.memory, source: 0, session: 's1', speaker: null, metadata: '{"turn":1}', text: null },
          ...{ occurredAt: NOON, createdAt: NOON },
          stated: expect.arrayContaining([
            { target: first!.ids[0] },
            expect.objectContaining({ target: fact, level: 20, subject: 'Maria Lopez', object: 'Emma' }),
          ]),
        },
        {
          ...{ id: second!.memory, session: null, speaker: 'Ann', metadata: null, text: null },
          ...{ occurredAt: NOON - DAY, createdAt: NOON + DAY },
          stated: expect.arrayContaining([
            { target: second!.ids[0] },
            expect.objectContaining({ target: fact, subject: 'Maria', object: 'Emma' }),
          ]),
        },
      ])
      expect(evidence).toEqual([{ target: fact, memory: second!.memory }])
    })

    it('keeps the evidence of a text and of all that restate it, and says which they restate', async () => {
      const ns = namespace()
      const said = { facts: [['gate code', 'is', '4417', 'value']] as const }
      const [first] = await remember(ns, NOON, await memory('The gate code is 4417.', { ...said, metadata: { n: 1 } }))
      const [again] = await remember(
        ns,
        NOON + DAY,
        await memory('the gate code is 4417!', { ...said, source: 'assistant', metadata: { n: 2 } }),
      )
      expect(first).toMatchObject({ restates: null, duplicateOf: null })
      expect(again).toMatchObject({ restates: first!.memory, duplicateOf: first!.ids[0] })
      expect(again!.memory).not.toBe(first!.memory)
      const { memories, evidence } = await records(ns)
      expect(memories.map(({ source, metadata, text }) => [source, metadata, text])).toEqual([
        [0, '{"n":1}', null],
        [2, '{"n":2}', 'the gate code is 4417!'],
      ])
      expect(memories.map(({ stated }) => stated.map(({ target }) => target).sort())).toEqual([
        [...first!.ids].sort(),
        [...first!.ids].sort(),
      ])
      expect(evidence.map(({ target, memory: by }) => [target, by]).sort()).toEqual(
        [...first!.ids].sort().map((target) => [target, again!.memory]),
      )
    })

    it('forgets evidence with what it is of, and a text with the last of what it states', async () => {
      const ns = namespace()
      const [kept] = await remember(
        ns,
        NOON,
        await memory('Ravens solve puzzles.', { facts: [['ravens', 'solve', 'puzzles']] }),
      )
      await remember(ns, NOON, await memory('ravens solve puzzles!'), await memory('Otters hold hands.'))
      const [fact] = kept!.ids.filter((id) => id.startsWith('f'))
      await store.touch(ns, { now: NOON + 20 * DAY, ids: [fact!] })
      const at = (now: number) => ({ now, persona: null, threshold: 0.05, halfLifeMs: 7 * DAY })
      expect(await store.prune(ns, at(NOON + 31 * DAY))).toBe(2)
      const left = await records(ns)
      expect(left.memories.map(({ text, stated }) => [text, stated.map(({ target }) => target)])).toEqual([
        [null, [fact]],
        [null, [fact]],
      ])
      expect(left.evidence.map(({ target }) => target)).toEqual([fact])
      expect(await store.prune(ns, at(NOON + 60 * DAY))).toBe(1)
      expect(await records(ns)).toEqual({ memories: [], evidence: [] })
    })
  })
}
