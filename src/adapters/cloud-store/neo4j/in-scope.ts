import { toChunkId } from '../../../domain/memory-id.ts'
import { MOST_PICKED } from '../../../memory/record-reader.ts'
import type { Transaction } from './connection.ts'
import { evidenceOf, memoriesPassing } from './filter.ts'
import { loadChunks } from './known.ts'
import type { Operation } from './operation.ts'
import { chunksHaving } from './record-reader.ts'

export const inScope: Operation<'inScope'> = async (tx, ns, { filter, ids, limit }) => {
  const { words, state: _, ...rest } = filter
  const saying = words.length > 0 ? new Set(await memoriesSaying(tx, ns, words)) : null
  const among = saying && ids ? ids.filter((id) => saying.has(id)) : (ids ?? (saying && [...saying]))
  const found = (await memoriesPassing(tx, ns, rest, among)).map(({ id }) => id).sort((a, b) => b - a)
  return { ids: found.slice(0, limit), total: found.length }
}

/** Whoever states a chunk that has all of these words. */
async function memoriesSaying(tx: Transaction, ns: string, words: readonly string[]): Promise<number[]> {
  const ids = await chunksHaving(tx, ns, words, MOST_PICKED)
  const [chunks, again] = await Promise.all([
    loadChunks(tx, 'MATCH (c:Chunk { namespace: $ns }) WHERE c.id IN $given.ids AND c.doomed IS NULL', { ns, ids }),
    evidenceOf(tx, ns, ids.map(toChunkId)),
  ])
  return [...chunks, ...again].map(({ memory }) => memory)
}
