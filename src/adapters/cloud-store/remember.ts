import { entityLookupKeys } from '../../domain/entity/entity-name.ts'
import { BrainError } from '../../domain/errors.ts'
import type { MemoryId } from '../../domain/memory-id.ts'
import { contentId } from '../../domain/statement/content-id.ts'
import type { ArchivedMemory } from '../../ports/archive.ts'
import type { NewMemory, Remembered } from '../../ports/new-memory.ts'
import { DAY_MS } from '../../runtime/duration.ts'
import { toPoint } from './chunk-point.ts'
import type { Change, GraphScope, Wanted } from './graph-store.ts'
import { OtherEmbedder } from './other-embedder.ts'
import { type Outcome, type Planned, planChange } from './plan-change.ts'
import type { VectorScope } from './vector-store.ts'

interface Parts {
  readonly namespace: string
  readonly vectors: VectorScope
  readonly graph: GraphScope
  /** Takes work that nobody has to wait for. */
  readonly defer: (work: () => Promise<unknown>) => void
  /** Levels of confidence that are in the namespace for the first time, as far as the schedule knows. */
  readonly news: (levels: readonly number[]) => void
  /** Names that entities were given. */
  readonly learn: (given: Change['names']) => void
  /** Rebuilds the graph from the vector store, where that knows the namespace and the graph does not. */
  readonly restore: () => Promise<void>
}

/** While the graph is being restored: ids begin above those of the points, and the embedder is recorded when all is done. */
export interface Restoring {
  readonly idsAbove: number
  readonly last: boolean
}

interface Request {
  readonly now: number
  readonly embedder: string
  readonly memories: readonly NewMemory[]
  readonly past?: readonly Pick<ArchivedMemory, 'chunks' | 'facts'>[]
}

/**
 * Semantic first, then episodic: the graph's transaction decides and writes everything, the chunks marked as pending; then the vector store
 * gets them; then the mark goes. Whatever fails half-way, the same call again finds the marked chunks and completes them.
 */
export async function remember(
  parts: Parts,
  request: Request,
  restoring: Restoring | null = null,
): Promise<Remembered[]> {
  const { namespace, vectors, graph, defer } = parts
  const keys = await Promise.all(
    request.memories.map((memory, item) =>
      Promise.all(
        memory.chunks.map(({ text }, at) => {
          const day = Math.floor((request.past?.[item]?.chunks[at]?.createdAt ?? request.now) / DAY_MS)
          return contentId(namespace, memory.persona, memory.source, memory.speaker, day, text)
        }),
      ),
    ),
  )
  const planned = await change(parts, request, keys, restoring)
  const { outcomes, unfinished } = planned
  const chunks = [...planned.change.chunks, ...unfinished]
  if (chunks.length > 0) {
    await vectors.put(chunks.map(toPoint))
    const ids = chunks.map(({ id }) => id)
    defer(async () => {
      if (!(await graph.settle(ids))) await vectors.remove(ids)
    })
  }
  return outcomes.map((outcome) => toRemembered(outcome, planned.factIds))
}

async function change(parts: Parts, request: Request, keys: string[][], restoring: Restoring | null) {
  for (let attempt = 0; ; attempt++) {
    let refusal: BrainError | null = null
    let lost = false
    let planned: Planned | null = null
    let told = 0
    const factIds = await parts.graph.change(wantedBy(request.memories), async (known) => {
      refusal = null
      if (known.erased) refusal = new BrainError('invalid-key', 'The API key is invalid or inactive.')
      else if (known.embedder !== null && known.embedder !== request.embedder)
        refusal = new OtherEmbedder(known.embedder, request.embedder)
      if (refusal) return null
      lost = restoring === null && known.embedder === null && (await parts.vectors.count()) > 0
      if (lost) return null
      told = known.told
      const pending = known.chunks.filter((chunk) => chunk.pending).map(({ id }) => id)
      const there = new Set(pending.length > 0 ? await parts.vectors.existing(pending) : [])
      const embedder = restoring && !restoring.last ? null : request.embedder
      const from = { ...known, lastId: Math.max(known.lastId, restoring?.idsAbove ?? 0) }
      planned = planChange(from, new Set(pending.filter((id) => !there.has(id))), { ...request, embedder, keys })
      return planned.change
    })
    if (refusal) throw refusal
    if (lost && attempt === 0) {
      await parts.restore()
      continue
    }
    if (!planned) throw new BrainError('store-unavailable', 'neo4j: it lost this namespace and is being restored')
    const { change: written } = planned as Planned
    const levels = new Set(
      [...written.chunks, ...written.restatedChunks, ...written.facts, ...written.restatedFacts].map(
        ({ level }) => level,
      ),
    )
    const news = [...levels].filter((level) => (told & (1 << level)) === 0)
    if (news.length > 0) parts.news(news)
    if (written.names.length > 0) parts.learn(written.names)
    return { ...(planned as Planned), factIds }
  }
}

function wantedBy(memories: readonly NewMemory[]): Wanted {
  const names = memories.flatMap(({ facts }) => facts.flatMap(({ subject, object }) => [subject.name, object.name]))
  return {
    statements: memories.flatMap(({ persona, chunks }) => chunks.map(({ statement }) => ({ persona, statement }))),
    names: [...new Set([...new Set(names)].flatMap(entityLookupKeys))],
    sessions: [...new Set(memories.flatMap(({ sessionId }) => sessionId ?? []))],
  }
}

function toRemembered(outcome: Outcome, factIds: Readonly<Record<string, number>>): Remembered {
  const ids = outcome.ids.flatMap((id): MemoryId[] => {
    if ('chunk' in id) return [`c${id.chunk}`]
    const fact = factIds[id.fact]
    return fact === undefined ? [] : [`f${fact}`]
  })
  return {
    chunks: outcome.chunks,
    facts: outcome.newFacts.size,
    duplicateOf: outcome.chunks === 0 && outcome.known.length > 0 ? `c${outcome.known[0]}` : null,
    ids: [...new Set(ids)],
  }
}
