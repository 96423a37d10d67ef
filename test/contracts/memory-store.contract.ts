import { describe, expect, it } from 'vitest'
import type { MemoryStore } from '../../src/ports/memory-store.ts'
import type { Recollection } from '../../src/ports/recollection.ts'
import { EMBEDDER, memory, plan } from './memories.ts'

const DAY = 86_400_000
const NOON = Date.UTC(2026, 10, 15, 12)

const texts = (found: Recollection) => found.chunks.filter(({ candidate }) => candidate).map(({ text }) => text)
const facts = (found: Recollection) => found.facts.filter(({ candidate }) => candidate).map(({ text }) => text)

/** What every MemoryStore promises. `namespace` gives a new, unused one at each call. */
export function describeMemoryStore(name: string, create: () => { store: MemoryStore; namespace: () => string }) {
  describe(`${name} as a MemoryStore`, () => {
    const { store, namespace } = create()
    const remember = async (ns: string, memories: Awaited<ReturnType<typeof memory>>[], now = NOON) =>
      store.remember(ns, { now, embedder: EMBEDDER, memories })
    const faded = (asked: { now: number; persona?: string | null; threshold?: number }) => ({
      persona: null,
      threshold: 0.05,
      halfLifeMs: 7 * DAY,
      ...asked,
    })

    it('recalls a chunk and its facts at once after they were remembered', async () => {
      const ns = namespace()
      const [stored] = await remember(ns, [
        await memory('I live in Vienna.', { facts: [['user', 'lives_in', 'Vienna']], metadata: { turn: 7 } }),
      ])
      expect(stored).toMatchObject({ chunks: 1, facts: 1, duplicateOf: null })
      const found = await store.recall(ns, await plan('Where do I live? Vienna?'))
      expect(texts(found)).toEqual(['I live in Vienna.'])
      expect(facts(found)).toEqual(['user lives in Vienna'])
      expect(found.chunks[0]).toMatchObject({
        source: 'user',
        confidence: 1,
        createdAt: NOON,
        accessCount: 0,
        metadata: { turn: 7 },
      })
      expect(found.facts[0]).toMatchObject({
        subject: 'user',
        predicate: 'lives_in',
        metadata: { turn: 7 },
        confidence: 1,
      })
      expect(found.corpus).toMatchObject({ chunks: 1 })
    })

    it('knows nothing of a namespace that was never written to, and creates nothing by asking', async () => {
      const ns = namespace()
      expect(await store.recall(ns, await plan('anything'))).toMatchObject({ chunks: [], facts: [] })
      expect(await store.count(ns, 'shared')).toEqual({
        persona: { chunks: 0, entities: 0, relations: 0 },
        namespace: { chunks: 0, entities: 0, relations: 0 },
      })
      expect(await store.prune(ns, faded({ now: NOON }))).toBe(0)
    })

    it('remembers once what is asked for with the same `once`, whoever races, and tells it again', async () => {
      const ns = namespace()
      const request = {
        now: NOON,
        embedder: EMBEDDER,
        memories: [await memory('Nadia lives in Oslo.', { facts: [['Nadia', 'lives_in', 'Oslo']] })],
      }
      expect(await store.happened(ns, 'a')).toBe(false)
      const answers = await Promise.all(Array.from({ length: 8 }, () => store.remember(ns, { ...request, once: 'a' })))
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
      expect(answers[0]![0]).toMatchObject({ chunks: 1, facts: 1, duplicateOf: null })
      expect([await store.happened(ns, 'a'), await store.happened(ns, 'b')]).toEqual([true, false])
      expect(await store.happened(namespace(), 'a')).toBe(false)
      // Under another name it is another text, which says what is known.
      const [restated] = await store.remember(ns, { ...request, once: 'b' })
      expect(restated).toMatchObject({ chunks: 0, restates: answers[0]![0]!.memory })
      expect((await store.count(ns, 'shared')).namespace).toEqual({ chunks: 1, entities: 2, relations: 1 })
    })

    it('brings a text of an import once to a persona, whoever races, and again when it was forgotten', async () => {
      const ns = namespace()
      const texts = ['Boats need paint.', 'Tea is better than coffee.']
      const memories = await Promise.all(
        texts.map(async (text, at) => ({
          ...(await memory(text, { metadata: { import_id: `mem0:${at}`, topic: 'x' } })),
          importId: `mem0:${at}`,
        })),
      )
      const request = { now: 1_000, embedder: EMBEDDER, memories }
      const asked = [0, 1, 2].map((at) => ({ persona: 'shared', importId: `mem0:${at}` }))
      expect(await store.imported(ns, asked)).toEqual([null, null, null])
      const told = (await store.remember(ns, { ...request, memories: memories.slice(0, 1) }))[0]!
      const answers = await Promise.all(Array.from({ length: 4 }, () => store.remember(ns, request)))
      expect(answers.map(([first]) => first)).toEqual(
        answers.map(() => ({ ...told, chunks: 0, facts: 0, ids: [], wasImported: true })),
      )
      expect(answers.filter(([, second]) => second!.wasImported !== true)).toHaveLength(1)
      expect(await store.count(ns, 'shared')).toMatchObject({ persona: { chunks: 2 } })
      const { chunks } = await store.recall(ns, await plan('boats tea'))
      expect(chunks.map(({ accessCount }) => accessCount)).toEqual([0, 0])
      expect(await store.imported(ns, [...asked, { persona: 'other', importId: 'mem0:0' }])).toEqual([
        told.memory,
        expect.any(Number),
        null,
        null,
      ])
      const other = memories.map((one) => ({ ...one, persona: 'other' }))
      expect((await store.remember(ns, { ...request, memories: other })).map((one) => one.wasImported)).toEqual([
        undefined,
        undefined,
      ])
      const faded = { now: 400 * DAY, threshold: 0.5, halfLifeMs: DAY, persona: 'shared' }
      await store.prune(ns, faded)
      expect(await store.imported(ns, asked)).toEqual([null, null, null])
      expect((await store.remember(ns, request))[0]).toMatchObject({ chunks: 1 })
    })

    it('adds up what an import has stored under a name, and not what was there', async () => {
      const ns = namespace()
      const one = await memory('Ann likes tea.', { facts: [['Ann', 'likes', 'tea']] })
      const told = async (tally: string | null, ...ids: string[]) =>
        store.remember(ns, {
          ...{ now: 1_000, embedder: EMBEDDER, tally },
          memories: ids.map((id) => ({ ...one, importId: id, metadata: { import_id: id } })),
        })
      expect(await store.tallied(ns, 't')).toBe(0)
      await told('t', 'a', 'b')
      await told('t', 'b', 'c')
      await told('t', 'a')
      await told('other', 'd')
      await told(null, 'e')
      expect([await store.tallied(ns, 't'), await store.tallied(ns, 'other')]).toEqual([3, 1])
    })

    it('prunes and consolidates once what is asked for with the same `once`', async () => {
      const ns = namespace()
      await remember(ns, [await memory('Nadia lives in Oslo.', { facts: [['Nadia', 'lives_in', 'Oslo']] })])
      const later = faded({ now: NOON + 400 * DAY })
      expect(await store.prune(ns, { ...later, once: 'p' })).toBe(2)
      expect([await store.prune(ns, { ...later, once: 'p' }), await store.prune(ns, later)]).toEqual([2, 0])
      await remember(ns, [await memory('Nadia plays chess.', { facts: [['Nadia', 'plays', 'chess']] })])
      const run = { ...later, force: true, minIntervalMs: 0, scheduled: false, compress: null }
      const first = await store.consolidate(ns, { ...run, once: 'c' })
      const again = await store.consolidate(ns, { ...run, once: 'c' })
      expect(first.pruned).toBe(2)
      const { horizon: _, ...counts } = again
      expect(first).toMatchObject(counts)
    })

    it('counts the personas that are asked for together, and what may be seen', async () => {
      const ns = namespace()
      for (const [persona, place] of [
        ['ann', 'Oslo'],
        ['bob', 'Oslo'],
        ['cem', 'Izmir'],
      ] as const)
        await remember(ns, [
          await memory(`Nadia lives in ${place}.`, { persona, facts: [['Nadia', 'lives_in', place]] }),
        ])
      const { persona, namespace: seen } = await store.count(ns, ['ann', 'bob'], ['ann', 'cem'])
      expect(persona).toEqual({ chunks: 2, entities: 2, relations: 2 })
      expect(seen).toEqual({ chunks: 2, entities: 3, relations: 2 })
      expect((await store.count(ns, ['nobody'], ['nobody'])).namespace).toEqual({
        chunks: 0,
        entities: 0,
        relations: 0,
      })
    })

    it('never shows one namespace to another', async () => {
      const [mine, yours] = [namespace(), namespace()]
      await remember(mine, [await memory('The vault word is heron.', { facts: [['vault word', 'is', 'heron']] })])
      const found = await store.recall(yours, await plan('vault word heron', { hops: 3 }))
      expect([found.chunks, found.facts]).toEqual([[], []])
      expect((await store.count(yours, 'shared')).namespace).toEqual({ chunks: 0, entities: 0, relations: 0 })
      expect(await store.prune(yours, faded({ now: NOON + 365 * DAY }))).toBe(0)
      expect((await store.count(mine, 'shared')).namespace.chunks).toBe(1)
    })

    it('shows a persona only where it is asked for, on every hop', async () => {
      const ns = namespace()
      await remember(ns, [
        await memory('Ann works at Alto.', { persona: 'a', facts: [['Ann', 'works_at', 'Alto']] }),
        await memory('Alto is based in Zagreb.', { persona: 'b', facts: [['Alto', 'based_in', 'Zagreb']] }),
      ])
      const asked = await plan('Where does Ann work?', { personas: ['a', 'shared'], hops: 4 })
      const found = await store.recall(ns, asked)
      expect(texts(found)).toEqual(['Ann works at Alto.'])
      expect(found.facts.map(({ text }) => text)).toEqual(['Ann works at Alto'])
      const all = await store.recall(ns, { ...asked, personas: null })
      expect(facts(all).sort()).toEqual(['Alto based in Zagreb', 'Ann works at Alto'])
    })

    it('says beforehand what it would only restate, and changes nothing by that', async () => {
      const [ns, other] = [namespace(), namespace()]
      await remember(ns, [await memory('The gate code is 4417.')])
      const texts = [
        await memory('the gate code is 4417!'),
        await memory('The gate code is 4418.'),
        await memory('The gate code is 4417.', { persona: 'other' }),
      ]
      expect(await store.known(ns, { now: NOON, texts })).toEqual([[true], [false], [false]])
      expect(await store.known(other, { now: NOON, texts })).toEqual([[false], [false], [false]])
      expect((await store.recall(ns, await plan('gate code'))).chunks[0]).toMatchObject({ accessCount: 0 })
    })

    it('restates what is known instead of storing it twice, across calls and inside a batch', async () => {
      const ns = namespace()
      const said = { facts: [['gate code', 'is', '4417', 'value']] as const }
      const first = await remember(ns, [
        await memory('The gate code is 4417.', said),
        await memory('the gate code is 4417!', said),
      ])
      expect(first.map(({ chunks, facts }) => [chunks, facts])).toEqual([
        [1, 1],
        [0, 0],
      ])
      expect(first[1]!.duplicateOf).not.toBeNull()
      const [again] = await remember(
        ns,
        [await memory('The gate code is 4417', { ...said, metadata: { seen: 2 } })],
        NOON + DAY,
      )
      expect(again!.duplicateOf).toBe(first[1]!.duplicateOf)
      const found = await store.recall(ns, await plan('gate code'))
      expect(found.chunks).toHaveLength(1)
      expect(found.chunks[0]).toMatchObject({
        statedAt: NOON + DAY,
        createdAt: NOON,
        accessCount: 2,
        metadata: { seen: 2 },
      })
      expect(found.facts[0]).toMatchObject({ statedAt: NOON + DAY, accessCount: 2 })
      expect((await store.count(ns, 'shared')).persona).toEqual({ chunks: 1, entities: 2, relations: 1 })
    })

    it('takes what counts days for the same where it was said on one day, by the clocks there', async () => {
      const ns = namespace()
      const flies = (occurredAt: number, hours: number, date: string, text = 'Emma flies to Oslo tomorrow.') =>
        memory(text, { occurredAt, offsetMs: hours * 3_600_000, date, facts: [['Emma', 'flies_to', 'Oslo', 'place']] })
      // 23:30 on the first of March, and some hours later: the same day only by UTC.
      const west = await flies(Date.UTC(2026, 2, 2, 7, 30), -8, '2026-03-02')
      const later = await flies(Date.UTC(2026, 2, 2, 18), -8, '2026-03-03')
      const east = await flies(Date.UTC(2026, 1, 28, 20), 13, '2026-03-02')
      const [first] = await remember(ns, [west])
      expect(await store.known(ns, { now: NOON, texts: [west, later, east] })).toEqual([[true], [false], [true]])
      const [second, third, fourth] = await remember(ns, [later, east, later])
      expect([second!.duplicateOf, third!.restates, fourth!.restates]).toEqual([null, first!.memory, second!.memory])
      const found = await store.recall(ns, await plan('Emma flies to Oslo tomorrow.'))
      expect(texts(found)).toEqual([west.text, west.text])
      expect(await store.known(ns, { now: NOON, texts: [await flies(Date.UTC(2026, 2, 2, 18), 0, '')] })).toEqual([
        [true],
      ])
    })

    it('keeps the better source when somebody more trusted says the same', async () => {
      const ns = namespace()
      const said = { facts: [['user', 'prefers', 'tea']] as const }
      await remember(ns, [await memory('The user prefers tea.', { ...said, source: 'assistant' })])
      await remember(ns, [await memory('The user prefers tea.', said)], NOON + 1)
      const found = await store.recall(ns, await plan('tea'))
      expect(found.facts[0]).toMatchObject({ source: 'user', confidence: 1 })
      expect(found.chunks[0]).toMatchObject({ source: 'user', confidence: 1 })
    })

    it('does not merge what differs in a number, and keeps both sides of a contradiction', async () => {
      const ns = namespace()
      await remember(ns, [
        await memory('I live in Porto.', { facts: [['user', 'lives_in', 'Porto']] }),
        await memory('I live in Vienna.', { facts: [['user', 'lives_in', 'Vienna']] }),
      ])
      const found = await store.recall(ns, await plan('Vienna'))
      expect(found.facts.map(({ object }) => object).sort()).toEqual(['porto', 'vienna'])
      expect((await store.count(ns, 'shared')).persona).toEqual({ chunks: 2, entities: 3, relations: 2 })
    })

    it('tells what else stands in the place of a fact, however far it is from the question', async () => {
      const ns = namespace()
      const lives = (town: string, persona: string) =>
        memory(`The address is now ${town}.`, { persona, facts: [['Ines', 'lives_in', town]] })
      await remember(ns, [await lives('Graz', 'shared')])
      const crowd = Array.from({ length: 150 }, (_, i) => memory(`Vienna Vienna Vienna, part ${i} of it.`))
      await remember(ns, [await memory('Ines is in Vienna now, part 7.', { facts: [['Ines', 'lives_in', 'Vienna']] })])
      await remember(ns, await Promise.all(crowd))
      await remember(ns, [await lives('Porto', 'work')])
      const rivals = async (personas: string[] | null) => {
        const found = await store.recall(ns, { ...(await plan('Vienna part 7', { personas })), names: [] })
        expect(facts(found)).toContain('Ines lives in Vienna')
        return [...facts(found).slice(1), ...found.rivals.map(({ value }) => value)].join().toLowerCase()
      }
      expect(await rivals(null)).toMatch(/graz.*porto|porto.*graz/)
      expect(await rivals(['shared'])).toMatch(/graz/)
      expect(await rivals(['shared'])).not.toMatch(/porto/)
    })

    it('finds what is said of whom a role means, however far it is from the question', async () => {
      const ns = namespace()
      const crowd = (word: string) =>
        Array.from({ length: 60 }, (_, i) => memory(`${word} ${word} daughter, part ${i} of it.`))
      await remember(ns, [await memory('Sunniva is mine.', { facts: [['user', 'has_daughter', 'Sunniva', 'person']] })])
      await remember(ns, [
        await memory('Off to Stavanger, she.', { facts: [['Sunniva', 'lives_in', 'Stavanger', 'place', 'person']] }),
      ])
      await remember(ns, [
        await memory('Nils is in Oslo.', { facts: [['Nils', 'lives_in', 'Oslo', 'place', 'person']] }),
      ])
      await remember(ns, [
        await memory('Mia is theirs.', { persona: 'work', facts: [['user', 'has_daughter', 'Mia', 'person']] }),
      ])
      await remember(ns, [
        await memory('Mia, off to Rome.', { facts: [['Mia', 'lives_in', 'Rome', 'place', 'person']] }),
      ])
      await remember(ns, await Promise.all([...crowd('home'), ...crowd('live')]))
      const found = async (asked: object) => {
        const { chunks } = await store.recall(ns, { ...(await plan('home of my daughter', asked)), names: [] })
        return chunks.filter(({ candidate }) => candidate).map(({ text }) => text)
      }
      const ofRole = await found({ roles: ['has_daughter'] })
      expect(ofRole).toEqual(expect.arrayContaining(['Sunniva is mine.', 'Off to Stavanger, she.']))
      expect(ofRole).toContain('Mia, off to Rome.')
      expect(ofRole).not.toContain('Nils is in Oslo.')
      expect(await found({ roles: ['has_daughter'], personas: ['shared'] })).not.toContain('Mia, off to Rome.')
      for (const asked of [{}, { roles: ['has_son'] }, { roles: ['has_daughter'], personas: ['work'] }])
        expect(await found(asked)).not.toContain('Off to Stavanger, she.')
    })

    it('keeps personas apart when it looks for duplicates', async () => {
      const ns = namespace()
      const [a] = await remember(ns, [await memory('The sky is blue.', { persona: 'a' })])
      const [b] = await remember(ns, [await memory('The sky is blue.', { persona: 'b' })])
      expect([a!.duplicateOf, b!.duplicateOf]).toEqual([null, null])
    })

    it('finds a rare word exactly, and a namespace knows how often its words occur', async () => {
      const ns = namespace()
      const filler = await Promise.all(
        Array.from({ length: 30 }, (_, i) => memory(`Note ${i} about the weekly meeting with team ${i}.`)),
      )
      await remember(ns, [...filler, await memory('The part number is QX-9913-B.')])
      const found = await store.recall(ns, await plan('QX-9913-B'))
      expect(texts(found)).toContain('The part number is QX-9913-B.')
      const asked = await plan('meeting part')
      const { corpus } = await store.recall(ns, asked)
      expect(corpus.frequencies).toEqual(asked.words.map((word) => (word === 'part' ? 1 : 30)))
    })

    it('counts a word that was asked for before as soon as it is written, and no longer once it is forgotten', async () => {
      const ns = namespace()
      await remember(ns, [await memory('The ferry leaves at noon.')])
      const asked = await plan('ferry zebra')
      const frequencies = async () => (await store.recall(ns, asked)).corpus.frequencies
      expect(await frequencies()).toEqual([1, 0])
      await remember(ns, [await memory('A zebra was on the ferry.')], NOON + 360 * DAY)
      expect(await frequencies()).toEqual([2, 1])
      expect(texts(await store.recall(ns, asked))).toContain('A zebra was on the ferry.')
      await store.prune(ns, faded({ now: NOON + 365 * DAY }))
      expect(await frequencies()).toEqual([1, 1])
    })

    it('tells what was said around a chunk in its session', async () => {
      const ns = namespace()
      const turns = ['Any plans?', 'We go sailing on Saturday.', 'Which harbour?', 'The one in Split.', 'Have fun!']
      for (const turn of turns) await remember(ns, [await memory(turn, { session: 's1' })])
      await remember(ns, [await memory('Sailing elsewhere.', { session: 's2' })])
      const found = await store.recall(ns, await plan('sailing Saturday'))
      const byId = new Map([...found.chunks, ...found.around].map((chunk) => [chunk.id, chunk.text]))
      const sailing = found.chunks.find(({ text }) => text.startsWith('We go'))!
      expect(sailing.before.map((id) => byId.get(id))).toEqual(['Any plans?'])
      expect(sailing.after.map((id) => byId.get(id))).toEqual(['Which harbour?', 'The one in Split.'])
    })

    it('asks for the question to be put otherwise where it was not encoded as the speakers need it', async () => {
      const ns = namespace()
      await remember(ns, [await memory('Ann: I live in Oslo.', { speaker: 'Ann' })])
      const { vector, ...asked } = await plan('Where does Ann live?')
      const mistaken = await store.recall(ns, { ...asked, vector, asked: [{ names: ['ann'], vector: null }] })
      expect(mistaken).toMatchObject({ askOtherwise: true, chunks: [], facts: [], corpus: { speakers: ['Ann'] } })
      const right = await store.recall(ns, { ...asked, vector: null, asked: [{ names: ['ann'], vector }] })
      expect(right.askOtherwise).toBeUndefined()
      expect(right.chunks).toHaveLength(1)
      const nobody = await store.recall(ns, { ...asked, vector, asked: [{ names: ['bob'], vector: null }] })
      expect(nobody.chunks).toHaveLength(1)
    })

    it('walks the graph breadth first and says from where each fact was reached', async () => {
      const ns = namespace()
      await remember(ns, [
        await memory('Jon is married to Kim.', { facts: [['Jon', 'married_to', 'Kim']] }),
        await memory('Kim works at Alto.', { facts: [['Kim', 'works_at', 'Alto']] }),
        await memory('Alto is based in Zagreb.', { facts: [['Alto', 'based_in', 'Zagreb']] }),
      ])
      const found = await store.recall(ns, await plan('Jon', { hops: 3, episodic: false }))
      const hops = new Map(found.facts.map((fact) => [fact.text, fact]))
      expect(hops.has('Alto based in Zagreb')).toBe(true)
    })

    it('counts every access, whoever races, and shows it in what is read next', async () => {
      const ns = namespace()
      const [stored] = await remember(ns, [await memory('My locker number is 88.')])
      const id = stored!.ids[0]!
      await Promise.all(
        Array.from({ length: 20 }, (_, i) => store.touch(ns, { now: NOON + DAY + i, ids: [id, 'c999999', 'f999999'] })),
      )
      const read = async () => (await store.recall(ns, await plan('locker number'))).chunks[0]
      expect(await read()).toMatchObject({ accessCount: 20, lastAccess: NOON + DAY + 19 })
      await remember(ns, [await memory('Something else.')], NOON + 2 * DAY)
      expect(await read()).toMatchObject({ accessCount: 20, lastAccess: NOON + DAY + 19 })
    })

    it('prunes exactly what a dry run counted, and leaves nothing of it behind', async () => {
      const ns = namespace()
      const [old] = await remember(ns, [await memory('Otters hold hands.', { facts: [['otters', 'hold', 'hands']] })])
      await remember(
        ns,
        [await memory('Ravens solve puzzles.', { facts: [['ravens', 'solve', 'puzzles']] })],
        NOON + 20 * DAY,
      )
      const later = faded({ now: NOON + 31 * DAY })
      expect(await store.countFaded(ns, later)).toBe(2)
      expect(await store.countFaded(ns, later)).toBe(2)
      expect(await store.prune(ns, later)).toBe(2)
      expect(await store.countFaded(ns, later)).toBe(0)
      const found = await store.recall(ns, await plan('otters hold hands', { hot: old!.ids }))
      expect(JSON.stringify(found)).not.toMatch(/otter/i)
      expect((await store.count(ns, 'shared')).namespace).toEqual({ chunks: 1, entities: 2, relations: 1 })
    })

    it('an access keeps a memory, and a persona can be pruned alone', async () => {
      const ns = namespace()
      const [kept] = await remember(ns, [
        await memory('Bees dance.', { persona: 'a' }),
        await memory('Ants march.', { persona: 'a' }),
      ])
      await remember(ns, [await memory('Owls hoot.', { persona: 'b' })])
      await store.touch(ns, { now: NOON + 20 * DAY, ids: kept!.ids })
      const later = { now: NOON + 31 * DAY }
      expect(await store.prune(ns, faded({ ...later, persona: 'a' }))).toBe(1)
      expect(texts(await store.recall(ns, await plan('bees ants owls'))).sort()).toEqual(['Bees dance.', 'Owls hoot.'])
      expect(await store.prune(ns, faded({ ...later, persona: 'nobody' }))).toBe(0)
    })

    it('erases a namespace for good and names the sessions it knew', async () => {
      const ns = namespace()
      await remember(ns, [await memory('Gone soon.', { session: 's1' })])
      expect(await store.erase(ns)).toEqual(['s1'])
      expect((await store.count(ns, 'shared')).namespace.chunks).toBe(0)
      await expect(remember(ns, [await memory('Too late.')])).rejects.toThrow()
      expect((await store.count(ns, 'shared')).namespace.chunks).toBe(0)
    })

    it('refuses a namespace that another encoder embedded', async () => {
      const ns = namespace()
      await remember(ns, [await memory('Mine.')])
      await expect(
        store.remember(ns, { now: NOON, embedder: 'another', memories: [await memory('Yours.')] }),
      ).rejects.toThrow(/re-embedded/)
    })
  })
}
