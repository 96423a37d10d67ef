import { describe, expect, it } from 'vitest'
import { SOURCES, type Source, trustRank } from '../../src/domain/statement/source.ts'
import { resolveConflicts } from '../../src/memory/resolve-conflicts.ts'
import type { MemoryStore } from '../../src/ports/memory-store.ts'
import { documentsOf, FLOODS } from './floods.ts'
import { EMBEDDER, memory, plan } from './memories.ts'

const NOON = Date.UTC(2026, 10, 15, 12)
const TOWNS = ['Vienna', 'Porto', 'Oslo', 'Ghent'] as const

interface Tested {
  readonly store: MemoryStore
  readonly namespace: () => string
  /** How many made-up histories are told; each takes a visit a statement. */
  readonly histories: number
}

/** The same numbers each time. */
function createRandom(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** What every MemoryStore promises of who is believed. */
export function describeTrust(name: string, create: () => Tested) {
  describe(`${name} as one who knows whom to trust`, () => {
    const { store, namespace, histories } = create()
    const remember = (ns: string, now: number, ...memories: Awaited<ReturnType<typeof memory>>[]) =>
      store.remember(ns, { now, embedder: EMBEDDER, memories })
    const lives = (town: string, source: Source = 'user', more: Parameters<typeof memory>[1] = {}, text?: string) =>
      memory(text ?? `The user lives in ${town}.`, { facts: [['user', 'lives_in', town, 'place']], source, ...more })
    const recall = async (ns: string) => store.recall(ns, await plan('Where does the user live?'))
    const holding = async (ns: string) => {
      const found = await recall(ns)
      const superseded = resolveConflicts(found.facts, found.rivals)
      return found.facts.filter(({ id }) => !superseded.has(id)).map(({ object }) => object)
    }
    const town = async (ns: string, object: string) => (await recall(ns)).facts.find((fact) => fact.object === object)!

    it('counts sources, not repetitions', async () => {
      const ns = namespace()
      const said = await Promise.all(
        Array.from({ length: 10 }, (_, at) =>
          lives('Porto', 'document', { session: `s${at}` }, `Page ${at}: the user lives in Porto.`),
        ),
      )
      await remember(ns, NOON, ...said)
      for (let again = 1; again < 5; again++) await remember(ns, NOON + again, ...said)
      expect((await town(ns, 'porto')).statedBy, 'documents that nothing tells apart are one').toEqual(['document'])

      const named = (at: number, url: string) =>
        lives('Porto', 'document', { metadata: { url } }, `Letter ${at}: the user lives in Porto.`)
      await remember(ns, NOON + 5, await named(1, 'https://a.test/1'), await named(2, 'https://a.test/1#page=2'))
      await remember(ns, NOON + 6, await named(3, 'https://a.test/2'))
      expect((await town(ns, 'porto')).statedBy).toHaveLength(3)

      await remember(ns, NOON + 7, await lives('Porto', 'assistant'), await lives('Porto', 'assistant'))
      await remember(ns, NOON + 8, await lives('Porto'))
      expect(await town(ns, 'porto')).toMatchObject({ source: 'user', statedBy: { length: 5 } })
    })

    it('knows of a text that is said again who says it', async () => {
      const ns = namespace()
      const says = (source: Source, metadata?: Record<string, unknown>) =>
        memory('The gate code is 4471.', { source, ...(metadata && { metadata }) })
      const chunk = async () => (await store.recall(ns, await plan('What is the gate code?'))).chunks[0]!
      await remember(ns, NOON, await says('document', { title: 'Handbook' }))
      await remember(ns, NOON + 1, await says('document', { title: 'handbook ' }))
      expect(await chunk()).toMatchObject({ source: 'document', statedBy: { length: 1 } })
      await remember(ns, NOON + 2, await says('user'))
      expect(await chunk()).toMatchObject({ source: 'user', statedAt: NOON + 2, statedBy: { length: 2 } })
      await remember(ns, NOON + 3, await says('assistant', { note: 'x' }), await says('document', { title: 'Letter' }))
      const { statedAt, statedBy, metadata, confidence } = await chunk()
      expect(statedBy).toHaveLength(4)
      expect({ statedAt, metadata, confidence }, 'the user said it last, and said it so').toEqual({
        statedAt: NOON + 2,
        metadata: { title: 'handbook ' },
        confidence: 1,
      })
    })

    it('does not take a document that repeats the user word by word for the user', async () => {
      const ns = namespace()
      await remember(ns, NOON, await lives('Porto'))
      await remember(ns, NOON + 1, await lives('Vienna'))
      for (let again = 0; again < 50; again += 10)
        await remember(
          ns,
          NOON + 2 + again,
          ...(await Promise.all(Array.from({ length: 10 }, () => lives('Porto', 'document')))),
        )
      expect(await holding(ns)).toEqual(['vienna'])
      const { chunks } = await recall(ns)
      const at = (text: string) => chunks.find((chunk) => chunk.text.includes(text))!.statedAt
      expect(at('Vienna')).toBeGreaterThan(at('Porto'))
    })

    it('lets the most trusted hold, then the latest, whatever is said how often', async () => {
      for (let seed = 1; seed <= histories; seed++) {
        const ns = namespace()
        const random = createRandom(seed)
        const latest = new Map<string, { trust: number; at: number }>()
        for (let at = 0; at < 12; at++) {
          const source = SOURCES[random(SOURCES.length)]!
          const said = TOWNS[random(TOWNS.length)]!
          // Word by word, or in other words.
          const text = random(2) === 0 ? undefined : `Note ${at}: the user lives in ${said}.`
          const times = random(3) === 0 ? 3 : 1
          for (let again = 0; again < times; again++)
            await remember(ns, NOON + at, await lives(said, source, { session: `s${at} ${again}` }, text))
          const trust = trustRank(source)
          const known = latest.get(said)
          if (!known || trust <= known.trust) latest.set(said, { trust, at })
        }
        const [best] = [...latest].sort(([, a], [, b]) => a.trust - b.trust || b.at - a.at)
        expect(await holding(ns), `history ${seed}`).toEqual([best![0].toLowerCase()])
      }
    })

    it('brings along what replaced all that was found, where it was crowded out', async () => {
      const ns = namespace()
      await remember(ns, NOON, await lives('Vienna', 'user', {}, 'We settled down by the Danube.'))
      const documents = documentsOf(FLOODS[0]!, 50)
      const flood = documents.map((text, at) => lives('Porto', 'document', { metadata: { document_id: at } }, text))
      await remember(ns, NOON + 1, ...(await Promise.all(flood)))
      const found = await recall(ns)
      const vienna = found.facts.find(({ object }) => object === 'vienna')
      expect(vienna).toMatchObject({ candidate: true, source: 'user' })
      expect(await holding(ns)).toContain('vienna')
      expect(await holding(ns)).not.toContain('porto')
    })

    it('follows what the user says of somebody beside many newer documents', async () => {
      const ns = namespace()
      const works = await memory('Quartz zebra.', {
        facts: [['Lena', 'works_at', 'Nordwind', 'organisation', 'person']],
      })
      await remember(ns, NOON, works)
      const documents = Array.from({ length: 40 }, (_, at) =>
        memory(`Lena ${'abcdefghij'[at % 10]}${at} likes ${at * 7} of ${at * 13}.`, {
          source: 'document',
          facts: [['Lena', 'likes', `thing ${at}`, 'thing', 'person']],
        }),
      )
      await remember(ns, NOON + 1, ...(await Promise.all(documents)))
      const { facts } = await store.recall(ns, await plan('Lena', { episodic: false, hops: 2, k: 1 }))
      expect(facts.map(({ object }) => object)).toContain('nordwind')
    })

    it.each(FLOODS.map((flood) => [flood.about, flood] as const))(
      'finds what the user says beside fifty documents: %s',
      async (_, flood) => {
        const ns = namespace()
        await remember(ns, NOON, await memory(flood.truth))
        const documents = documentsOf(flood).map((text) => memory(text, { source: 'document' }))
        await remember(ns, NOON + 1, ...(await Promise.all(documents)))
        const { chunks } = await store.recall(ns, await plan(flood.query, { k: 5 }))
        expect(chunks.filter(({ candidate }) => candidate).map(({ text }) => text)).toContain(flood.truth)
      },
    )
  })
}
