import { BrainError } from '../../domain/errors.ts'
import { levelBit } from '../../memory/horizon.ts'
import type { Portable } from '../../ports/portable.ts'
import { OtherEmbedder } from './other-embedder.ts'
import type { Scopes } from './scopes.ts'

interface Parts extends Scopes {
  readonly news: () => void
  readonly wake: () => void
  readonly restore: () => Promise<void>
  readonly sweep: () => Promise<void>
  readonly forgetNames: () => Promise<void>
}

type Method = 'exportPage' | 'restoreRows'
type Asked<M extends Method> = Parameters<Portable[M]>[1]

/** Whether the graph has lost what the vector store still has. */
const isLost = async ({ vectors }: Scopes): Promise<boolean> => (await vectors.count()) > 0

export async function exportPage(parts: Parts, request: Asked<'exportPage'>): ReturnType<Portable['exportPage']> {
  const page = await parts.graph.exportPage(request)
  if (page.embedder !== null || !(await isLost(parts))) return page
  await parts.restore()
  return parts.graph.exportPage(request)
}

/**
 * The graph's transaction takes everything over; then the vector store gets the chunks that are marked. Whatever fails half-way, the same call again
 * finds the marks. What was tombstoned goes first: it may come back under its old number.
 */
export async function restoreRows(parts: Parts, request: Asked<'restoreRows'>): ReturnType<Portable['restoreRows']> {
  if (!request.dryRun) await parts.sweep()
  let done = await parts.graph.restoreRows({ ...request, isNew: false })
  if ('refused' in done && done.refused === 'unknown') {
    if (await isLost(parts)) await parts.restore()
    done = await parts.graph.restoreRows({ ...request, isNew: true })
  }
  if ('refused' in done) {
    if (done.refused === 'other embedder') throw new OtherEmbedder(done.embedder, request.embedder)
    throw new BrainError('invalid-key', 'The API key is invalid or inactive.')
  }
  const { answer, changed } = done
  if (!changed) return answer
  if (changed.watched) parts.wake()
  if (changed.levels.some((level) => (changed.told & levelBit(level)) === 0)) parts.news()
  if (changed.renamed) await parts.forgetNames()
  await parts.sweep()
  return answer
}
