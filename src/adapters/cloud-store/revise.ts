import { BrainError } from '../../domain/errors.ts'
import { levelBit } from '../../memory/horizon.ts'
import type { MemoryRevisions, Revised } from '../../ports/memory-revisions.ts'
import { toPoint } from './chunk-point.ts'
import type { RevisedGraph } from './graph-store.ts'
import { OtherEmbedder } from './other-embedder.ts'
import type { Scopes } from './scopes.ts'
import { settleChunks } from './settle-chunks.ts'

interface Parts extends Scopes {
  readonly defer: (work: () => Promise<unknown>) => void
  readonly news: () => void
  readonly wake: () => void
  readonly restore: () => Promise<void>
  readonly sweep: () => Promise<void>
  /** Names may mean others than before. */
  readonly forgetNames: () => Promise<void>
}

type Request = Parameters<MemoryRevisions['revise']>[1]

/**
 * The graph's transaction changes everything; from then on nobody finds the points of what went. Then the vector store gets what is new and lets
 * go of what is gone. Whatever fails half-way, the marks in the graph say what is left to do: the same call again, or the next sweep, does it.
 */
export async function revise(parts: Parts, request: Request): Promise<Revised> {
  const { vectors, graph } = parts
  const done = await reviseGraph(parts, request)
  if ('refused' in done) return refuse(done, request)
  if ('happened' in done) {
    // Whoever did it may have died before the vector store heard of it.
    await Promise.all([parts.sweep(), parts.forgetNames()])
    return done.happened
  }
  if ('unchanged' in done) {
    // It may be a second try, without a name, of what happened.
    if (done.unchanged.kind !== 'unread') parts.defer(parts.sweep)
    return done.unchanged
  }
  const { revised, pending, tombstoned } = done
  if (done.watched) parts.wake()
  if (done.levels.some((level) => (done.told & levelBit(level)) === 0)) parts.news()
  if (done.renamed) await parts.forgetNames()
  if (pending.length > 0) {
    await vectors.put(pending.map(toPoint))
    await settleChunks(
      parts,
      pending.map(({ id }) => id),
    )
  }
  if (tombstoned.length > 0) {
    await vectors.remove(tombstoned)
    await graph.purge(tombstoned)
  }
  return revised
}

/** Once more where the graph has lost the namespace, and the vector store has not. */
async function reviseGraph({ vectors, graph, restore }: Parts, request: Request): Promise<RevisedGraph> {
  const done = await graph.revise(request)
  if (!('refused' in done) || done.refused !== 'unknown' || (await vectors.count()) === 0) return done
  await restore()
  return graph.revise(request)
}

function refuse(done: Extract<RevisedGraph, { refused: unknown }>, { embedder, revisions }: Request): Revised {
  switch (done.refused) {
    case 'erased':
      throw new BrainError('invalid-key', 'The API key is invalid or inactive.')
    case 'other embedder':
      throw new OtherEmbedder(done.embedder, embedder)
    case 'unknown':
      return { kind: 'missing', ids: revisions.map(({ id }) => id) }
  }
}
