import type { ArchivedMemory } from '../../ports/archive.ts'
import { type PointRecord, toPoint } from './chunk-point.ts'
import type { ChunkRecord } from './graph-store.ts'
import type { Restoring } from './remember.ts'
import type { Scopes } from './scopes.ts'
import { settleChunks } from './settle-chunks.ts'
import { toMemory } from './stated.ts'
import type { ChunkPoint, VectorScope } from './vector-store.ts'

const AT_ONCE = 256

/** Ends what a crash left half-done: pending chunks are put, tombstoned ones taken away. Costs two lookups where there is nothing to do. */
export async function sweep(scopes: Scopes): Promise<void> {
  const { vectors, graph } = scopes
  for (;;) {
    const { pending, tombstoned } = await graph.unsettled(AT_ONCE)
    await complete(scopes, pending)
    if (tombstoned.length > 0) {
      await vectors.remove(tombstoned)
      await graph.purge(tombstoned)
    }
    if (pending.length < AT_ONCE && tombstoned.length < AT_ONCE) return
  }
}

async function complete(scopes: Scopes, chunks: readonly ChunkRecord[]): Promise<void> {
  if (chunks.length === 0) return
  await scopes.vectors.put(chunks.map(toPoint))
  await settleChunks(
    scopes,
    chunks.map(({ id }) => id),
  )
}

/** Puts every chunk that the graph knows and the vector store does not: after a server came back without its data. */
export async function refill(scopes: Scopes): Promise<void> {
  for (let after = 0; ; ) {
    const chunks = await scopes.graph.page(after, AT_ONCE)
    if (chunks.length === 0) return
    const there = new Set(await scopes.vectors.existing(chunks.map(({ id }) => id)))
    const missing = chunks.filter(({ id }) => !there.has(id))
    await complete(scopes, missing)
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
): Promise<void> {
  const points: Awaited<ReturnType<VectorScope['page']>> = []
  for (let after = 0; ; ) {
    const page = await vectors.page(after, AT_ONCE)
    if (page.length === 0) break
    points.push(...page)
    after = page.at(-1)!.id
  }
  const idsAbove = points.at(-1)?.id ?? 0
  // What was edited has a later number than it was told with.
  points.sort((a, b) => textOf(a).id - textOf(b).id || textOf(a).start - textOf(b).start || a.id - b.id)
  for (let at = 0; at < points.length; at += AT_ONCE)
    await tell(points.slice(at, at + AT_ONCE).map(toArchived), { idsAbove, last: false })
  await tell([], { idsAbove, last: true })
}

type Point = Omit<ChunkPoint, 'words' | 'source'>

const storedIn = ({ record }: Point) => record as unknown as PointRecord & { readonly message?: number }

/** Points of before know the text that they come from by its first chunk. */
const textOf = (point: Point) => {
  const { memory, message = point.id, start } = storedIn(point)
  return { id: memory ?? message, start }
}

function toArchived(point: Point): ArchivedMemory {
  const { record: _, ...own } = point
  const stored = storedIn(point)
  const memory = toMemory({ ...stored, ...own })
  const { createdAt, statedAt, accessCount } = stored
  const statedBy = stored.statedBy && { statedBy: stored.statedBy }
  const times = { createdAt, statedAt, accessCount, lastAccess: point.lastAccess, ...statedBy }
  const text = { id: textOf(point).id, createdAt }
  return { memory, record: text, chunks: [times], facts: memory.facts.map(() => times) }
}
