import { describe, expect, it } from 'vitest'
import { packVector } from '../../src/domain/ranking/vector.ts'
import { resolveConflicts } from '../../src/memory/resolve-conflicts.ts'
import type { ConsolidationReport } from '../../src/ports/consolidation.ts'
import type { MemoryStore } from '../../src/ports/memory-store.ts'
import { createFakeEmbedder } from '../fakes/embedder.ts'
import { EMBEDDER, memory, plan } from './memories.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOON = Date.UTC(2026, 10, 15, 12)

export const TEAM = [
  ['Ann', 'works_at', 'Alto'],
  ['Bob', 'works_at', 'Alto'],
  ['Ann', 'manages', 'Bob'],
  ['Alto', 'based_in', 'Zagreb'],
  ['Ann', 'lives_in', 'Zagreb'],
  ['Bob', 'lives_in', 'Zagreb'],
] as const

/** What every MemoryStore promises of abstractions. */
export function describeAbstractions(name: string, create: () => { store: MemoryStore; namespace: () => string }) {
  describe(`${name} compresses`, () => {
    const { store, namespace } = create()
    const say = async (ns: string, now: number, fact: readonly [string, string, string], persona = 'shared') => {
      const text = `${fact[0]} ${fact[1].replaceAll('_', ' ')} ${fact[2]}.`
      const [stored] = await store.remember(ns, {
        now,
        embedder: EMBEDDER,
        memories: [await memory(text, { facts: [fact], persona })],
      })
      return stored!
    }
    const consolidate = (
      ns: string,
      now: number,
      asked: { persona?: string; tokens?: number; embedder?: string } = {},
    ) =>
      store.consolidate(ns, {
        now,
        persona: asked.persona ?? null,
        threshold: 0.05,
        halfLifeMs: 7 * DAY,
        force: true,
        minIntervalMs: 600_000,
        scheduled: false,
        compress: {
          maxClusters: 8,
          maxTokensPerDay: asked.tokens ?? 100_000,
          embedder: asked.embedder ?? EMBEDDER,
        },
      })
    const embedder = createFakeEmbedder()
    const SUMMARY = 'Ann manages Bob at Alto in Zagreb, where both live.'
    const answer = async (ns: string, now: number, report: ConsolidationReport, tokens = 100) => {
      const [vector] = await embedder.embed([SUMMARY], 'passage')
      return store.abstract(ns, {
        now,
        embedder: EMBEDDER,
        run: report.run!,
        abstractions: report.clusters.map((cluster) => ({
          cluster: cluster.number,
          members: cluster.facts.map(({ id }) => id),
          text: SUMMARY,
          vector: packVector(vector!),
        })),
        unfinished: [],
        tokens,
      })
    }
    const team = async (ns: string, persona = 'shared') => {
      for (const fact of TEAM) await say(ns, NOON, fact, persona)
    }
    const compressed = async () => {
      const ns = namespace()
      await team(ns)
      const report = await consolidate(ns, NOON + HOUR)
      expect(await answer(ns, NOON + HOUR, report)).toMatchObject({ created: 1, merged: 6 })
      return ns
    }
    const shown = async (ns: string, query: string, asked = {}) => {
      const found = await store.recall(ns, await plan(query, asked))
      return found.facts.filter(({ candidate, hot }) => candidate || hot)
    }

    it('offers a dense cluster of what is new, once', async () => {
      const ns = namespace()
      await team(ns)
      await say(ns, NOON, ['Tea', 'grown_in', 'Assam'])
      const { clusters, run } = await consolidate(ns, NOON + HOUR)
      expect(clusters.map(({ facts }) => facts.map(({ text }) => text))).toEqual([
        TEAM.map(([subject, relation, object]) => `${subject} ${relation.replaceAll('_', ' ')} ${object}`),
      ])
      expect(run).not.toBeNull()
      await answer(ns, NOON + HOUR, await consolidate(ns, NOON + 2 * HOUR))
      expect((await consolidate(ns, NOON + 3 * HOUR)).clusters).toEqual([])
    })

    it('offers nothing that has been contradicted', async () => {
      const ns = namespace()
      // As near to the rest as everything else: only that it no longer holds keeps it out.
      await say(ns, NOON - HOUR, ['Ann', 'lives_in', 'Split'])
      for (const name of ['Alto', 'Bob']) await say(ns, NOON - HOUR, [name, 'visited', 'Split'])
      await team(ns)
      const { clusters } = await consolidate(ns, NOON + HOUR)
      const offered = clusters.flatMap(({ facts }) => facts.map(({ text }) => text))
      expect(offered).toContain('Ann lives in Zagreb')
      expect(offered).toContain('Bob visited Split')
      expect(offered).not.toContain('Ann lives in Split')
    })

    it('shows the abstraction in the place of its members, with their texts, and counts these as before', async () => {
      const ns = await compressed()
      const facts = await shown(ns, 'Who manages Bob at Alto?', { hops: 3 })
      expect(facts.map(({ text }) => text)).toEqual([SUMMARY])
      expect(facts[0]!.members).toHaveLength(6)
      expect(facts[0]!.members).toContain('Ann manages Bob')
      expect((await store.count(ns, 'shared')).persona).toEqual({ chunks: 6, entities: 4, relations: 6 })
      // Found from an entity that stands at its edge, and not by words that it has.
      expect((await shown(ns, 'Zagreb', { episodic: false })).map(({ text }) => text)).toEqual([SUMMARY])
    })

    it('walks on through what was merged', async () => {
      const ns = await compressed()
      await say(ns, NOON + HOUR, ['Zagreb', 'twinned_with', 'Mainz'])
      const facts = await shown(ns, 'Bob', { hops: 3 })
      expect(facts.map(({ text }) => text).sort()).toEqual([SUMMARY, 'Zagreb twinned with Mainz'])
    })

    it('fades and is pruned with all its members, or with none', async () => {
      const ns = await compressed()
      const [abstraction] = await shown(ns, SUMMARY)
      await store.touch(ns, { now: NOON + 20 * DAY, ids: [`f${abstraction!.id}`] })
      const at = (now: number) => ({ now, persona: null, threshold: 0.05, halfLifeMs: 7 * DAY })
      const counters = await consolidate(ns, NOON + 25 * DAY)
      expect([counters.reinforced, counters.decayed, counters.pruned]).toEqual([6, 0, 0])
      expect(await store.prune(ns, at(NOON + 31 * DAY))).toBe(6)
      expect((await store.count(ns, 'shared')).persona).toEqual({ chunks: 0, entities: 4, relations: 6 })
      expect(await store.countFaded(ns, at(NOON + 51 * DAY))).toBe(6)
      expect(await store.prune(ns, at(NOON + 51 * DAY))).toBe(6)
      expect((await store.count(ns, 'shared')).persona).toEqual({ chunks: 0, entities: 0, relations: 0 })
      expect(await shown(ns, SUMMARY, { hops: 3 })).toEqual([])
    })

    it('gives the members back when the abstraction is removed alone, with the clock that it had', async () => {
      const ns = await compressed()
      const [abstraction] = await shown(ns, SUMMARY)
      await store.touch(ns, { now: NOON + 20 * DAY, ids: [`f${abstraction!.id}`] })
      await say(ns, NOON + 21 * DAY, ['Bob', 'lives_in', 'Split'])
      const all = await shown(ns, 'Ann Bob Alto Zagreb', { hops: 2 })
      const facts = all.filter(({ text }) => text !== 'Bob lives in Split')
      expect(facts).toHaveLength(6)
      expect(new Set(facts.map(({ lastAccess }) => lastAccess))).toEqual(new Set([NOON + 20 * DAY]))
      expect((await store.count(ns, 'shared')).persona).toEqual({ chunks: 7, entities: 5, relations: 7 })
    })

    it('gives the members back when one of them is contradicted, and the new fact wins', async () => {
      const ns = await compressed()
      await say(ns, NOON + DAY, ['Bob', 'lives_in', 'Split'])
      const texts = (await shown(ns, 'Where does Bob live?', { hops: 2 })).map(({ text }) => text)
      expect(texts).toContain('Bob lives in Split')
      expect(texts).toContain('Ann manages Bob')
      expect(texts).not.toContain(SUMMARY)
    })

    it('stands against somebody who is trusted less', async () => {
      const ns = await compressed()
      const doubt = await memory('Bob lives in Split.', { facts: [['Bob', 'lives_in', 'Split']], source: 'assistant' })
      await store.remember(ns, { now: NOON + DAY, embedder: EMBEDDER, memories: [doubt] })
      const found = await store.recall(ns, await plan('Where does Bob live?', { hops: 2 }))
      expect(found.facts.filter(({ candidate }) => candidate).map(({ text }) => text)).toContain(SUMMARY)
      // What the summary says still decides against it.
      expect([...resolveConflicts(found.facts, found.rivals).keys()]).toEqual(
        found.facts.filter(({ text }) => text === 'Bob lives in Split').map(({ id }) => id),
      )
    })

    it('is reminded by whoever says again what was merged', async () => {
      const ns = await compressed()
      await say(ns, NOON + 10 * DAY, ['Ann', 'manages', 'Bob'])
      const [abstraction] = await shown(ns, SUMMARY)
      expect(abstraction).toMatchObject({ text: SUMMARY, lastAccess: NOON + 10 * DAY })
    })

    it('leaves a cluster alone that changed while it was put into words, and offers it again', async () => {
      const ns = namespace()
      await team(ns)
      const report = await consolidate(ns, NOON + HOUR)
      await say(ns, NOON + HOUR + 5000, ['Bob', 'lives_in', 'Split'])
      expect(await answer(ns, NOON + HOUR + 9000, report)).toMatchObject({ created: 0, merged: 0 })
      expect((await shown(ns, 'Ann manages', { hops: 2 })).length).toBeGreaterThan(5)
      expect((await consolidate(ns, NOON + 2 * HOUR)).clusters).toHaveLength(1)
    })

    it('never has two at work, and a run that was never finished does not count', async () => {
      const ns = namespace()
      await team(ns)
      const first = await consolidate(ns, NOON + HOUR)
      expect(await consolidate(ns, NOON + HOUR + 1000)).toMatchObject({ skipped: true, clusters: [] })
      // The first one died. Whoever comes later does it all, forced or not.
      const second = await consolidate(ns, NOON + HOUR + 60_000)
      expect(second.clusters).toEqual(first.clusters)
      expect(await answer(ns, NOON + HOUR + 61_000, first)).toMatchObject({ created: 0, merged: 0 })
      expect(await answer(ns, NOON + HOUR + 62_000, second)).toMatchObject({ created: 1, merged: 6 })
    })

    it('offers nothing when the tokens of the day are spent, and goes on the next day', async () => {
      const ns = namespace()
      await team(ns)
      const report = await consolidate(ns, NOON + HOUR, { tokens: 1000 })
      expect(report.clusters).toHaveLength(1)
      await store.abstract(ns, {
        now: NOON + HOUR,
        embedder: EMBEDDER,
        run: report.run!,
        abstractions: [],
        unfinished: [0],
        tokens: 900,
      })
      expect((await consolidate(ns, NOON + 2 * HOUR, { tokens: 1000 })).clusters).toEqual([])
      expect((await consolidate(ns, NOON + 13 * HOUR, { tokens: 1000 })).clusters).toHaveLength(1)
    })

    it('offers nothing to whoever has another encoder', async () => {
      const ns = namespace()
      await team(ns)
      expect((await consolidate(ns, NOON + HOUR, { embedder: 'another' })).clusters).toEqual([])
      expect((await consolidate(ns, NOON + 2 * HOUR)).clusters).toHaveLength(1)
    })

    it('keeps personas apart', async () => {
      const ns = namespace()
      await team(ns, 'a')
      for (const fact of TEAM.slice(0, 3)) await say(ns, NOON, fact, 'b')
      expect((await consolidate(ns, NOON + HOUR, { persona: 'b' })).clusters).toEqual([])
      const report = await consolidate(ns, NOON + HOUR, { persona: 'a' })
      expect(await answer(ns, NOON + HOUR, report)).toMatchObject({ created: 1, merged: 6 })
      expect((await shown(ns, 'Ann Bob', { personas: ['b', 'shared'] })).map(({ text }) => text).sort()).toEqual([
        'Ann manages Bob',
        'Ann works at Alto',
        'Bob works at Alto',
      ])
    })

    it('shows a hot member as its abstraction', async () => {
      const ns = namespace()
      const first = await say(ns, NOON, TEAM[0])
      await team(ns)
      await answer(ns, NOON + HOUR, await consolidate(ns, NOON + HOUR))
      const facts = await shown(ns, 'something else entirely', { hot: first.ids, names: [] })
      expect(facts.filter(({ hot }) => hot).map(({ text }) => text)).toEqual([SUMMARY])
    })
  })
}
