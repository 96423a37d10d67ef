import { describe, expect, it } from 'vitest'
import type { MemoryStore } from '../../src/ports/memory-store.ts'
import { EMBEDDER, memory, plan } from './memories.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const NOON = Date.UTC(2026, 10, 15, 12)

type Said = Parameters<typeof memory>[1]

/** What every MemoryStore promises of forgetting. `namespace` gives a new, unused one at each call. */
export function describeMemoryLifecycle(name: string, create: () => { store: MemoryStore; namespace: () => string }) {
  describe(`${name} forgets`, () => {
    const { store, namespace } = create()
    const say = async (ns: string, now: number, text: string, said: Said = {}) =>
      (await store.remember(ns, { now, embedder: EMBEDDER, memories: [await memory(text, said)] }))[0]!
    const faded = (now: number, persona: string | null = null, threshold = 0.05) => ({
      now,
      persona,
      threshold,
      halfLifeMs: 7 * DAY,
    })
    const consolidate = async (ns: string, now: number, asked: { persona?: string; force?: boolean } = {}) => {
      const { skipped, reinforced, decayed, pruned } = await store.consolidate(ns, {
        ...faded(now, asked.persona ?? null),
        force: asked.force ?? false,
        minIntervalMs: 10 * MINUTE,
        scheduled: false,
        compress: null,
      })
      return { skipped, reinforced, decayed, pruned }
    }
    const counted = (reinforced: number, decayed: number, pruned: number) => ({
      skipped: false,
      reinforced,
      decayed,
      pruned,
    })
    const SKIPPED = { skipped: true, reinforced: 0, decayed: 0, pruned: 0 }

    it('counts what faded and what was accessed since the previous consolidation', async () => {
      const ns = namespace()
      const bees = await say(ns, NOON, 'Bees dance.', { facts: [['bees', 'do', 'dance']] })
      await say(ns, NOON, 'Ants march.', { facts: [['ants', 'do', 'march']] })
      expect(await consolidate(ns, NOON)).toEqual(counted(0, 0, 0))
      expect(await consolidate(ns, NOON + HOUR)).toEqual(counted(0, 2, 0))
      await store.touch(ns, { now: NOON + 90 * MINUTE, ids: bees.ids })
      expect(await consolidate(ns, NOON + 2 * HOUR)).toEqual(counted(1, 1, 0))
      expect(await consolidate(ns, NOON + 3 * HOUR)).toEqual(counted(0, 2, 0))
      // The access came 90 minutes after the statement, and so much later it fades.
      const days = Math.log2(20) * 7 * DAY
      expect(await consolidate(ns, NOON + days + HOUR)).toEqual(counted(0, 2, 2))
      expect(await consolidate(ns, NOON + days + 2 * HOUR)).toEqual(counted(0, 1, 2))
      expect(await consolidate(ns, NOON + days + 3 * HOUR)).toEqual(counted(0, 0, 0))
    })

    it('deletes exactly what was counted, however much it is, and nothing that came since', {
      timeout: 60_000,
    }, async () => {
      const ns = namespace()
      const said = Array.from({ length: 130 }, (_, n) => [`Bee ${n} dances.`, `bee ${n}`] as const)
      const memories = await Promise.all(said.map(([text, bee]) => memory(text, { facts: [[bee, 'does', 'dance']] })))
      await store.remember(ns, { now: NOON, embedder: EMBEDDER, memories })
      const later = NOON + 31 * DAY
      await say(ns, later, 'Ants march.', { facts: [['ants', 'do', 'march']] })
      expect(await store.countFaded(ns, faded(later))).toBe(260)
      expect(await store.prune(ns, faded(later))).toBe(260)
      expect(await store.prune(ns, faded(later))).toBe(0)
      const { namespace: left } = await store.count(ns, 'shared')
      expect(left).toEqual({ chunks: 1, entities: 2, relations: 1 })
    })

    it('is skipped within ten minutes, unless forced, and where nothing was ever written too', async () => {
      const ns = namespace()
      expect(await consolidate(ns, NOON)).toEqual(counted(0, 0, 0))
      expect(await consolidate(ns, NOON + 9 * MINUTE)).toEqual(SKIPPED)
      expect(await consolidate(ns, NOON + 9 * MINUTE, { force: true })).toEqual(counted(0, 0, 0))
      expect(await consolidate(ns, NOON + 10 * MINUTE)).toEqual(SKIPPED)
      expect(await consolidate(ns, NOON + 19 * MINUTE)).toEqual(counted(0, 0, 0))
    })

    it('has ten minutes for each scope; a whole run covers its personas, a persona covers nobody', async () => {
      const ns = namespace()
      await say(ns, NOON, 'Bees dance.', { persona: 'a', facts: [['bees', 'do', 'dance']] })
      await say(ns, NOON, 'Ants march.', { persona: 'b', facts: [['ants', 'do', 'march']] })
      expect(await consolidate(ns, NOON + HOUR, { persona: 'a' })).toEqual(counted(0, 1, 0))
      expect(await consolidate(ns, NOON + HOUR, { persona: 'a' })).toEqual(SKIPPED)
      expect(await consolidate(ns, NOON + HOUR, { persona: 'b' })).toEqual(counted(0, 1, 0))
      expect(await consolidate(ns, NOON + HOUR + 1)).toEqual(counted(0, 2, 0))
      expect(await consolidate(ns, NOON + HOUR + 5 * MINUTE, { persona: 'b' })).toEqual(SKIPPED)
      expect(await consolidate(ns, NOON + HOUR + 5 * MINUTE, { persona: 'nobody' })).toEqual(SKIPPED)
      expect(await consolidate(ns, NOON + 3 * HOUR, { persona: 'nobody' })).toEqual(counted(0, 0, 0))
    })

    it('counts a persona that was consolidated by itself against its own previous time', async () => {
      const ns = namespace()
      const bees = await say(ns, NOON, 'Bees dance.', { persona: 'a', facts: [['bees', 'do', 'dance']] })
      const ants = await say(ns, NOON, 'Ants march.', { persona: 'b', facts: [['ants', 'do', 'march']] })
      await consolidate(ns, NOON)
      await store.touch(ns, { now: NOON + HOUR, ids: [...bees.ids, ...ants.ids] })
      expect(await consolidate(ns, NOON + 2 * HOUR, { persona: 'a' })).toEqual(counted(1, 0, 0))
      expect(await consolidate(ns, NOON + 3 * HOUR)).toEqual(counted(1, 1, 0))
    })

    it('does not call a statement an access, but a restatement', async () => {
      const ns = namespace()
      await consolidate(ns, NOON)
      await say(ns, NOON + HOUR, 'Bees dance.', { facts: [['bees', 'do', 'dance']] })
      expect(await consolidate(ns, NOON + 2 * HOUR)).toEqual(counted(0, 1, 0))
      await say(ns, NOON + 3 * HOUR, 'Bees dance!', { facts: [['bees', 'do', 'dance']] })
      expect(await consolidate(ns, NOON + 4 * HOUR)).toEqual(counted(1, 0, 0))
    })

    it('brings the loser of a slot back when its winner is pruned', async () => {
      const ns = namespace()
      await say(ns, NOON, 'I live in Vienna.', { facts: [['user', 'lives_in', 'Vienna']] })
      const porto = await say(ns, NOON - DAY, 'I live in Porto.', { facts: [['user', 'lives_in', 'Porto']] })
      await store.touch(ns, { now: NOON + 20 * DAY, ids: porto.ids })
      expect(await store.prune(ns, faded(NOON + 31 * DAY))).toBe(2)
      const found = await store.recall(ns, await plan('Where do I live? Vienna?', { hops: 3 }))
      expect(found.facts.map(({ text, candidate }) => [text, candidate])).toEqual([['user lives in Porto', true]])
      expect(found.chunks.map(({ text }) => text)).toEqual(['I live in Porto.'])
      expect((await store.count(ns, 'shared')).namespace).toEqual({ chunks: 1, entities: 2, relations: 1 })
    })

    it('keeps a fact that outlives its chunk, and its vector only until it is said again or gone', async () => {
      const ns = namespace()
      const said = await say(ns, NOON, 'Otters hold hands while they sleep.', { facts: [['otters', 'hold', 'hands']] })
      await store.touch(ns, { now: NOON + 20 * DAY, ids: said.ids.filter((id) => id.startsWith('f')) })
      expect(await store.prune(ns, faded(NOON + 31 * DAY))).toBe(1)
      const find = async () => store.recall(ns, await plan('otters sleep', { names: [] }))
      expect((await find()).facts.map(({ text }) => text)).toEqual(['otters hold hands'])
      expect((await find()).chunks).toEqual([])
      expect(await store.prune(ns, faded(NOON + 60 * DAY))).toBe(1)
      expect(await find()).toMatchObject({ chunks: [], facts: [] })
      expect((await store.count(ns, 'shared')).namespace).toEqual({ chunks: 0, entities: 0, relations: 0 })
    })

    it('leaves nothing of a name behind when its last fact goes', async () => {
      const ns = namespace()
      await say(ns, NOON, 'Dr. Ada Lopez works at Alto.', { facts: [['Dr. Ada Lopez', 'works_at', 'Alto']] })
      await say(ns, NOON + 20 * DAY, 'Alto is based in Zagreb.', { facts: [['Alto', 'based_in', 'Zagreb']] })
      await store.prune(ns, faded(NOON + 31 * DAY))
      expect((await store.count(ns, 'shared')).namespace).toEqual({ chunks: 1, entities: 2, relations: 1 })
      // A new bearer of the name is a new entity, not the one that was forgotten.
      await say(ns, NOON + 32 * DAY, 'Lopez likes tea.', { facts: [['Lopez', 'likes', 'tea']] })
      const found = await store.recall(ns, await plan('Lopez'))
      expect(JSON.stringify(found)).not.toMatch(/\bada\b/i)
    })

    it('counts and prunes at any threshold, 0 to 1, as the formula has it', async () => {
      const ns = namespace()
      await say(ns, NOON, 'Said by the user.')
      await say(ns, NOON, 'Read in a document.', { source: 'document' })
      await say(ns, NOON, 'Heard from the assistant.', { source: 'assistant' })
      const at = (now: number, threshold: number) => store.countFaded(ns, faded(now, null, threshold))
      expect(await Promise.all([0, 0.7, 0.71, 0.9, 0.95, 1].map((threshold) => at(NOON, threshold)))).toEqual([
        0, 0, 1, 1, 2, 2,
      ])
      expect(await at(NOON + 1, 1)).toBe(3)
      expect(await at(NOON + 7 * DAY, 0.5)).toBe(2)
      expect(await at(NOON + 7 * DAY + 1, 0.5)).toBe(3)
      expect(await at(NOON + 1000 * DAY, 0)).toBe(0)
      expect(await store.prune(ns, faded(NOON + 7 * DAY, null, 0.5))).toBe(2)
      expect(await at(NOON + 7 * DAY, 1)).toBe(1)
    })
  })
}
