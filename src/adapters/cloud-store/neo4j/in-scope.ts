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

export const inScope: Operation<'inScope'> = async (tx, ns, { filter, ids, limit, former = false }) => {
  const { words, state: _, ...rest } = filter
  const saying = words.length > 0 ? new Set(await memoriesSaying(tx, ns, words)) : null
  const among = saying && ids ? ids.filter((id) => saying.has(id)) : (ids ?? (saying && [...saying]))
  const stating = (await memoriesPassing(tx, ns, rest, among)).map(({ id }) => id)
  const kept = rest.entity === null ? [] : await keptAbout(tx, ns, rest, among, former)
  const found = [...new Set([...stating, ...kept])].sort((a, b) => b - a)
  return { ids: found.slice(0, limit), total: found.length }
}

/** Whoever does not state a fact of the entity, and keeps a text that names it: out of retrieval, or as a former version. */
async function keptAbout(
  tx: Transaction,
  ns: string,
  filter: MemoryFilter,
  among: readonly number[] | null,
  former: boolean,
): Promise<number[]> {
  const names = await namesOf(tx, ns, filter)
  const passing = async (ids: readonly number[]) =>
    ids.length === 0 ? [] : (await memoriesPassing(tx, ns, { ...filter, entity: null }, ids)).map(({ id }) => id)
  const hidden = await passing(await hiddenAbout(tx, ns, names, among))
  if (!former) return hidden
  const edited = await passing(await editedAmong(tx, ns, among))
  const personas = filter.asSaid ? filter.personas : null
  return [...new Set([...hidden, ...(await formerlyAbout(tx, ns, names, { among: edited, personas }))])]
}

/** Memories that have former versions. */
const editedAmong = async (tx: Transaction, ns: string, among: readonly number[] | null): Promise<number[]> =>
  (
    await tx.run<{ memory: number }>(
      `MATCH (v:Version { namespace: $ns }) WHERE v.memory >= 0 AND v.version > 0 AND ($given.among IS NULL OR v.memory IN $given.among)
       RETURN DISTINCT v.memory AS memory`,
      { ns, among },
    )
  ).map(({ memory }) => memory)

/** So many texts are looked at together. */
const AT_ONCE = 200

/** What is out of retrieval states nothing, and comes back with a restore: it is known by what was kept of it. */
async function hiddenAbout(
  tx: Transaction,
  ns: string,
  names: readonly string[],
  among: readonly number[] | null,
): Promise<number[]> {
  const about: number[] = []
  for (let after = 0; ; ) {
    const changed = await tx.run<{ id: number; text: string | null; changes: string }>(
      `MATCH (m:Memory { namespace: $ns })
       WHERE m.id > $after AND m.changes IS NOT NULL AND ($given.among IS NULL OR m.id IN $given.among)
       RETURN m.id AS id, m.text AS text, m.changes AS changes ORDER BY m.id LIMIT ${AT_ONCE}`,
      { ns, after, among },
    )
    const hidden = changed.filter(isInvalidated)
    const ids = hidden.map(({ id }) => id)
    const parked = await readingsOf(tx, ns, ids)
    for (const { id, text } of hidden)
      if (isAbout(names, { text: text ?? '', parked: parked.get(id) ?? [] })) about.push(id)
    if (changed.length < AT_ONCE) return about
    after = changed.at(-1)!.id
  }
}

/** What a memory said before it was edited is kept, and comes back with a restore too. */
async function formerlyAbout(
  tx: Transaction,
  ns: string,
  names: readonly string[],
  { among, personas }: { readonly among: readonly number[]; readonly personas: readonly string[] | null },
): Promise<number[]> {
  const about = new Set<number>()
  if (among.length === 0) return []
  for (let [last, lastVersion] = [0, 0]; ; ) {
    const versions = await tx.run<{ memory: number; version: number; text: string }>(
      `MATCH (v:Version { namespace: $ns })
       WHERE v.memory >= $last AND v.version > 0 AND (v.memory > $last OR v.version > $lastVersion)
         AND v.memory IN $given.among AND ($given.personas IS NULL OR v.persona IN $given.personas)
       RETURN v.memory AS memory, v.version AS version, v.text AS text ORDER BY memory, version LIMIT ${AT_ONCE}`,
      { ns, last, lastVersion, among, personas },
    )
    for (const { memory, text } of versions)
      if (!about.has(memory) && isAbout(names, { text, parked: [] })) about.add(memory)
    if (versions.length < AT_ONCE) return [...about]
    ;({ memory: last, version: lastVersion } = versions.at(-1)!)
  }
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
