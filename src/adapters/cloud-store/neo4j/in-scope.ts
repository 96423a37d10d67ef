import { toChunkId } from '../../../domain/memory-id.ts'
import { MOST_PICKED } from '../../../memory/record-reader.ts'
import { isAbout, namesFor } from '../../../memory/revision/is-about.ts'
import { isInvalidated } from '../../../memory/state-changes.ts'
import type { MemoryFilter } from '../../../ports/memory-records.ts'
import type { Transaction } from './connection.ts'
import { entitiesNamed, evidenceOf, memoriesPassing } from './filter.ts'
import { loadChunks } from './known.ts'
import type { Operation } from './operation.ts'
import { chunksHaving } from './record-reader.ts'
import { createRevisionLooks } from './revision-looks.ts'
import { readingsOf } from './revisions.ts'

export const inScope: Operation<'inScope'> = async (tx, ns, { filter, ids, limit }) => {
  const { words, state: _, ...rest } = filter
  const saying = words.length > 0 ? new Set(await memoriesSaying(tx, ns, words)) : null
  const among = saying && ids ? ids.filter((id) => saying.has(id)) : (ids ?? (saying && [...saying]))
  const stating = (await memoriesPassing(tx, ns, rest, among)).map(({ id }) => id)
  const hidden = rest.entity === null ? [] : await hiddenAbout(tx, ns, rest, among)
  const found = [...stating, ...hidden].sort((a, b) => b - a)
  return { ids: found.slice(0, limit), total: found.length }
}

/** What is out of retrieval states nothing, and comes back with a restore: it is known by what was kept of it. */
async function hiddenAbout(
  tx: Transaction,
  ns: string,
  filter: MemoryFilter,
  among: readonly number[] | null,
): Promise<number[]> {
  const changed = await tx.run<{ id: number; text: string | null; changes: string }>(
    `MATCH (m:Memory { namespace: $ns }) WHERE m.id > 0 AND m.changes IS NOT NULL
     RETURN m.id AS id, m.text AS text, m.changes AS changes`,
    { ns },
  )
  const wanted = among && new Set(among)
  const hidden = new Map(
    changed
      .filter((row) => isInvalidated(row) && (!wanted || wanted.has(row.id)))
      .map(({ id, text }) => [id, text ?? '']),
  )
  if (hidden.size === 0) return []
  const [names, passing] = await Promise.all([
    namesOf(tx, ns, filter),
    memoriesPassing(tx, ns, { ...filter, entity: null }, [...hidden.keys()]),
  ])
  const ids = passing.map(({ id }) => id)
  const parked = await readingsOf(tx, ns, ids)
  return ids.filter((id) => isAbout(names, { text: hidden.get(id)!, parked: parked.get(id) ?? [] }))
}

/** Whoever may not see what others say knows nobody by another name that they gave. */
async function namesOf(tx: Transaction, ns: string, { entity, asSaid }: MemoryFilter): Promise<string[]> {
  const keys = asSaid ? [] : await entitiesNamed(tx, ns, entity!)
  return namesFor(entity!, keys.length === 0 ? [] : await createRevisionLooks(tx, ns).looks.entities(keys))
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
