import { chunksIn, factsIn } from '../../domain/memory-id.ts'
import { foundAmong, importPairs } from '../../memory/already-imported.ts'
import { knownAmong } from '../../memory/duplicate.ts'
import { fadedRanges } from '../../memory/faded.ts'
import { strengthRanges, toStrengths } from '../../memory/strengths.ts'
import type { ArchivedMemory } from '../../ports/archive.ts'
import type { Horizon } from '../../ports/consolidation.ts'
import type { EntityCache } from '../../ports/entity-cache.ts'
import type { EntityRegister } from '../../ports/entity-register.ts'
import type { Journal } from '../../ports/journal.ts'
import type { MemoryRecords } from '../../ports/memory-records.ts'
import type { MemoryRevisions } from '../../ports/memory-revisions.ts'
import type { MemoryStore } from '../../ports/memory-store.ts'
import type { Portable } from '../../ports/portable.ts'
import type { ReEmbeddable } from '../../ports/re-embeddable.ts'
import type { Schedule } from '../../ports/schedule.ts'
import type { Webhooks } from '../../ports/webhooks.ts'
import { abstract, consolidate, loadHorizon, noteTold, prune } from './consolidate.ts'
import { listEntities, unmerge } from './entity-register.ts'
import type { GraphStore } from './graph-store.ts'
import { OtherEmbedder } from './other-embedder.ts'
import { exportPage, restoreRows } from './portable.ts'
import { putEmbedded, toEmbed } from './re-embed.ts'
import { recallAsOf } from './recall-as-of.ts'
import { type Restoring, remember } from './remember.ts'
import { refill, restoreGraph, sweep } from './repair.ts'
import { revise } from './revise.ts'
import { saidAtIn } from './stated.ts'
import type { VectorStore } from './vector-store.ts'

interface Parts {
  readonly vectors: VectorStore
  /** Where another embedder's vectors are kept. */
  readonly vectorsOf: (embedder: string, dimensions: number) => VectorStore
  readonly graph: GraphStore
  /** null: names are looked up in the graph each time. */
  readonly entityCache: EntityCache | null
  readonly embedderId: () => string
  readonly clock: () => number
  /** Takes work that nobody has to wait for; it outlives the answer. */
  readonly defer: (work: () => Promise<unknown>) => void
  /** Namespaces that are being repaired; lives as long as the isolate. */
  readonly repairing: Set<string>
  readonly schedule: Pick<Schedule, 'announce' | 'forget'>
  readonly webhooks: Pick<Webhooks, 'wake'>
}

