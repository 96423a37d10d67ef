import { describe, expect, it } from 'vitest'
import { resolveConflicts } from '../../src/memory/resolve-conflicts.ts'
import type { MemoryFilter } from '../../src/ports/memory-records.ts'
import type { MemoryStore } from '../../src/ports/memory-store.ts'
import { EMBEDDER, memory, plan } from './memories.ts'

const DAY = 86_400_000
const NOON = Date.UTC(2026, 10, 15, 12)
const ANY: MemoryFilter = {
  ...{ personas: null, sessionId: null, source: null, entity: null, since: null, until: null, metadata: [] },
}

/** What every store returns where memories are filtered. `namespace` gives a new, unused one at each call. */
export function describeFilter(name: string, create: () => { store: MemoryStore; namespace: () => string }) {
  describe(`${name} filters`, () => {
    const { store, namespace } = create()
    type Said = NonNullable<Parameters<typeof memory>[1]>
    const tell = async (ns: string, texts: readonly (readonly [string, Said?])[]) => {
      const memories = await Promise.all(texts.map(([text, said]) => memory(text, said)))
      for (let at = 0; at < memories.length; at += 100)
        await store.remember(ns, { now: NOON, embedder: EMBEDDER, memories: memories.slice(at, at + 100) })
    }
    const recall = async (ns: string, filter: Partial<MemoryFilter>, query = 'What grows in the garden?', rest = {}) =>
      store.recall(ns, await plan(query, { ...rest, filter: { ...ANY, ...filter } }))
    const texts = async (...asked: Parameters<typeof recall>) =>
      (await recall(...asked)).chunks
        .filter(({ candidate, hot }) => candidate || hot)
        .map(({ text }) => text)
        .sort()
    const facts = async (...asked: Parameters<typeof recall>) =>
      (await recall(...asked)).facts.flatMap(({ candidate, hot, object }) => (candidate || hot ? object : [])).sort()

    it('returns what passes, by each of the conditions', async () => {
      const ns = namespace()
      await tell(ns, [
        ['Apples grow in the garden.', { session: 's1', persona: 'ann', occurredAt: NOON - 3 * DAY }],
        [
          'Pears grow in the garden.',
          {
            source: 'assistant',
            metadata: { fruit: 'pear', ripe: 1, tags: ['a'], n: { a: 1, b: [{ c: 2, d: null }] } },
          },
        ],
        ['Plums grow in the garden.', { source: 'document', metadata: { fruit: 'plum', ripe: true } }],
        ['Emma grows figs in the garden.', { session: 's2', facts: [['Emma', 'grows', 'figs']] }],
      ])
      expect(await texts(ns, { sessionId: 's1' })).toEqual(['Apples grow in the garden.'])
      expect(await texts(ns, { personas: ['ann', 'nobody'] })).toEqual(['Apples grow in the garden.'])
      expect(await texts(ns, { source: 'document' })).toEqual(['Plums grow in the garden.'])
      expect(await texts(ns, { until: NOON - DAY })).toEqual(['Apples grow in the garden.'])
      expect(await texts(ns, { since: NOON - DAY, source: 'user' })).toEqual(['Emma grows figs in the garden.'])
      expect(await texts(ns, { entity: 'Emma' })).toEqual(['Emma grows figs in the garden.'])
      expect(await facts(ns, { entity: 'Emma' })).toEqual(['fig'])
      expect(await texts(ns, { metadata: [['fruit', '"pear"']] })).toEqual(['Pears grow in the garden.'])
      expect(await texts(ns, { metadata: [['ripe', '1']] })).toEqual(['Pears grow in the garden.'])
      expect(await texts(ns, { metadata: [['ripe', 'true']] })).toEqual(['Plums grow in the garden.'])
      expect(await texts(ns, { metadata: [['tags', '["a"]']] })).toEqual(['Pears grow in the garden.'])
      expect(await texts(ns, { metadata: [['ripe', '"1"', '1']] })).toEqual(['Pears grow in the garden.'])
      expect(await texts(ns, { metadata: [['n', '{"b":[{"d":null,"c":2}],"a":1}']] })).toEqual([
        'Pears grow in the garden.',
      ])
      for (const none of [
        { metadata: [['n', '{"b":[{"c":2}],"a":1}'] as const] },
        { metadata: [['n', '{"b":[{"d":null,"c":2}],"a":1,"e":{}}'] as const] },
        { metadata: [['n', '{"b":[{"d":null,"c":2},1],"a":1}'] as const] },
        { metadata: [['tags', '["b"]'] as const] },
        { sessionId: 'other' },
        { entity: 'Nobody' },
        { personas: ['nobody'] },
        { since: NOON + DAY },
        { metadata: [['fruit', '"pear"'] as const, ['ripe', '2'] as const] },
        { sessionId: 's1', source: 'assistant' as const },
      ])
        expect(await texts(ns, none)).toEqual([])
    })

    it('finds all that pass among many that are nearer', async () => {
      const ns = namespace()
      const many = Array.from({ length: 600 }, (_, at) => [`What grows in the garden is bush ${at}.`] as const)
      const few = Array.from({ length: 12 }, (_, at) => [
        `Invoice ${at} was paid in spring.`,
        { session: 'books', metadata: { kind: 'invoice' }, facts: [[`Firm ${at}`, 'paid', `invoice ${at}`]] } as Said,
      ])
      await tell(ns, [...many.slice(0, 300), ...(few as [string, Said][]), ...many.slice(300)])
      const expected = few.map(([text]) => text).sort()
      expect(await texts(ns, { metadata: [['kind', '"invoice"']] })).toEqual(expected)
      expect(await texts(ns, { sessionId: 'books' })).toEqual(expected)
      expect(await facts(ns, { sessionId: 'books' }, undefined, { hops: 2 })).toHaveLength(12)
    })

    it('takes a fact and a chunk for what any memory says that states them', async () => {
      const ns = namespace()
      const said = ['The user lives in Porto.', { facts: [['user', 'lives_in', 'Porto', 'place']] }] as const
      await tell(ns, [[said[0], { ...said[1], session: 's1' } as Said]])
      await tell(ns, [[said[0], { ...said[1], session: 's2', metadata: { again: true } } as Said]])
      for (const filter of [{ sessionId: 's1' }, { sessionId: 's2' }, { metadata: [['again', 'true'] as const] }]) {
        expect(await texts(ns, filter)).toEqual(['The user lives in Porto.'])
        expect(await facts(ns, filter)).toEqual(['porto'])
      }
    })

    it('decides which fact of a slot holds among all in sight', async () => {
      const ns = namespace()
      const town = (place: string, session: string, occurredAt: number) =>
        [`The user lives in ${place}.`, { session, occurredAt, facts: [['user', 'lives_in', place, 'place']] }] as [
          string,
          Said,
        ]
      await tell(ns, [town('Porto', 'old', NOON - 2 * DAY)])
      await tell(ns, [town('Lisbon', 'new', NOON - DAY)])
      const found = await recall(ns, { sessionId: 'old' }, 'Where does the user live?', { hops: 2 })
      expect(found.chunks.filter(({ candidate }) => candidate).map(({ text }) => text)).toEqual([
        'The user lives in Porto.',
      ])
      const porto = found.facts.find(({ object }) => object === 'porto')!
      expect(resolveConflicts(found.facts, found.rivals).has(porto.id)).toBe(true)
      expect(found.facts.filter(({ candidate }) => candidate).map(({ id }) => id)).toEqual([porto.id])
    })

    it('holds for what a session is about', async () => {
      const ns = namespace()
      await tell(ns, [
        ['Apples grow in the garden.', { session: 's1' }],
        ['Invoices are paid.', { session: 's2' }],
      ])
      const all = await store.recall(ns, await plan('Invoices'))
      const hot = all.chunks.map(({ id }) => `c${id}` as const)
      expect(await texts(ns, { sessionId: 's1' }, 'Apples', { hot })).toEqual(['Apples grow in the garden.'])
    })
  })
}
