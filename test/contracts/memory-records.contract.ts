import { describe, expect, it } from 'vitest'
import type { MemoryRecords, RecordFilter } from '../../src/ports/memory-records.ts'
import type { MemoryStore } from '../../src/ports/memory-store.ts'
import { EMBEDDER, memory } from './memories.ts'

const DAY = 86_400_000
const NOON = Date.UTC(2026, 10, 15, 12)

const ALL: RecordFilter = {
  ...{ personas: null, sessionId: null, source: null, entity: null, since: null, until: null },
  ...{ metadata: [], words: [], state: null },
}

/** What every keeper of memories shows of them. `namespace` gives a new, unused one at each call. */
export function describeMemoryRecords(
  name: string,
  create: () => { store: MemoryStore & MemoryRecords; namespace: () => string },
) {
  describe(`${name} as MemoryRecords`, () => {
    const { store, namespace } = create()
    type Said = Parameters<typeof memory>[1]
    async function tell(ns: string, ...texts: [string, Said?][]): Promise<number[]> {
      const ids: number[] = []
      for (const [at, [text, said]] of texts.entries()) {
        const memories = [await memory(text, said ?? {})]
        const [told] = await store.remember(ns, { now: NOON + at, embedder: EMBEDDER, memories })
        ids.push(told!.memory!)
      }
      return ids
    }
    const list = async (ns: string, filter: Partial<RecordFilter> = {}, limit = 50) =>
      (await store.listMemories(ns, { before: null, limit, filter: { ...ALL, ...filter } })).memories.map(
        ({ text }) => text,
      )
    const town = (place: string): Said => ({ facts: [['user', 'lives_in', place, 'place']] })

    it('shows whoever sees some personas no name that only others say, and no count of theirs', async () => {
      const ns = namespace()
      const knows = (persona: string, subject: string, object: string): [string, Said] => [
        `${subject} knows ${object}.`,
        { persona, facts: [[subject, 'knows', object, 'person', 'person']] },
      ]
      const [bobs, anns] = await tell(
        ns,
        knows('bob', 'Maria Lopez', 'Emma Stone'),
        knows('ann', 'Maria', 'Tom Reed'),
        knows('ann', 'Ann Hall', 'Maria'),
      )
      const sight = { personas: ['ann'], asSaid: true }
      const find = (id: number) => store.findMemories(ns, { ids: [id], ...sight })
      expect(await find(bobs!)).toEqual([])
      expect((await find(anns!))[0]!.facts[0]).toMatchObject({ subject: 'Maria', object: 'Tom Reed' })
      for (const entity of [null, 'Maria']) {
        const { nodes, edges } = await store.graph(ns, { entity, limit: 50, ...sight })
        expect(nodes.map(({ key, name, facts }) => [key, name, facts]).sort()).toEqual([
          ['ann hall', 'Ann Hall', 1],
          ['maria', 'Maria', 2],
          ['tom reed', 'Tom Reed', 1],
        ])
        expect(edges.map(({ from, to }) => [from, to]).sort()).toEqual([
          ['ann hall', 'maria'],
          ['maria', 'tom reed'],
        ])
      }
      const asked = { before: null, limit: 50, relation: null, state: null, ...sight }
      for (const entity of ['Lopez', 'Emma Stone']) {
        expect(await store.graph(ns, { entity, limit: 50, ...sight })).toEqual({ nodes: [], edges: [] })
        expect((await store.listFacts(ns, { ...asked, entity })).facts).toEqual([])
        const filter = { ...ALL, personas: ['ann'], entity }
        expect((await store.listMemories(ns, { before: null, limit: 9, filter, asSaid: true })).memories).toEqual([])
      }
      expect((await store.listFacts(ns, { ...asked, entity: 'Maria' })).facts).toHaveLength(2)
    })

    it('lists every text, newest first, page by page', async () => {
      const ns = namespace()
      const ids = await tell(ns, ['One.'], ['Two.'], ['Three.'], ['Four.'], ['Five.'])
      const first = await store.listMemories(ns, { before: null, limit: 2, filter: ALL })
      expect(first.memories.map(({ id, text }) => [id, text])).toEqual([
        [ids[4], 'Five.'],
        [ids[3], 'Four.'],
      ])
      const second = await store.listMemories(ns, { before: first.next, limit: 2, filter: ALL })
      const third = await store.listMemories(ns, { before: second.next, limit: 2, filter: ALL })
      expect([...second.memories, ...third.memories].map(({ text }) => text)).toEqual(['Three.', 'Two.', 'One.'])
      expect(third.next).toBeNull()
    })

    it('shows nothing where nothing was told, and nothing of another namespace', async () => {
      const [ns, other] = [namespace(), namespace()]
      const [id] = await tell(other, ['The user lives in Porto.', town('Porto')])
      expect(await list(ns)).toEqual([])
      expect(await store.findMemories(ns, { ids: [id!] })).toEqual([])
      const nothing = { before: null, limit: 9, personas: null, entity: null, relation: null, state: null }
      expect(await store.listFacts(ns, nothing)).toEqual({ facts: [], next: null })
      expect(await store.graph(ns, { entity: null, personas: null, limit: 9 })).toEqual({ nodes: [], edges: [] })
    })

    it('keeps what was said with it, and the text of who only says it again', async () => {
      const ns = namespace()
      const said = { session: 'chat', metadata: { mood: 'good' }, occurredAt: NOON - DAY, source: 'document' as const }
      const [first] = await tell(ns, ['The gate code is 4417.', said])
      const [shown] = await store.findMemories(ns, { ids: [first!] })
      expect(shown).toMatchObject({
        ...{ id: first, text: 'The gate code is 4417.', persona: 'shared', source: 'document', sessionId: 'chat' },
        ...{ metadata: { mood: 'good' }, occurredAt: NOON - DAY, createdAt: NOON, state: 'current' },
        chunks: [{ text: 'The gate code is 4417.', accessCount: 0 }],
      })
      await tell(ns, ['the gate code is 4417', { source: 'document' }])
      expect(await list(ns)).toEqual(['the gate code is 4417', 'The gate code is 4417.'])
    })

    it('filters by all that was said with a text', async () => {
      const ns = namespace()
      await tell(
        ns,
        ['Apples are red.', { session: 's1', persona: 'ann' }],
        ['Pears are green.', { source: 'assistant', metadata: { fruit: 'pear', ripe: 3 } }],
        [
          'Plums are blue.',
          { occurredAt: NOON - 10 * DAY, metadata: { fruit: 'plum', ripe: 33, list: [1], n: { a: 1, b: 2 } } },
        ],
        ['The user lives in Porto.', town('Porto')],
      )
      expect(await list(ns, { sessionId: 's1' })).toEqual(['Apples are red.'])
      expect(await list(ns, { personas: ['ann'] })).toEqual(['Apples are red.'])
      expect(await list(ns, { personas: ['nobody'] })).toEqual([])
      expect(await list(ns, { source: 'assistant' })).toEqual(['Pears are green.'])
      expect(await list(ns, { until: NOON - DAY })).toEqual(['Plums are blue.'])
      expect(await list(ns, { since: NOON - DAY, until: NOON + 1 })).toEqual(['Apples are red.'])
      expect(await list(ns, { entity: 'Porto' })).toEqual(['The user lives in Porto.'])
      expect(await list(ns, { entity: 'Lisbon' })).toEqual([])
      expect(await list(ns, { words: ['plum'] })).toEqual(['Plums are blue.'])
      expect(await list(ns, { metadata: [['fruit', '"pear"']] })).toEqual(['Pears are green.'])
      expect(await list(ns, { metadata: [['ripe', '3']] })).toEqual(['Pears are green.'])
      expect(await list(ns, { metadata: [['ripe', '"3"']] })).toEqual([])
      expect(await list(ns, { metadata: [['ripe', '"33"', '33']] })).toEqual(['Plums are blue.'])
      expect(await list(ns, { metadata: [['n', '{"b":2,"a":1}']] })).toEqual(['Plums are blue.'])
      expect(await list(ns, { metadata: [['n', '{"b":1,"a":2}']] })).toEqual([])
      expect(await list(ns, { metadata: [['fruit', '"plum"'], ['ripe', '3']] })).toEqual([]) // biome-ignore format: a pair a line
      expect(await list(ns, { metadata: [['none', 'null']] })).toEqual([])
    })

    it('fills a page although most do not pass', async () => {
      const ns = namespace()
      const texts = Array.from({ length: 12 }, (_, at): [string, Said] => [
        `Box ${at} is full.`,
        { metadata: { even: at % 2 === 0 } },
      ])
      await tell(ns, ...texts)
      expect(await list(ns, { metadata: [['even', 'true']] }, 5)).toHaveLength(5)
    })

    it('tells what holds from what was replaced', async () => {
      const ns = namespace()
      const [porto, vienna] = await tell(
        ns,
        ['The user lives in Porto.', town('Porto')],
        ['The user lives in Vienna.', town('Vienna')],
      )
      expect(await list(ns, { state: 'current' })).toEqual(['The user lives in Vienna.'])
      expect(await list(ns, { state: 'superseded' })).toEqual(['The user lives in Porto.'])
      const [shown] = await store.findMemories(ns, { ids: [porto!] })
      const facts = await store.listFacts(ns, {
        ...{ before: null, limit: 10, personas: null, entity: 'user', relation: 'lives in', state: null },
      })
      expect(facts.facts).toMatchObject([
        { object: 'Vienna', state: 'current', supersededBy: null, memories: [vienna] },
        { object: 'Porto', state: 'superseded', memories: [porto] },
      ])
      expect(shown!.facts).toMatchObject([{ supersededBy: facts.facts[0]!.id }])
    })

    it('lists facts by the date that they name, which goes with their latest words', async () => {
      const ns = namespace()
      const [friday] = await tell(
        ns,
        ['The user met Ana on Friday.', { facts: [['user', 'met', 'Ana']], date: '2026-11-06' }],
        ['The user sails in May.', { facts: [['user', 'likes', 'sailing']], date: '2027-05' }],
        ['The user has a cat.', { facts: [['user', 'has', 'cat']] }],
      )
      const dates = async (dateSince: number | null, dateUntil: number | null) =>
        (
          await store.listFacts(ns, {
            ...{ before: null, limit: 10, personas: null, entity: null, relation: null, state: null },
            ...{ dateSince, dateUntil },
          })
        ).facts.map(({ date }) => date)
      expect(await dates(null, null)).toEqual([null, '2027-05', '2026-11-06'])
      expect(await dates(Date.UTC(2026, 10, 6), Date.UTC(2026, 10, 7))).toEqual(['2026-11-06'])
      expect(await dates(Date.UTC(2026, 10, 7), null)).toEqual(['2027-05'])
      expect(await dates(null, Date.UTC(2027, 4, 1))).toEqual(['2026-11-06'])
      expect(await dates(Date.UTC(2027, 4, 30), Date.UTC(2028, 0, 1))).toEqual(['2027-05'])
      const [shown] = await store.findMemories(ns, { ids: [friday!] })
      expect(shown!.facts).toMatchObject([{ date: '2026-11-06' }])
      await tell(ns, [
        'It was on Saturday that the user met Ana.',
        { facts: [['user', 'met', 'Ana']], date: '2026-11-07' },
      ])
      expect(await dates(Date.UTC(2026, 10, 1), Date.UTC(2026, 11, 1))).toEqual(['2026-11-07'])
    })

    it('names everybody who states a fact', async () => {
      const ns = namespace()
      const ids = await tell(
        ns,
        ['The user lives in Porto.', town('Porto')],
        ['As I said, Porto is where the user lives.', town('Porto')],
      )
      const { facts } = await store.listFacts(ns, {
        ...{ before: null, limit: 10, personas: null, entity: null, relation: 'lives_in', state: null },
      })
      expect(facts).toMatchObject([{ memories: ids }])
    })

    it('draws what stands around an entity, or around the strongest', async () => {
      const ns = namespace()
      const knows = (one: string, other: string): [string, Said] => [
        `${one} knows ${other}.`,
        { facts: [[one, 'knows', other, 'person', 'person']] },
      ]
      await tell(ns, knows('Ann', 'Bob'), knows('Ann', 'Cleo'), knows('Dora', 'Emil'))
      const around = await store.graph(ns, { entity: 'Ann', personas: null, limit: 10 })
      expect(around.nodes.map(({ name }) => name).sort()).toEqual(['Ann', 'Bob', 'Cleo'])
      expect(around.edges.map(({ text }) => text).sort()).toEqual(['Ann knows Bob', 'Ann knows Cleo'])
      expect((await store.graph(ns, { entity: null, personas: null, limit: 10 })).edges).toHaveLength(3)
      expect((await store.graph(ns, { entity: 'Ann', personas: null, limit: 1 })).edges).toHaveLength(1)
      expect((await store.graph(ns, { entity: 'Ann', personas: ['nobody'], limit: 9 })).edges).toEqual([])
    })

    describe('profile', () => {
      const of = async (ns: string, entity: string | null = null, personas: string[] | null = null) => {
        const { stable, recent, texts, ...rest } = await store.profile(ns, { entity, personas })
        const said = (facts: readonly { text: string }[]) => facts.map(({ text }) => text)
        return { ...rest, stable: said(stable), recent: said(recent), texts: said(texts) }
      }
      const sister: Said = { facts: [['user', 'has_sister', 'Emma', 'person']] }

      it('tells what lasts, then what is new, and nothing that was replaced', async () => {
        const ns = namespace()
        await tell(
          ns,
          ['The user lives in Porto.', town('Porto')],
          ['Emma is my sister.', sister],
          ['The user bought a lamp.', { facts: [['user', 'bought', 'lamp']] }],
          ['The user lives in Vienna.', town('Vienna')],
          ['The lamp is too bright for the desk.'],
        )
        expect(await of(ns)).toEqual({
          entity: { name: 'user', kind: 'user', aliases: [] },
          others: [],
          stable: ['user has sister Emma', 'user lives in Vienna'],
          recent: ['user bought lamp'],
          texts: ['The lamp is too bright for the desk.'],
        })
        expect((await of(ns, 'Emma')).stable).toEqual(['user has sister Emma'])
        expect(await of(ns, 'Nobody')).toMatchObject({ entity: null, stable: [], recent: [], texts: [] })
      })

      it('does not tell what a later text may have ended', async () => {
        const ns = namespace()
        await tell(
          ns,
          ['The user lives in Porto.', { ...town('Porto'), occurredAt: NOON - 9 * DAY }],
          ['Moved! New address: 14 Pylle Hill Crescent.', { occurredAt: NOON - DAY }],
        )
        const { stable, recent, texts } = await of(ns)
        expect({ stable, recent, texts }).toEqual({
          stable: [],
          recent: [],
          texts: ['Moved! New address: 14 Pylle Hill Crescent.'],
        })
      })

      it('takes for stable what the user says or several confirm', async () => {
        const ns = namespace()
        const doc = (file: string): Said => ({ ...town('Porto'), source: 'document', metadata: { file } })
        await tell(ns, ['The user lives in Porto.', doc('a')])
        expect(await of(ns)).toMatchObject({ stable: [], recent: ['user lives in Porto'] })
        await tell(ns, ['According to the file the user lives in Porto.', doc('b')])
        expect(await of(ns)).toMatchObject({ stable: ['user lives in Porto'], recent: [] })
      })

      it('knows only what the personas know, and nothing of another namespace', async () => {
        const [ns, other] = [namespace(), namespace()]
        await tell(ns, ['Emma is my sister.', { ...sister, persona: 'ann' }], ['A text of Bob.', { persona: 'bob' }])
        expect(await of(ns, null, ['ann'])).toMatchObject({ stable: ['user has sister Emma'], texts: [] })
        expect(await of(ns, null, ['bob'])).toMatchObject({ stable: [], texts: ['A text of Bob.'] })
        expect(await of(ns, null, [])).toMatchObject({ stable: [], recent: [], texts: [] })
        expect(await of(other)).toMatchObject({ entity: { name: 'user' }, stable: [], recent: [], texts: [] })
      })
    })

    it('counts how strong memories are, and what is due when', async () => {
      const ns = namespace()
      const asked = { now: NOON, personas: null, threshold: 0.05, halfLifeMs: 7 * DAY, days: [0, 7, 30, 90] }
      expect(await store.strengths(ns, asked)).toEqual({
        chunks: Array(10).fill(0),
        facts: Array(10).fill(0),
        due: asked.days.map((days) => ({ days, count: 0 })),
        consolidatedAt: null,
      })
      await tell(ns, ['The user lives in Porto.', town('Porto')], ['Ann likes tea.', { persona: 'ann' }])
      const at = async (days: number, personas: string[] | null = null) =>
        store.strengths(ns, { ...asked, now: NOON + days * DAY, personas })
      const fresh = await at(1)
      expect(fresh.chunks.at(-1)).toBe(2)
      expect(fresh.facts.at(-1)).toBe(1)
      expect(fresh.due.map(({ count }) => count)).toEqual([0, 0, 3, 3])
      // After three half-lives an eighth is left.
      const faded = await at(21)
      expect([faded.chunks[1], faded.facts[1]]).toEqual([2, 1])
      expect((await at(21, ['ann'])).chunks[1]).toBe(1)
      for (const { days, count } of faded.due) {
        const then = { now: NOON + (21 + days) * DAY, persona: null, threshold: 0.05, halfLifeMs: asked.halfLifeMs }
        expect(await store.countFaded(ns, then)).toBe(count)
      }
    })
  })
}
