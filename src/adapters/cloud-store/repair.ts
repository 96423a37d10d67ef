import type { ArchivedMemory } from '../../ports/archive.ts'
import { type PointRecord, toPoint } from './chunk-point.ts'
import type { Restoring } from './remember.ts'
import type { Scopes } from './scopes.ts'
import { toMemory } from './stated.ts'
import type { ChunkPoint, VectorScope } from './vector-store.ts'

export interface Repaired {
  /** Chunks that the vector store did not have. */
  readonly completed: number
  /** Chunks that it should have let go of. */
  readonly removed: number
}

const AT_ONCE = 256

/** Ends what a crash left half-done: pending chunks are put, tombstoned ones taken away. Costs two lookups where there is nothing to do. */
export async function sweep({ vectors, graph }: Scopes): Promise<Repaired> {
  let completed = 0
  let removed = 0
  for (;;) {
    const { pending, tombstoned } = await graph.unsettled(AT_ONCE)
    if (pending.length > 0) {
      await vectors.put(pending.map(toPoint))
      await graph.settle(pending.map(({ id }) => id))
    }
    if (tombstoned.length > 0) {
      await vectors.remove(tombstoned)
      await graph.purge(tombstoned)
    }
    completed += pending.length
    removed += tombstoned.length
    if (pending.length < AT_ONCE && tombstoned.length < AT_ONCE) return { completed, removed }
  }
}

/** Puts every chunk that the graph knows and the vector store does not: after a server came back without its data. */
export async function refill({ vectors, graph }: Scopes): Promise<number> {
  let put = 0
  for (let after = 0; ; ) {
    const chunks = await graph.page(after, AT_ONCE)
    if (chunks.length === 0) return put
    const there = new Set(await vectors.existing(chunks.map(({ id }) => id)))
    const missing = chunks.filter(({ id }) => !there.has(id))
    if (missing.length > 0) {
      await vectors.put(missing.map(toPoint))
      await graph.settle(missing.map(({ id }) => id))
    }
    put += missing.length
    after = chunks.at(-1)!.id
  }
}

/**
 * The other way round: tells the graph again everything that the vector store has, in its old order and at its old times. The points keep
 * their keys, since these are made of their content, and get new numbers. The embedder is recorded last: until then the namespace counts as
 * lost, and whoever comes next begins again, which changes nothing of what was done.
 */
export async function restoreGraph(
  { vectors }: Pick<Scopes, 'vectors'>,
  tell: (memories: readonly ArchivedMemory[], restoring: Restoring) => Promise<unknown>,
): Promise<number> {
  const points: Awaited<ReturnType<VectorScope['page']>> = []
  for (let after = 0; ; ) {
    const page = await vectors.page(after, AT_ONCE)
    if (page.length === 0) break
    points.push(...page)
    after = page.at(-1)!.id
  }
  const idsAbove = points.at(-1)?.id ?? 0
  for (let at = 0; at < points.length; at += AT_ONCE)
    await tell(points.slice(at, at + AT_ONCE).map(toArchived), { idsAbove, last: false })
  await tell([], { idsAbove, last: true })
  return points.length
}

function toArchived({ record, ...point }: Omit<ChunkPoint, 'words'>): ArchivedMemory {
  const stored = record as unknown as PointRecord & { readonly message?: number }
  const memory = toMemory({ ...stored, ...point })
  const { createdAt, statedAt, accessCount } = stored
  const times = { createdAt, statedAt, accessCount, lastAccess: point.lastAccess }
  // Points of before know the text that they come from by its first chunk.
  const text = { id: stored.memory ?? stored.message, createdAt }
  return { memory, record: text, chunks: [times], facts: memory.facts.map(() => times) }
}
