import { describe, expect, it } from 'vitest'
import type { EntityRegister } from '../../src/ports/entity-register.ts'
import { type AuditQuery, JOURNAL, type Journal } from '../../src/ports/journal.ts'
import type { MemoryStore } from '../../src/ports/memory-store.ts'
import { EMBEDDER, memory } from './memories.ts'

const DAY = 86_400_000
const NOON = Date.UTC(2026, 10, 15, 12)
const by = (action: string, key = 'key_a') => ({ action, key, requestId: `r-${action}` })
const ALL: AuditQuery = { before: Number.MAX_SAFE_INTEGER, limit: 100, action: null, since: null, until: null }

interface Tested {
  readonly store: MemoryStore & Journal & EntityRegister
  readonly namespace: () => string
}

/** What every store notes of what it changes. */
export function describeJournal(name: string, create: () => Tested) {
  describe(`${name} as a keeper of a journal`, () => {
    const { store, namespace } = create()
    const lives = (town: string) =>
      memory(`The user lives in ${town}.`, { facts: [['user', 'lives_in', town, 'place']] })
    const ingest = async (ns: string, now: number, ...memories: Awaited<ReturnType<typeof memory>>[]) =>
      store.remember(ns, { now, embedder: EMBEDDER, memories, by: by('ingest') })

    it('has one entry an operation: who, when, how many, which records, and no text', async () => {
      const ns = namespace()
      const [first] = await ingest(ns, NOON, await lives('Vienna'))
      const [second, again] = await ingest(ns, NOON + DAY, await lives('Porto'), await lives('Porto'))
      const [moved, told] = await store.latest(ns, ALL)
      expect(told).toEqual({
        ...{ id: NOON, at: NOON, ...by('ingest') },
        counts: { texts: 1, chunks: 1, facts: 1, duplicates: 0 },
        changed: { created: { ids: [first!.memory], more: 0 } },
      })
      expect(moved).toMatchObject({
        at: NOON + DAY,
        counts: { texts: 2, chunks: 1, facts: 1, duplicates: 1 },
        changed: { created: { ids: [second!.memory], more: 0 }, superseded: { ids: [first!.memory], more: 0 } },
      })
      expect(again!.duplicateOf).not.toBeNull()
      expect(JSON.stringify([moved, told])).not.toMatch(/Vienna|Porto|lives/i)
    })

    it('tells what lost its slot once, and not of what came too late to take it', async () => {
      const ns = namespace()
      const [vienna] = await ingest(ns, NOON, await lives('Vienna'))
      const [porto] = await ingest(ns, NOON + 1, await lives('Porto'))
      const assistant = await memory('The user lives in Rome.', {
        facts: [['user', 'lives_in', 'Rome', 'place']],
        source: 'assistant',
      })
      await ingest(ns, NOON + 2, assistant)
      await ingest(ns, NOON + 3, await lives('Lyon'))
      // Said again, it takes the slot back.
      await ingest(ns, NOON + 4, await lives('Vienna'))
      const changed = (await store.latest(ns, ALL)).map((entry) => entry.changed.superseded?.ids ?? [])
      expect(changed.slice(1)).toEqual([[porto!.memory], [], [vienna!.memory], []])
      expect(changed[0]).toHaveLength(1)
    })

    it('keeps at most 100 ids of an operation, and says how many more there were', async () => {
      const ns = namespace()
      const texts = Array.from({ length: 103 }, (_, n) => `Parcel ${n} weighs ${n + 7} grams in depot ${n * 3}.`)
      await ingest(ns, NOON, ...(await Promise.all(texts.map((text) => memory(text)))))
      const [entry] = await store.latest(ns, ALL)
      expect(entry!.changed.created!.ids).toHaveLength(100)
      expect(entry!.changed.created!.more).toBe(3)
    })

    it('notes what is pruned, by whomever; a round that changes nothing is not noted', async () => {
      const ns = namespace()
      const [told] = await ingest(ns, NOON, await memory('The bins are collected on Tuesday.'))
      const faded = { now: NOON + DAY, persona: null, threshold: 0.05, halfLifeMs: 7 * DAY }
      const round = { force: true, minIntervalMs: 0, scheduled: true, compress: null }
      await store.consolidate(ns, { ...faded, ...round, by: by('consolidate', 'schedule') })
      expect(await store.latest(ns, ALL)).toHaveLength(1)
      await store.consolidate(ns, { ...faded, ...round, scheduled: false, by: by('consolidate') })
      const later = { ...faded, now: NOON + 400 * DAY }
      await store.consolidate(ns, { ...later, ...round, by: by('consolidate', 'schedule') })
      await store.prune(ns, { ...later, by: by('prune') })
      const [pruned, swept, asked] = await store.latest(ns, ALL)
      expect(asked).toMatchObject({ key: 'key_a', action: 'consolidate', counts: { pruned: 0 }, changed: {} })
      expect(swept).toMatchObject({
        ...{ key: 'schedule', action: 'consolidate', counts: { pruned: 1 } },
        changed: { pruned: { ids: [told!.memory], more: 0 } },
      })
      expect(pruned).toMatchObject({ key: 'key_a', action: 'prune', counts: { pruned: 0 }, changed: {} })
    })

    it('notes an unmerge, and who watches; what nobody answers for is not noted', async () => {
      const ns = namespace()
      const names = { facts: [['Maria Lopez', 'lives_in', 'Sevilla', 'place', 'person']] as const }
      const short = { facts: [['Maria', 'works_at', 'Nordwind', 'organisation', 'person']] as const }
      await store.remember(ns, { now: NOON, embedder: EMBEDDER, memories: [await memory('Maria Lopez …', names)] })
      await store.remember(ns, { now: NOON, embedder: EMBEDDER, memories: [await memory('Maria works.', short)] })
      expect(await store.latest(ns, ALL)).toEqual([])
      await store.unmerge(ns, { entity: 'Maria Lopez', alias: 'Maria', now: NOON, by: by('entities.unmerge') })
      await store.unmerge(ns, { entity: 'Maria Lopez', alias: 'Nobody', now: NOON, by: by('entities.unmerge') })
      await store.watch(ns, { now: NOON, watched: true, by: by('webhook.created') })
      const entries = await store.latest(ns, ALL)
      expect(entries.map(({ action, counts }) => [action, counts])).toEqual([
        ['webhook.created', {}],
        ['entities.unmerge', { facts: 1 }],
      ])
    })

    it('gives each entry an id above all before, whatever the clock does, and pages both ways', async () => {
      const ns = namespace()
      for (const [n, now] of [NOON, NOON, NOON - DAY, NOON + 5].entries())
        await store.watch(ns, { now, watched: false, by: by(n % 2 === 0 ? 'even' : 'odd') })
      const entries = await store.latest(ns, ALL)
      expect(entries.map(({ id }) => id - NOON)).toEqual([5, 2, 1, 0])
      expect(entries.map(({ at }) => at)).toEqual([NOON + 5, NOON - DAY, NOON, NOON])
      const ids = (page: readonly { id: number }[]) => page.map(({ id }) => id - NOON)
      expect(ids(await store.latest(ns, { ...ALL, before: NOON + 2, limit: 1 }))).toEqual([1])
      expect(ids(await store.latest(ns, { ...ALL, action: 'odd' }))).toEqual([5, 1])
      expect(ids(await store.latest(ns, { ...ALL, since: NOON, until: NOON + 5 }))).toEqual([1, 0])
      expect(ids(await store.after(ns, { after: NOON, limit: 2 }))).toEqual([1, 2])
    })

    it('forgets what is older than 90 days, and everything with its namespace', async () => {
      const ns = namespace()
      const watch = (now: number) => store.watch(ns, { now, watched: false, by: by('watch') })
      for (let n = 0; n < 10; n++) await watch(NOON)
      for (let n = 0; n < 70; n++) await watch(NOON + (JOURNAL.days + 1) * DAY)
      expect((await store.latest(ns, ALL)).every(({ at }) => at > NOON)).toBe(true)
      await store.erase(ns)
      expect(await store.latest(ns, ALL)).toEqual([])
    })
  })
}
