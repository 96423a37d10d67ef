import { describe, expect, it } from 'vitest'
import { resolveConflicts } from '../../src/memory/resolve-conflicts.ts'
import type { Journal } from '../../src/ports/journal.ts'
import type { AsSaid, MemoryRecords, RecordFilter } from '../../src/ports/memory-records.ts'
import type { MemoryRevisions, Revised, Revision } from '../../src/ports/memory-revisions.ts'
import type { MemoryStore } from '../../src/ports/memory-store.ts'
import { EMBEDDER, memory, plan } from './memories.ts'

const DAY = 86_400_000
const NOON = Date.UTC(2026, 10, 15, 12)

const ALL: RecordFilter = {
  ...{ personas: null, sessionId: null, source: null, entity: null, since: null, until: null },
  ...{ metadata: [], words: [], state: null },
}

type Said = NonNullable<Parameters<typeof memory>[1]>
type Asked = Parameters<MemoryRevisions['revise']>[1]
type Done = Extract<Revised, { kind: 'done' }>

/** What every keeper of memories promises of changing them. `namespace` gives a new, unused one at each call. */
export function describeChangedMemories(
  name: string,
  create: () => { store: MemoryStore & MemoryRecords & MemoryRevisions & Journal; namespace: () => string },
) {
  describe(`${name}, with changed memories`, () => {
    const { store, namespace } = create()
    /** How each text is read. */
    const readings = new Map<string, Said>()
    const town = (place: string): Said => ({ facts: [['user', 'lives_in', place, 'place']] })
    const livesIn = (place: string) => `The user lives in ${place}.`
    for (const place of ['Porto', 'Vienna', 'Lisbon', 'Oslo']) readings.set(livesIn(place), town(place))

    async function tell(ns: string, text: string, said: Said = {}, now = NOON): Promise<number> {
      const reading = readings.get(text) ?? {}
      readings.set(text, { ...reading, ...(said.facts ? { facts: said.facts } : {}) })
      const memories = [await memory(text, { ...reading, ...said })]
      const [told] = await store.remember(ns, { now, embedder: EMBEDDER, memories })
      return told!.memory!
    }

    async function attempt(ns: string, revisions: readonly Revision[], asked: Partial<Asked> = {}): Promise<Revised> {
      const request = { now: NOON + 9 * DAY, embedder: EMBEDDER, personas: null, receipt: null, ...asked, revisions }
      const read = new Map<number, Asked['read'][number]>()
      for (let calls = 0; calls < 5; calls++) {
        const revised = await store.revise(ns, { ...request, read: [...read.values()] })
        if (revised.kind !== 'unread') return revised
        for (const { id, text, persona, source, sessionId, speaker, metadata, occurredAt } of revised.texts) {
          const said = {
            persona,
            source,
            occurredAt,
            ...(readings.get(text)?.facts && { facts: readings.get(text)!.facts! }),
          }
          const named = {
            ...(sessionId === null ? {} : { session: sessionId }),
            ...(speaker === null ? {} : { speaker }),
            ...(metadata === null ? {} : { metadata: { ...metadata } }),
          }
          read.set(id, { id, memory: await memory(text, { ...said, ...named }) })
        }
      }
      throw new Error('it never has what it needs')
    }

    async function revise(ns: string, ...args: [readonly Revision[], Partial<Asked>?]): Promise<Done> {
      const revised = await attempt(ns, ...args)
      expect(revised.kind).toBe('done')
      return revised as Done
    }
    const receiptOf = (id: number, remaining = 0) => ({ receipt: { id, scope: { ids: ['m_x'] }, remaining } })
    const erase = (ns: string, ...ids: number[]) =>
      revise(ns, ids.map((id) => ({ kind: 'erase', id })), receiptOf(ids[0]!)) // biome-ignore format: one line
    const edit = (ns: string, id: number, change: Extract<Revision, { kind: 'edit' }>['edit']) =>
      revise(ns, [{ kind: 'edit', id, edit: change }])
    const invalidate = (ns: string, id: number, reason: string | null = null, asked: Partial<Asked> = {}) =>
      revise(ns, [{ kind: 'invalidate', id, reason }], asked)
    const restore = (ns: string, id: number, reason: string | null = null, asked: Partial<Asked> = {}) =>
      revise(ns, [{ kind: 'restore', id, reason }], asked)

    const listed = async (ns: string, filter: Partial<RecordFilter> = {}) =>
      (await store.listMemories(ns, { before: null, limit: 50, filter: { ...ALL, ...filter } })).memories
    const texts = async (ns: string, filter: Partial<RecordFilter> = {}) =>
      (await listed(ns, filter)).map(({ text }) => text)
    async function recalled(ns: string, question: string) {
      const found = await store.recall(ns, await plan(question, { hops: 1 }))
      const superseded = resolveConflicts(found.facts, found.rivals)
      const holds = found.facts.filter(({ id }) => !superseded.has(id))
      return { chunks: found.chunks.map(({ text }) => text).sort(), holds: holds.map(({ object }) => object).sort() }
    }
    const home = (ns: string) => recalled(ns, 'Where does the user live?')
    const facts = async (ns: string) => {
      const asked = { before: null, limit: 50, personas: null, entity: null, relation: null, state: null }
      const { facts } = await store.listFacts(ns, asked)
      return facts.map(({ text, state, memories }) => [text, state, memories] as const)
    }

    describe('erasing', () => {
      it('takes a memory out of everything that shows it, with what only it supports', async () => {
        const ns = namespace()
        const kept = await tell(ns, livesIn('Porto'))
        const id = await tell(ns, 'Emma keeps ferrets.', { facts: [['Emma', 'keeps', 'ferrets']], session: 'chat' })
        const { erased, sessions } = await erase(ns, id)
        expect(erased).toMatchObject({ memories: 1, chunks: 1, facts: 1, entities: 2, versions: 0 })
        expect(sessions).toEqual(['chat'])
        expect(await texts(ns)).toEqual([livesIn('Porto')])
        expect(await store.findMemories(ns, { ids: [id, kept] })).toMatchObject([{ id: kept }])
        expect(await recalled(ns, 'What does Emma keep? ferrets')).toMatchObject({ chunks: [livesIn('Porto')] })
        expect(await facts(ns)).toMatchObject([['user lives in Porto', 'current', [kept]]])
        expect(await store.graph(ns, { entity: 'Emma', personas: null, limit: 9 })).toEqual({ nodes: [], edges: [] })
        expect((await store.count(ns, 'shared')).namespace).toEqual({ chunks: 1, entities: 2, relations: 1 })
      })

      it('leaves as little as if nothing had ever been told', async () => {
        const ns = namespace()
        const ids = [await tell(ns, livesIn('Porto')), await tell(ns, 'Emma likes tea.')]
        await erase(ns, ...ids)
        expect((await store.count(ns, 'shared')).namespace).toEqual({ chunks: 0, entities: 0, relations: 0 })
        expect(await texts(ns)).toEqual([])
        const again = await tell(ns, livesIn('Porto'), {}, NOON + 10 * DAY)
        expect(ids).not.toContain(again)
        expect(await store.findMemories(ns, { ids: [again] })).toMatchObject([{ version: 1, state: 'current' }])
      })

      it('lets hold again what it had superseded', async () => {
        const ns = namespace()
        await tell(ns, livesIn('Porto'))
        const newest = await tell(ns, livesIn('Vienna'), {}, NOON + DAY)
        expect((await home(ns)).holds).toEqual(['vienna'])
        await erase(ns, newest)
        expect(await home(ns)).toEqual({ chunks: [livesIn('Porto')], holds: ['porto'] })
        expect(await listed(ns)).toMatchObject([{ text: livesIn('Porto'), state: 'current' }])
      })

      it('takes one supporter from a fact that others state too', async () => {
        const ns = namespace()
        const first = await tell(ns, livesIn('Porto'), { source: 'document', metadata: { file: 'a' } })
        const other = await tell(ns, 'By the way, Porto is where the user lives.', {
          ...town('Porto'),
          source: 'document',
        })
        await erase(ns, first)
        expect(await facts(ns)).toMatchObject([['user lives in Porto', 'current', [other]]])
        expect((await home(ns)).chunks).toEqual(['By the way, Porto is where the user lives.'])
        await erase(ns, other)
        expect(await facts(ns)).toEqual([])
      })

      it.each(['first', 'second'] as const)('of two that say the same, leaves the other: %s', async (which) => {
        const ns = namespace()
        const first = await tell(ns, 'The gate code is 4417.', { facts: [['gate code', 'is', '4417', 'value']] })
        const said = { facts: [['gate code', 'is', '4417', 'value']] as const, session: 'later' }
        const second = await tell(ns, 'the gate code is 4417!', said, NOON + DAY)
        expect(await texts(ns)).toHaveLength(2)
        await erase(ns, which === 'first' ? first : second)
        const left = which === 'first' ? 'the gate code is 4417!' : 'The gate code is 4417.'
        expect(await texts(ns)).toEqual([left])
        expect((await recalled(ns, 'gate code')).chunks).toEqual([left])
        expect((await facts(ns)).map(([text, , by]) => [text, by])).toEqual([
          ['gate code is 4417', [which === 'first' ? second : first]],
        ])
      })

      it('takes the versions with it', async () => {
        const ns = namespace()
        const id = await tell(ns, livesIn('Porto'))
        await edit(ns, id, { text: livesIn('Vienna') })
        expect((await erase(ns, id)).erased).toMatchObject({ memories: 1, versions: 1 })
        expect(await store.history(ns, { id })).toEqual({ versions: [], changes: [] })
      })
    })

    describe('editing', () => {
      it('makes known what the new text says, and keeps the old version', async () => {
        const ns = namespace()
        const id = await tell(ns, livesIn('Porto'), { session: 'chat', metadata: { n: 1 } })
        const { versions, sessions } = await edit(ns, id, { text: livesIn('Vienna') })
        expect([versions, sessions]).toEqual([[{ id, version: 2 }], ['chat']])
        expect(await home(ns)).toEqual({ chunks: [livesIn('Vienna')], holds: ['vienna'] })
        const [shown] = await store.findMemories(ns, { ids: [id] })
        expect(shown).toMatchObject({
          ...{ text: livesIn('Vienna'), version: 2, metadata: { n: 1 }, sessionId: 'chat' },
          ...{ occurredAt: NOON, createdAt: NOON, state: 'current' },
          facts: [{ text: 'user lives in Vienna' }],
        })
        expect((await facts(ns)).map(([text]) => text)).toEqual(['user lives in Vienna'])
        expect(await store.history(ns, { id })).toEqual({
          versions: [
            {
              version: 1,
              text: livesIn('Porto'),
              persona: 'shared',
              metadata: { n: 1 },
              occurredAt: NOON,
              offsetMs: null,
              replacedAt: NOON + 9 * DAY,
            },
          ],
          changes: [],
        })
        expect(await texts(ns, { words: ['porto'] })).toEqual([])
      })

      it('moves slots as if the text had been so from the start', async () => {
        const ns = namespace()
        const first = await tell(ns, livesIn('Porto'))
        await tell(ns, livesIn('Vienna'), {}, NOON + DAY)
        await edit(ns, first, { text: livesIn('Lisbon') })
        expect((await home(ns)).holds).toEqual(['vienna'])
        await edit(ns, first, { occurredAt: NOON + 2 * DAY })
        expect((await home(ns)).holds).toEqual(['lisbon'])
        expect((await listed(ns)).map(({ text, state }) => [text, state])).toEqual([
          [livesIn('Vienna'), 'superseded'],
          [livesIn('Lisbon'), 'current'],
        ])
      })

      it('replaces metadata, persona and time alone', async () => {
        const ns = namespace()
        const id = await tell(ns, livesIn('Porto'), { metadata: { a: 1 } })
        await edit(ns, id, { metadata: { b: 2 } })
        expect(await texts(ns, { metadata: [['a', '1']] })).toEqual([])
        expect(await texts(ns, { metadata: [['b', '2']] })).toEqual([livesIn('Porto')])
        await edit(ns, id, { persona: 'ann' })
        expect(await texts(ns, { personas: ['shared'] })).toEqual([])
        expect(await texts(ns, { personas: ['ann'] })).toEqual([livesIn('Porto')])
        expect((await store.count(ns, 'ann')).persona).toMatchObject({ chunks: 1, relations: 1 })
        expect((await store.count(ns, 'shared')).persona).toMatchObject({ chunks: 0, relations: 0 })
        await edit(ns, id, { occurredAt: NOON - 90 * DAY, metadata: null })
        expect(await store.findMemories(ns, { ids: [id] })).toMatchObject([
          { version: 4, occurredAt: NOON - 90 * DAY, metadata: null, persona: 'ann', text: livesIn('Porto') },
        ])
        expect((await store.history(ns, { id })).versions).toHaveLength(3)
      })

      it('is refused where the memory is at another version', async () => {
        const ns = namespace()
        const id = await tell(ns, livesIn('Porto'))
        await revise(ns, [{ kind: 'edit', id, version: 1, edit: { text: livesIn('Vienna') } }])
        const late = await attempt(ns, [{ kind: 'edit', id, version: 1, edit: { text: livesIn('Oslo') } }])
        expect(late).toEqual({ kind: 'refused', id, version: 2, state: 'current' })
        expect(await texts(ns)).toEqual([livesIn('Vienna')])
      })

      it('brings a version back like any other text', async () => {
        const ns = namespace()
        const id = await tell(ns, livesIn('Porto'))
        await edit(ns, id, { text: livesIn('Vienna') })
        await edit(ns, id, { text: livesIn('Porto') })
        expect(await home(ns)).toEqual({ chunks: [livesIn('Porto')], holds: ['porto'] })
        expect((await store.history(ns, { id })).versions.map(({ version }) => version).sort()).toEqual([1, 2])
      })
    })

    describe('invalidating', () => {
      it('takes a memory out of all but lists, until it is restored', async () => {
        const ns = namespace()
        await tell(ns, livesIn('Porto'))
        const id = await tell(ns, livesIn('Vienna'), {}, NOON + DAY)
        await invalidate(ns, id, 'wrong person', { now: NOON + 2 * DAY })
        expect(await home(ns)).toEqual({ chunks: [livesIn('Porto')], holds: ['porto'] })
        expect(await texts(ns, { state: 'invalidated' })).toEqual([livesIn('Vienna')])
        expect(await texts(ns, { state: 'current' })).toEqual([livesIn('Porto')])
        expect(await store.findMemories(ns, { ids: [id] })).toMatchObject([{ state: 'invalidated', version: 1 }])
        await restore(ns, id, null, { now: NOON + 3 * DAY })
        expect(await home(ns)).toEqual({ chunks: [livesIn('Porto'), livesIn('Vienna')], holds: ['vienna'] })
        expect(await store.history(ns, { id })).toEqual({
          versions: [],
          changes: expect.arrayContaining([
            { at: NOON + 2 * DAY, state: 'invalidated', reason: 'wrong person' },
            { at: NOON + 3 * DAY, state: 'restored', reason: null },
          ]),
        })
      })

      it('is refused in the state that it would lead to', async () => {
        const ns = namespace()
        const id = await tell(ns, livesIn('Porto'))
        expect(await attempt(ns, [{ kind: 'restore', id, reason: null }])).toMatchObject({
          kind: 'refused',
          id,
          version: 1,
        })
        await invalidate(ns, id)
        expect(await attempt(ns, [{ kind: 'invalidate', id, reason: null }])).toEqual({
          ...{ kind: 'refused', id, version: 1, state: 'invalidated' },
        })
      })

      it('keeps it to be erased', async () => {
        const ns = namespace()
        const id = await tell(ns, livesIn('Porto'))
        await invalidate(ns, id)
        expect((await erase(ns, id)).erased.memories).toBe(1)
        expect(await texts(ns)).toEqual([])
      })
    })

    describe('a call', () => {
      it('changes all or nothing', async () => {
        const ns = namespace()
        const id = await tell(ns, livesIn('Porto'))
        const gone = id + 1_000
        const both: Revision[] = [
          { kind: 'edit', id, edit: { text: livesIn('Vienna') } },
          { kind: 'erase', id: gone },
        ]
        expect(await attempt(ns, both, receiptOf(7))).toEqual({ kind: 'missing', ids: [gone] })
        expect(await listed(ns)).toMatchObject([{ text: livesIn('Porto'), version: 1 }])
        expect((await store.receipts(ns, { before: null, limit: 9 })).receipts).toEqual([])
      })

      it('sees nothing of other personas and other namespaces', async () => {
        const [ns, other] = [namespace(), namespace()]
        const id = await tell(ns, livesIn('Porto'), { persona: 'bob' })
        const kinds: Revision[] = [
          { kind: 'erase', id },
          { kind: 'edit', id, edit: { metadata: { a: 1 } } },
          { kind: 'invalidate', id, reason: null },
        ]
        for (const revision of kinds) {
          const missing = { kind: 'missing', ids: [id] }
          expect(await attempt(ns, [revision], { ...receiptOf(1), personas: ['ann'] })).toEqual(missing)
          expect(await attempt(other, [revision], receiptOf(1))).toEqual(missing)
        }
        expect(await listed(ns)).toMatchObject([{ version: 1, state: 'current' }])
        expect((await attempt(ns, [kinds[1]!], { personas: ['bob'] })).kind).toBe('done')
      })

      it('happens once with the same `once`', async () => {
        const ns = namespace()
        const id = await tell(ns, livesIn('Porto'))
        const asked = { once: 'edit-1' }
        const change: Revision[] = [{ kind: 'edit', id, edit: { text: livesIn('Vienna') } }]
        const first = await revise(ns, change, asked)
        expect(await store.happened(ns, 'edit-1')).toBe(true)
        expect((await revise(ns, change, asked)).versions).toEqual(first.versions)
        expect(await listed(ns)).toMatchObject([{ version: 2 }])
        const gone = { once: 'erase-1', ...receiptOf(5) }
        const { erased } = await revise(ns, [{ kind: 'erase', id }], gone)
        expect((await revise(ns, [{ kind: 'erase', id }], gone)).erased).toEqual(erased)
        expect((await store.receipts(ns, { before: null, limit: 9 })).receipts).toMatchObject([{ erased }])
      })

      it('is noted in the journal with the memories that it changed', async () => {
        const ns = namespace()
        const [a, b] = [await tell(ns, livesIn('Porto')), await tell(ns, 'Emma likes tea.')]
        const by = (action: string) => ({ by: { action, key: 'key_a', requestId: 'r' } })
        await revise(ns, [{ kind: 'edit', id: a, edit: { text: livesIn('Vienna') } }], by('memories.edit'))
        await revise(ns, [{ kind: 'invalidate', id: a, reason: null }], by('memories.invalidate'))
        await revise(ns, [{ kind: 'erase', id: b }], { ...by('memories.delete'), ...receiptOf(3) })
        const query = { before: Number.MAX_SAFE_INTEGER, limit: 9, action: null, since: null, until: null }
        const entries = await store.latest(ns, query)
        expect(entries.map(({ action, changed }) => [action, changed])).toEqual([
          ['memories.delete', { erased: { ids: [b], more: 0 } }],
          ['memories.invalidate', { updated: { ids: [a], more: 0 } }],
          ['memories.edit', { updated: { ids: [a], more: 0 } }],
        ])
        expect(JSON.stringify(entries)).not.toMatch(/Porto|Vienna|tea/)
      })
    })

    describe('a scope', () => {
      const inScope = (ns: string, filter: Partial<RecordFilter & AsSaid>, ids: number[] | null = null, limit = 50) =>
        store.inScope(ns, { filter: { ...ALL, ...filter }, ids, limit })
      const formerly = (ns: string, filter: Partial<RecordFilter & AsSaid>, ids: number[] | null = null, limit = 50) =>
        store.inScope(ns, { filter: { ...ALL, ...filter }, ids, limit, former: true })

      it('has the newest first, as many as are asked for, and counts all', async () => {
        const ns = namespace()
        const ids: number[] = []
        for (const n of [1, 2, 3, 4]) {
          const said = {
            session: `s${n % 2}`,
            metadata: { n },
            persona: n > 2 ? 'ann' : 'bob',
            occurredAt: NOON - n * DAY,
          }
          ids.push(await tell(ns, `Crate ${n} is here.`, said))
        }
        const [one, two, three, four] = ids as [number, number, number, number]
        expect(await inScope(ns, {})).toEqual({ ids: [four, three, two, one], total: 4 })
        expect(await inScope(ns, {}, null, 1)).toEqual({ ids: [four], total: 4 })
        expect(await inScope(ns, { personas: ['ann'] })).toEqual({ ids: [four, three], total: 2 })
        expect(await inScope(ns, { sessionId: 's1' })).toEqual({ ids: [three, one], total: 2 })
        expect(await inScope(ns, { until: NOON - 2 * DAY })).toEqual({ ids: [four, three], total: 2 })
        expect(await inScope(ns, { metadata: [['n', '2']] })).toEqual({ ids: [two], total: 1 })
        expect(await inScope(ns, {}, [two, four, 9_999])).toEqual({ ids: [four, two], total: 2 })
        expect(await inScope(ns, { personas: ['bob'] }, [two, four])).toEqual({ ids: [two], total: 1 })
        expect(await inScope(ns, { personas: ['nobody'] })).toEqual({ ids: [], total: 0 })
        expect(await inScope(namespace(), {})).toEqual({ ids: [], total: 0 })
        expect(await texts(ns)).toHaveLength(4)
      })

      it('has nothing by a name that only others say', async () => {
        const ns = namespace()
        const knows = (persona: string, subject: string, object: string): [string, Said] => [
          `${subject} knows ${object}.`,
          { persona, facts: [[subject, 'knows', object, 'person', 'person']] },
        ]
        await tell(ns, ...knows('bob', 'Maria Lopez', 'Emma Stone'))
        const id = await tell(ns, ...knows('ann', 'Maria', 'Tom Reed'))
        const asked = { personas: ['ann'], asSaid: true }
        expect(await inScope(ns, { ...asked, entity: 'Maria' })).toEqual({ ids: [id], total: 1 })
        for (const entity of ['Lopez', 'Emma Stone'])
          expect(await inScope(ns, { ...asked, entity })).toEqual({ ids: [], total: 0 })
      })

      it('has what is about an entity, and what was invalidated', async () => {
        const ns = namespace()
        const id = await tell(ns, 'Emma likes tea.', { facts: [['Emma', 'likes', 'tea']] })
        await tell(ns, 'Paul likes tea.', { facts: [['Paul', 'likes', 'tea']] })
        expect(await inScope(ns, { entity: 'Emma' })).toEqual({ ids: [id], total: 1 })
        await invalidate(ns, id)
        expect(await inScope(ns, { entity: 'Emma' })).toEqual({ ids: [id], total: 1 })
        // A list shows what a forget would erase.
        expect(await texts(ns, { entity: 'Emma' })).toEqual(['Emma likes tea.'])
        expect(await texts(ns, { entity: 'Emma', state: 'invalidated' })).toEqual(['Emma likes tea.'])
        expect(await texts(ns, { entity: 'Emma', state: 'current' })).toEqual([])
        expect(await texts(ns, { entity: 'Emma', personas: ['nobody'] })).toEqual([])
        const asked = { limit: 50, filter: { ...ALL, entity: 'Emma' } }
        expect((await store.listMemories(ns, { ...asked, before: id + 1 })).memories).toMatchObject([{ id }])
        expect((await store.listMemories(ns, { ...asked, before: id })).memories).toEqual([])
        expect((await inScope(ns, {})).total).toBe(2)
        expect(await inScope(ns, {}, [id])).toEqual({ ids: [id], total: 1 })
      })

      it('has what is invalidated and was about an entity, with the other conditions', async () => {
        const ns = namespace()
        const about = (name: string, text = `${name} has cancer.`): [string, Said] => [
          text,
          { persona: 'ann', facts: [[name, 'has', 'cancer', 'thing', 'person']] },
        ]
        const kept = await tell(ns, ...about('Ann Lee'))
        const other = await tell(ns, ...about('Ann Smith'))
        const anne = await tell(ns, ...about('Anne'))
        // The second one parks nothing: another was the first to say so.
        await tell(ns, 'Zoe sings.', { facts: [['Zoe', 'does', 'sing', 'thing', 'person']] })
        const again = await tell(ns, 'Zoe sings.', { session: 's2' })
        for (const id of [kept, other, anne, again]) await invalidate(ns, id)
        expect(await inScope(ns, { entity: 'Ann Lee' })).toEqual({ ids: [kept], total: 1 })
        expect(await inScope(ns, { entity: 'Ann' })).toEqual({ ids: [other, kept], total: 2 })
        expect(await inScope(ns, { entity: 'cancer' })).toEqual({ ids: [anne, other, kept], total: 3 })
        expect(await inScope(ns, { entity: 'Ann', asSaid: true, personas: ['ann'] }, [kept])).toEqual({
          ids: [kept],
          total: 1,
        })
        expect(await inScope(ns, { entity: 'Ann', personas: ['bob'] })).toEqual({ ids: [], total: 0 })
        expect((await inScope(ns, { entity: 'Zoe' })).ids).toContain(again)
        await erase(ns, kept)
        expect(await inScope(ns, { entity: 'Ann Lee' })).toEqual({ ids: [], total: 0 })
        expect((await restore(ns, anne)).kind).toBe('done')
        expect(await inScope(ns, { entity: 'Anne' })).toEqual({ ids: [anne], total: 1 })
      })

      it('has what named an entity before it was edited, however it stands now', async () => {
        const ns = namespace()
        const likes = (name: string): [string, Said] => [
          `${name} likes tea.`,
          { facts: [[name, 'likes', 'tea', 'thing', 'person']] },
        ]
        const [edited, hidden, moved, other] = [
          await tell(ns, ...likes('Ann')),
          await tell(ns, "I saw Ann's car."),
          await tell(ns, 'Ann owes Tom money.', { persona: 'ann', metadata: { n: 1 } }),
          await tell(ns, 'Anne sings.', { persona: 'ann' }),
        ]
        for (const [n, id] of [edited, hidden, other].entries()) await edit(ns, id, { text: `Zoe likes tea ${n}.` })
        await edit(ns, moved, { text: 'Bo sings.', persona: 'bob' })
        await invalidate(ns, hidden)
        expect(await inScope(ns, { entity: 'Ann' }), 'where only what is about her now is asked for').toMatchObject({
          total: 0,
        })
        expect(await formerly(ns, { entity: 'Ann' })).toEqual({ ids: [moved, hidden, edited], total: 3 })
        expect(await formerly(ns, { entity: 'Ann' }, [edited, other])).toEqual({ ids: [edited], total: 1 })
        expect(await formerly(ns, { entity: 'Ann' }, null, 1)).toEqual({ ids: [moved], total: 3 })
        expect(await formerly(ns, { entity: 'Ann', metadata: [['n', '1']] })).toEqual({ ids: [moved], total: 1 })
        expect(await formerly(ns, { entity: 'Ann', personas: ['bob'] })).toEqual({ ids: [moved], total: 1 })
        // Who is bound to personas does not hear of what was said in others.
        const bound = { asSaid: true, personas: ['bob'] }
        expect(await formerly(ns, { entity: 'Ann', ...bound })).toEqual({ ids: [], total: 0 })
        expect(await texts(ns, { entity: 'Ann' }), 'a list has what is about her now').toEqual([])
        for (const id of [edited, hidden, moved]) await erase(ns, id)
        expect(await formerly(ns, { entity: 'Ann' })).toEqual({ ids: [], total: 0 })
        expect((await formerly(ns, { entity: 'Anne' })).ids).toEqual([other])
      })

      it('has what is invalidated under the other names of whom it was about', async () => {
        const ns = namespace()
        const said = (text: string, name: string): [string, Said] => [
          text,
          { facts: [[name, 'likes', 'tea', 'thing', 'person']] },
        ]
        const full = await tell(ns, ...said('Maria Lopez likes tea.', 'Maria Lopez'))
        const short = await tell(ns, ...said('Maria really likes tea.', 'Maria'))
        await invalidate(ns, short)
        expect(await inScope(ns, { entity: 'Maria Lopez' })).toEqual({ ids: [short, full], total: 2 })
      })
    })

    describe('a receipt', () => {
      it('is begun with the first slice, and says what all of them erased and what remains', async () => {
        const ns = namespace()
        const ids = [await tell(ns, livesIn('Porto')), await tell(ns, 'Rain falls.'), await tell(ns, 'Bees dance.')]
        const scope = { persona: 'shared', before: 5 }
        const slice = (at: number, remaining: number, now: number) =>
          revise(ns, [{ kind: 'erase', id: ids[at]! }], { now, receipt: { id: 40, scope, remaining } })
        await slice(0, 2, NOON + DAY)
        const shown = async () => (await store.receipts(ns, { before: null, limit: 9 })).receipts
        expect(await shown()).toMatchObject([
          { id: 40, scope, remaining: 2, erased: { memories: 1, chunks: 1, facts: 1 } },
        ])
        await slice(1, 1, NOON + DAY)
        await slice(2, 0, NOON + 9 * DAY)
        expect(await shown()).toMatchObject([
          { id: 40, scope, remaining: 0, erased: { memories: 3, chunks: 3, facts: 1 } },
        ])
        expect((await shown())[0]!.at).toBe(NOON + 9 * DAY)
      })

      it('is written of what has nothing to erase, too', async () => {
        const ns = namespace()
        await tell(ns, livesIn('Porto'))
        const none = { memories: 0, chunks: 0, facts: 0, entities: 0, abstractions: 0, versions: 0, sessions: 0 }
        expect((await revise(ns, [], receiptOf(8))).erased).toEqual(none)
        expect((await store.receipts(ns, { before: null, limit: 9 })).receipts).toMatchObject([{ id: 8, erased: none }])
      })

      it('is listed newest first, page by page', async () => {
        const ns = namespace()
        expect(await store.receipts(ns, { before: null, limit: 2 })).toEqual({ receipts: [], next: null })
        for (const n of [1, 2, 3]) {
          const id = await tell(ns, `Crate ${n} is here.`)
          await revise(ns, [{ kind: 'erase', id }], receiptOf(n * 10))
        }
        const first = await store.receipts(ns, { before: null, limit: 2 })
        expect(first.receipts.map(({ id }) => id)).toEqual([30, 20])
        const second = await store.receipts(ns, { before: first.next, limit: 2 })
        expect([second.receipts.map(({ id }) => id), second.next]).toEqual([[10], null])
        expect((await store.receipts(namespace(), { before: null, limit: 2 })).receipts).toEqual([])
      })
    })
  })
}
