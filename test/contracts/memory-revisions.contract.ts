import { describe, expect, it } from 'vitest'
import type { EntityRegister } from '../../src/ports/entity-register.ts'
import type { MemoryRecords } from '../../src/ports/memory-records.ts'
import type { MemoryRevisions, Revised, Revision } from '../../src/ports/memory-revisions.ts'
import type { MemoryStore } from '../../src/ports/memory-store.ts'
import type { NewMemory } from '../../src/ports/new-memory.ts'
import { EMBEDDER, memory, plan } from './memories.ts'

const NOON = Date.UTC(2026, 10, 15, 12)
const HOUR = 3_600_000

interface Created {
  readonly store: MemoryStore & MemoryRevisions & MemoryRecords & EntityRegister
  readonly namespace: () => string
}

type Request = Parameters<MemoryRevisions['revise']>[1]

const ALL = {
  ...{ personas: null, sessionId: null, source: null, entity: null, since: null, until: null },
  ...{ metadata: [], words: [], state: null },
}

/** What every store of memories that can be changed promises. */
export function describeMemoryRevisions(name: string, create: () => Created): void {
  describe(`${name}, changing memories`, () => {
    const { store, namespace } = create()

    const remember = async (ns: string, ...memories: NewMemory[]) =>
      (await store.remember(ns, { now: NOON, embedder: EMBEDDER, memories })).map(({ memory: id }) => id!)
    const revise = (ns: string, revisions: Revision[], given: Partial<Request> = {}): Promise<Revised> =>
      store.revise(ns, {
        ...{ now: NOON + HOUR, embedder: EMBEDDER, personas: null, revisions, read: [], receipt: null },
        ...given,
      })
    const texts = async (ns: string, query: string) => {
      const { chunks, facts } = await store.recall(ns, await plan(query))
      return [...chunks, ...facts].map(({ text }) => text).sort()
    }
    const lives = (town: string, given: Parameters<typeof memory>[1] = {}) =>
      memory(`Emma lives in ${town}.`, { facts: [['Emma', 'lives_in', town, 'place', 'person']], ...given })

    it('erases a memory with what only it states, and tells what went', async () => {
      const ns = namespace()
      const [porto, vienna] = await remember(
        ns,
        await lives('Porto', { session: 's1' }),
        await lives('Vienna', { session: 's2' }),
      )
      expect(await revise(ns, [{ id: vienna!, kind: 'erase' }])).toEqual({
        kind: 'done',
        erased: { memories: 1, chunks: 1, facts: 1, entities: 1, abstractions: 0, versions: 0, sessions: 1 },
        sessions: ['s2'],
        versions: [],
      })
      expect(await texts(ns, 'Where does Emma live?')).toEqual(['Emma lives in Porto.', 'Emma lives in Porto'].sort())
      expect((await store.count(ns, 'shared')).persona).toEqual({ chunks: 1, entities: 2, relations: 1 })
      expect(await store.findMemories(ns, { ids: [porto!, vienna!] })).toMatchObject([{ id: porto, state: 'current' }])
    })

    it('keeps what another states too, and asks for its text where it has to be read', async () => {
      const ns = namespace()
      const again = { source: 'document' as const, session: 's2' }
      const [first, second] = await remember(ns, await lives('Porto'), await lives('Porto', again))
      const asked = await revise(ns, [{ id: first!, kind: 'erase' }])
      expect(asked).toMatchObject({
        kind: 'unread',
        texts: [{ id: second, text: 'Emma lives in Porto.', source: 'document', sessionId: 's2', occurredAt: NOON }],
      })
      expect((await store.findMemories(ns, { ids: [first!] })).length, 'nothing has changed').toBe(1)
      const read = [{ id: second!, memory: await lives('Porto', again) }]
      expect(await revise(ns, [{ id: first!, kind: 'erase' }], { read })).toMatchObject({
        kind: 'done',
        erased: { memories: 1, chunks: 0, facts: 0, entities: 0 },
      })
      const { chunks, facts } = await store.recall(ns, await plan('Emma'))
      expect(chunks).toMatchObject([{ source: 'document', memory: second, statedBy: ['document'] }])
      expect(facts).toMatchObject([{ source: 'document', memory: second }])
    })

    it('edits at its place: the slot goes by it, and what was before is kept as a version', async () => {
      const ns = namespace()
      const [first] = await remember(ns, await lives('Porto', { metadata: { page: 1 } }), await lives('Vienna'))
      const edit = { kind: 'edit', id: first!, version: 1, edit: { text: 'Emma lives in Leeds.' } } as const
      expect(await revise(ns, [edit])).toMatchObject({
        kind: 'unread',
        texts: [{ id: first, text: 'Emma lives in Leeds.', metadata: { page: 1 } }],
      })
      const read = [{ id: first!, memory: await lives('Leeds', { metadata: { page: 1 } }) }]
      expect(await revise(ns, [edit], { read })).toMatchObject({ kind: 'done', versions: [{ id: first, version: 2 }] })
      const [edited] = await store.findMemories(ns, { ids: [first!] })
      expect(edited).toMatchObject({ text: 'Emma lives in Leeds.', version: 2, state: 'superseded', createdAt: NOON })
      expect(await texts(ns, 'Porto')).not.toContain('Emma lives in Porto.')
      const version = { version: 1, text: 'Emma lives in Porto.', persona: 'shared', metadata: { page: 1 } }
      expect(await store.history(ns, { id: first! })).toEqual({
        versions: [{ ...version, occurredAt: NOON, offsetMs: null, replacedAt: NOON + HOUR }],
        changes: [],
      })
      expect(await revise(ns, [edit], { read }), 'somebody else was faster').toMatchObject({
        kind: 'refused',
        version: 2,
      })
      const erased = await revise(ns, [{ id: first!, kind: 'erase' }])
      expect(erased).toMatchObject({ kind: 'done', erased: { versions: 1 } })
      expect(await store.history(ns, { id: first! })).toEqual({ versions: [], changes: [] })
    })

    it('has a text read by the clock that it was said by, whatever changes', async () => {
      const ns = namespace()
      // 23:30 on the first of March, there.
      const [at, offsetMs] = [Date.UTC(2026, 2, 2, 7, 30), -8 * HOUR]
      const flies = (date: string, given: Parameters<typeof memory>[1] = {}) =>
        memory('Emma flies tomorrow.', { facts: [['Emma', 'flies', 'Oslo']], date, occurredAt: at, offsetMs, ...given })
      // It is the first of March there, too.
      const other = { occurredAt: Date.UTC(2026, 1, 28, 20), offsetMs: 5.5 * HOUR, session: 's2' }
      const [first, again] = await remember(ns, await flies('2026-03-02'), await flies('2026-03-02', other))
      const clock = async (id: number) => {
        const [found] = await store.findMemories(ns, { ids: [id] })
        return [found?.occurredAt, found?.offsetMs]
      }
      expect(await clock(first!)).toEqual([at, offsetMs])
      const erase = { id: first!, kind: 'erase' } as const
      const unread = (revised: Revised) => (revised.kind === 'unread' ? revised.texts : [])
      expect(unread(await revise(ns, [erase]))).toMatchObject([{ id: again, offsetMs: 5.5 * HOUR }])

      const text = { id: first!, kind: 'edit', edit: { text: 'Emma sails tomorrow.' } } as const
      const asked = [text, { id: first!, kind: 'edit', edit: { offsetMs: null } }] as const
      const sails = await memory('Emma sails tomorrow.', { occurredAt: at, offsetMs })
      const readAgain = { id: again!, memory: await flies('2026-03-02', other) }
      const read = [{ id: first!, memory: sails }, readAgain]
      expect(unread(await revise(ns, [asked[0]]))).toMatchObject([{ id: first, occurredAt: at, offsetMs }])
      expect(await revise(ns, [asked[0]], { read })).toMatchObject({ kind: 'done' })
      expect(await clock(first!)).toEqual([at, offsetMs])
      for (const kind of ['invalidate', 'restore'] as const)
        expect(await revise(ns, [{ id: first!, kind, reason: null }])).toMatchObject({ kind: 'done' })
      expect(await clock(first!)).toEqual([at, offsetMs])
      expect(unread(await revise(ns, [asked[1]]))).toMatchObject([{ id: first, occurredAt: at, offsetMs: null }])
      expect(await revise(ns, [asked[1]], { read })).toMatchObject({ kind: 'done' })
      expect(await clock(first!)).toEqual([at, null])
      const { versions } = await store.history(ns, { id: first! })
      expect(versions.map((version) => [version.text, version.occurredAt, version.offsetMs])).toEqual([
        ['Emma flies tomorrow.', at, offsetMs],
        ['Emma sails tomorrow.', at, offsetMs],
      ])
    })

    it('changes metadata without reading anything', async () => {
      const ns = namespace()
      const [first] = await remember(ns, await lives('Porto', { metadata: { page: 1 } }))
      expect(await revise(ns, [{ id: first!, kind: 'edit', edit: { metadata: { page: 2 } } }])).toMatchObject({
        kind: 'done',
      })
      const { chunks, facts } = await store.recall(ns, await plan('Emma'))
      expect([...chunks, ...facts].map(({ metadata }) => metadata)).toEqual([{ page: 2 }, { page: 2 }])
      const filter = { ...ALL, metadata: [['page', '2'] as const] }
      expect(await store.inScope(ns, { filter, ids: null, limit: 10 })).toEqual({ ids: [first], total: 1 })
    })

    it('takes a memory out of retrieval and brings it back', async () => {
      const ns = namespace()
      const [first] = await remember(ns, await lives('Porto'))
      const before = await texts(ns, 'Emma')
      await revise(ns, [{ id: first!, kind: 'invalidate', reason: 'a joke' }])
      expect(await texts(ns, 'Emma')).toEqual([])
      expect((await store.count(ns, 'shared')).namespace).toEqual({ chunks: 0, entities: 0, relations: 0 })
      const { memories } = await store.listMemories(ns, { filter: ALL, before: null, limit: 10 })
      expect(memories).toMatchObject([{ id: first, state: 'invalidated', text: 'Emma lives in Porto.' }])
      const edit = { kind: 'edit', id: first!, edit: { text: 'x' } } as const
      expect(await revise(ns, [edit])).toMatchObject({ kind: 'refused', state: 'invalidated' })
      expect(await revise(ns, [{ id: first!, kind: 'restore', reason: null }])).toMatchObject({ kind: 'done' })
      expect(await texts(ns, 'Emma')).toEqual(before)
      expect(await revise(ns, [{ id: first!, kind: 'restore', reason: null }])).toMatchObject({ kind: 'refused' })
      expect((await store.history(ns, { id: first! })).changes).toEqual([
        { at: NOON + HOUR, state: 'invalidated', reason: 'a joke' },
        { at: NOON + HOUR, state: 'restored', reason: null },
      ])
    })

    it('shows and changes nothing of others to whoever is bound to personas', async () => {
      const ns = namespace()
      const [mine, theirs] = await remember(
        ns,
        await lives('Porto', { persona: 'me' }),
        await lives('Vienna', { persona: 'them' }),
      )
      const both = [mine!, theirs!].map((id): Revision => ({ id, kind: 'erase' }))
      expect(await revise(ns, both, { personas: ['me'] })).toEqual({ kind: 'missing', ids: [theirs] })
      expect((await store.findMemories(ns, { ids: [mine!, theirs!] })).length).toBe(2)
      expect(await revise(ns, [{ id: 4711, kind: 'erase' }])).toEqual({ kind: 'missing', ids: [4711] })
    })

    it('keeps a receipt, to which further calls add, and does once what must happen once', async () => {
      const ns = namespace()
      const ids = await remember(ns, await lives('Porto'), await lives('Vienna'), await lives('Leeds'))
      const scope = { ids: ids.length }
      const erase = (id: number, remaining: number, once: string) =>
        revise(ns, [{ id, kind: 'erase' }], { receipt: { id: 7, scope, remaining }, once })
      await erase(ids[0]!, 1, 'a')
      const [second, again] = [await erase(ids[1]!, 0, 'b'), await erase(ids[1]!, 0, 'b')]
      expect(again).toEqual(second)
      const { receipts, next } = await store.receipts(ns, { before: null, limit: 10 })
      expect({ receipts, next }).toEqual({
        receipts: [
          {
            ...{ id: 7, at: NOON + HOUR, scope, remaining: 0 },
            erased: { memories: 2, chunks: 2, facts: 2, entities: 2, abstractions: 0, versions: 0, sessions: 0 },
          },
        ],
        next: null,
      })
      expect(JSON.stringify(receipts)).not.toContain('Porto')
    })

    it('names sessions that heard what was changed to whoever asks, until they are reset', async () => {
      const ns = namespace()
      const unreset = async () => (await store.recall(ns, await plan('Where?'))).unreset
      await store.noteReset(ns, ['never told'])
      const towns = ['Porto', 'Vienna', 'Ghent'].map((town, at) => lives(town, { session: `s${at}` }))
      const [porto, vienna] = await remember(ns, ...(await Promise.all(towns)))
      expect(await unreset()).toBeUndefined()
      await revise(ns, [{ id: porto!, kind: 'invalidate', reason: 'a joke' }])
      await revise(ns, [{ id: vienna!, kind: 'erase' }])
      await revise(ns, [{ id: porto!, kind: 'erase' }])
      expect(await unreset()).toEqual(['s1', 's0'])
      await store.noteReset(ns, ['s1', 'nobody'])
      expect(await unreset()).toEqual(['s0'])
      await store.noteReset(ns, ['s0'])
      expect(await unreset()).toBeUndefined()
    })

    it('leaves apart what somebody took apart, and means others as if it had never been told', async () => {
      const ns = namespace()
      const knows = (who: string, whom: string) =>
        memory(`${who} knows ${whom}.`, { facts: [[who, 'knows', whom, 'person', 'person']] })
      const [johnson] = await remember(ns, await knows('Alice Johnson', 'Bob'), await knows('Alice', 'Cem'))
      const names = async () => (await store.list(ns, { after: '', limit: 10 })).map(({ name }) => name)
      expect(await names()).toEqual(['Alice Johnson', 'Bob', 'Cem'])
      await store.unmerge(ns, { entity: 'Alice Johnson', alias: 'Alice' })
      await remember(ns, await knows('Dan', 'Alice Johnson'))
      expect(await names()).toEqual(['Alice', 'Alice Johnson', 'Bob', 'Cem', 'Dan'])
      expect(await revise(ns, [{ id: johnson!, kind: 'erase' }])).toMatchObject({ kind: 'done' })
      expect(await names()).toEqual(['Alice', 'Alice Johnson', 'Cem', 'Dan'])
    })

    it('keeps no former version of a memory that is pruned, nor of one that loses its text', async () => {
      const ns = namespace()
      const one = await lives('Porto')
      const [start, end] = [await memory('Emma likes plums. '), await memory('Emma owns a kite.')]
      const text = start.text + end.text
      const shifted = end.chunks.map((chunk) => ({ ...chunk, start: start.text.length, end: text.length }))
      const ids = await remember(ns, one, { ...start, text, chunks: [...start.chunks, ...shifted] })
      const edits = ids.map((id) => ({ id, kind: 'edit' as const, edit: { metadata: { title: 'other' } } }))
      expect(await revise(ns, edits)).toMatchObject({ kind: 'done' })
      const versions = async () =>
        Promise.all(ids.map(async (id) => (await store.history(ns, { id })).versions.map((version) => version.text)))
      expect(await versions()).toEqual([[one.text], [text]])
      const { chunks } = await store.recall(ns, await plan('kite'))
      const kept = chunks.find((chunk) => chunk.text === end.text)!
      await store.touch(ns, { now: NOON + 800 * HOUR, ids: [`c${kept.id}`] })
      const fading = { now: NOON + 801 * HOUR, persona: null, threshold: 0.05, halfLifeMs: 24 * HOUR }
      expect(await store.prune(ns, fading)).toBe(3)
      expect(await store.findMemories(ns, { ids })).toMatchObject([{ id: ids[1], text: end.text }])
      expect(await versions()).toEqual([[], []])
    })

    it('lets two memories go in one call or none', async () => {
      const ns = namespace()
      const [first, second] = await remember(ns, await lives('Porto'), await lives('Vienna'))
      const stale = [
        { id: first!, kind: 'erase' as const },
        { id: second!, kind: 'erase' as const, version: 9 },
      ]
      expect(await revise(ns, stale)).toMatchObject({ kind: 'refused', id: second, version: 1 })
      expect((await store.findMemories(ns, { ids: [first!, second!] })).length).toBe(2)
    })
  })
}