/** A MemoryStore made of a VectorStore and a GraphStore. What two stores cannot do in one transaction, order, marks and a sweep do. */
export function createComposedMemoryStore({
  vectors,
  vectorsOf,
  graph,
  entityCache,
  embedderId,
  clock,
  defer,
  schedule,
  webhooks,
  repairing,
}: Parts): MemoryStore & ReEmbeddable & EntityRegister & MemoryRecords & MemoryRevisions & Journal & Portable {
  const scopesOf = (namespace: string) => ({
    vectors: vectors.in(namespace),
    graph: graph.in(namespace),
    // What is lost here the outbox finds by itself, within the hour.
    wake: () => defer(() => webhooks.wake(namespace)),
  })

  async function announce(namespace: string, replaces: boolean, horizon: Horizon): Promise<void> {
    await schedule.announce(namespace, horizon)
    await noteTold(graph.in(namespace), horizon, replaces)
  }

  const partsOf = (namespace: string) => ({
    namespace,
    ...scopesOf(namespace),
    defer,
    news: () => defer(async () => announce(namespace, false, await loadHorizon(graph.in(namespace), clock()))),
    learn: (given: Parameters<EntityCache['learn']>[1]) => {
      if (entityCache) defer(() => entityCache.learn(namespace, given))
    },
    forgetNames: async () => entityCache?.erase(namespace),
    restore: () => restore(namespace),
    sweep: () => sweep(scopesOf(namespace)),
  })

  async function restore(namespace: string): Promise<void> {
    const parts = partsOf(namespace)
    await restoreGraph(parts, (archived, restoring: Restoring) =>
      remember(parts, asPast(archived, { now: clock(), embedder: embedderId() }), restoring),
    )
  }

  /** One at a time in this isolate; two at once would only do the same twice. */
  function repair(namespace: string, work: () => Promise<unknown>): void {
    if (repairing.has(namespace)) return
    repairing.add(namespace)
    defer(() => work().finally(() => repairing.delete(namespace)))
  }

  /** A namespace that was embedded anew changes over at the first call with the new embedder. */
  async function orChangeOver<T>(namespace: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof OtherEmbedder) || !(await graph.in(namespace).changeOver(embedderId()))) throw error
      defer(() => vectors.in(namespace).eraseOthers())
      return work()
    }
  }

  return {
    remember: (namespace, request) => orChangeOver(namespace, () => remember(partsOf(namespace), request)),
    toEmbed: (namespace, { embedder, limit }) => toEmbed(graph.in(namespace), embedder, limit),
    async putEmbedded(namespace, { embedder, vectors: made }) {
      const dimensions = made[0]?.vectors[0]?.values.length
      if (dimensions === undefined) return
      const scopes = { vectors: vectorsOf(embedder, dimensions).in(namespace), graph: graph.in(namespace) }
      await putEmbedded(scopes, embedder, made)
    },
    async known(namespace, { now, texts }) {
      const statements = texts.flatMap(({ persona, chunks }) => chunks.map(({ statement }) => ({ persona, statement })))
      const found = statements.length === 0 ? [] : await graph.in(namespace).duplicates(statements)
      // What is half stored would be completed, not restated.
      const pending = found.filter((duplicate) => duplicate.pending).map(({ id }) => id)
      const there = new Set(pending.length > 0 ? await vectors.in(namespace).existing(pending) : [])
      const duplicates = found.filter((duplicate) => !duplicate.pending || there.has(duplicate.id))
      return knownAmong(
        duplicates.map(({ stated, ...one }) => ({ ...one, saidAt: saidAtIn(stated) })),
        texts,
        now,
      )
    },
    async imported(namespace, texts) {
      const found = foundAmong(await graph.in(namespace).imported(importPairs(texts)), texts)
      // Whoever brought them may have died before the vector store heard of it.
      if (found.some((memory) => memory !== null)) await sweep(scopesOf(namespace))
      return found
    },
    revise: (namespace, request) => orChangeOver(namespace, () => revise(partsOf(namespace), request)),
    exportPage: (namespace, request) => orChangeOver(namespace, () => exportPage(partsOf(namespace), request)),
    restoreRows: (namespace, request) => orChangeOver(namespace, () => restoreRows(partsOf(namespace), request)),
    inScope: (namespace, request) => graph.in(namespace).inScope(request),
    history: (namespace, request) => graph.in(namespace).history(request),
    noteReset: (namespace, sessions) => graph.in(namespace).noteReset(sessions),
    receipts: (namespace, request) => graph.in(namespace).receipts(request),
    recall: (namespace, plan) =>
      orChangeOver(namespace, () =>
        recallAsOf(
          {
            ...scopesOf(namespace),
            embedder: embedderId(),
            names: {
              find: async (names) => (entityCache ? entityCache.find(namespace, names) : new Map()),
              note: (found) => {
                if (entityCache) defer(() => entityCache.note(namespace, found))
              },
            },
            missing: (store) =>
              repair(namespace, () => (store === 'neo4j' ? restore(namespace) : refill(scopesOf(namespace)))),
          },
          plan,
        ),
      ),
    async touch(namespace, { now, ids }) {
      if (ids.length > 0) await graph.in(namespace).touch({ now, chunks: chunksIn(ids), facts: factsIn(ids) })
    },
    countFaded: (namespace, faded) =>
      graph.in(namespace).countFaded({ persona: faded.persona, ranges: fadedRanges(faded) }),
    tallied: async (namespace, tally) => Number((await graph.in(namespace).outcome(tally)) ?? 0),
    happened: async (namespace, once) => (await graph.in(namespace).outcome(once)) !== null,
    prune: (namespace, { once, ...faded }) => prune(scopesOf(namespace), faded, undefined, once),
    consolidate: (namespace, request) => consolidate(scopesOf(namespace), request),
    abstract: (namespace, request) => abstract(graph.in(namespace), request),
    latest: (namespace, query) => graph.in(namespace).journal(query),
    after: (namespace, { after, limit }) => graph.in(namespace).journalAfter(after, limit),
    watch: (namespace, request) => graph.in(namespace).watch({ ...request, counts: {}, changed: {} }),
    count: (namespace, persona, within = null) =>
      graph.in(namespace).count(typeof persona === 'string' ? [persona] : persona, within),
    listMemories: (namespace, request) => graph.in(namespace).listMemories(request),
    findMemories: (namespace, request) => graph.in(namespace).findMemories(request),
    listFacts: (namespace, request) => graph.in(namespace).listFacts(request),
    graph: (namespace, request) => graph.in(namespace).graph(request),
    profile: (namespace, request) => graph.in(namespace).profile(request),
    strengths: async (namespace, request) =>
      toStrengths(await graph.in(namespace).strengths(strengthRanges(request)), request),
    list: (namespace, page) => listEntities(graph.in(namespace), page),
    async unmerge(namespace, merge) {
      const moved = await unmerge(graph.in(namespace), merge)
      // What the names mean has changed: nobody may find it the old way.
      if (moved !== null) await entityCache?.erase(namespace)
      return moved
    },
    async erase(namespace) {
      const scopes = scopesOf(namespace)
      // The mark keeps late writers out, so that what is deleted stays so.
      const sessions = await scopes.graph.erase(clock())
      await scopes.vectors.erase()
      await schedule.forget(namespace)
      await entityCache?.erase(namespace)
      return sessions
    },
  }
}

/** What was remembered before, to be told with its past. */
const asPast = (archived: readonly ArchivedMemory[], told: { readonly now: number; readonly embedder: string }) => ({
  ...told,
  memories: archived.map(({ memory }) => memory),
  past: archived,
})
