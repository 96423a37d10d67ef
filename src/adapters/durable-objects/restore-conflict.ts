import { chunksIn, factsIn, type MemoryId, toChunkId, toFactId } from '../../domain/memory-id.ts'
import type { StatedTarget } from '../../memory/records.ts'
import type { PortableChunk, PortableFact, PortableMemory, PortableRow } from '../../ports/portable.ts'
import type { VaultTables } from './vault-tables.ts'

type RowId = MemoryId | `m${number}`
type Persona = string

export type RestoreConflict = { readonly memory: number } | { readonly target: MemoryId }

/** That something of a persona is about another row. */
interface Reference {
  readonly from: RowId
  readonly persona: Persona
  readonly to: RowId
  /** It must be there; what else is referred to may have been forgotten. */
  readonly isNeeded?: boolean
}

const conflictAt = (id: RowId): RestoreConflict =>
  id.startsWith('m') ? { memory: Number(id.slice(1)) } : { target: id as MemoryId }

/**
 * What keeps rows from being restored; null: nothing does. A row that is there already must be the same one, and nothing may be about
 * what is another persona's: whoever may write one persona could else read all of them.
 */
export function restoreConflict(tables: VaultTables, rows: readonly PortableRow[]): RestoreConflict | null {
  const memories = rows.filter((row) => row.type === 'memory')
  const known = new Map(tables.memories.byIds(memories.map(({ id }) => id)).map((row) => [row.id, row]))
  const nameOf = (persona: number): Persona => tables.personas.get(persona).name
  for (const row of memories) {
    const there = known.get(row.id)
    if (there && !isSameMemory({ ...there, persona: nameOf(there.persona) }, row)) return { memory: row.id }
  }
  const fresh = rows.filter((row) => row.type !== 'memory' || !known.has(row.id))
  const sent = new Map<RowId, Persona>()
  for (const { id, persona } of memories) {
    if ((sent.get(`m${id}`) ?? persona) !== persona) return { memory: id }
    sent.set(`m${id}`, persona)
  }
  const chunks = new Map<number, PortableChunk>()
  for (const chunk of chunksOf(rows)) {
    if (!isSameChunk(chunks.get(chunk.id) ?? chunk, chunk)) return { target: toChunkId(chunk.id) }
    chunks.set(chunk.id, chunk)
    sent.set(toChunkId(chunk.id), chunk.persona)
  }
  const facts = new Map<number, PortableFact>()
  for (const fact of factsOf(rows)) {
    if (!isSameFact(facts.get(fact.id) ?? fact, fact)) return { target: toFactId(fact.id) }
    facts.set(fact.id, fact)
    sent.set(toFactId(fact.id), fact.persona)
  }
  const references = fresh.flatMap(referencesOf)
  const stored = storedPersonas(references.map(({ to }) => to))
  const bad = references.find(({ persona, to, isNeeded }) => {
    const of = stored.get(to) ?? sent.get(to)
    return of === undefined ? isNeeded : of !== persona
  })
  if (bad) return conflictAt(bad.from)
  return takenId() ?? tellersOfOthers()

  function storedPersonas(ids: readonly RowId[]): Map<RowId, Persona> {
    const numbers = ids.flatMap((id) => (id.startsWith('m') ? Number(id.slice(1)) : []))
    return new Map<RowId, Persona>([
      ...tables.memories.byIds([...new Set(numbers)]).map((row) => [`m${row.id}`, nameOf(row.persona)] as const),
      ...tables.chunks
        .byIds([...new Set(chunksIn(ids))])
        .map((row) => [toChunkId(row.id), nameOf(row.persona)] as const),
      ...tables.facts.byIds([...new Set(factsIn(ids))]).map((row) => [toFactId(row.id), nameOf(row.persona)] as const),
    ])
  }

  /** Of what is restored, the first whose number another has. */
  function takenId(): RestoreConflict | null {
    const freshChunks = new Map(chunksOf(fresh).map((chunk) => [chunk.id, chunk]))
    for (const { persona, ...there } of tables.chunks.byIds([...freshChunks.keys()]))
      if (!isSameChunk({ ...there, persona: nameOf(persona) }, freshChunks.get(there.id)!))
        return { target: toChunkId(there.id) }
    const freshFacts = new Map(factsOf(fresh).map((fact) => [fact.id, fact]))
    for (const { persona, ...there } of tables.facts.byIds([...freshFacts.keys()]))
      if (!isSameFact({ ...there, persona: nameOf(persona) }, freshFacts.get(there.id)!))
        return { target: toFactId(there.id) }
    return null
  }

  /** A memory that came before what it tells must be of the same persona. */
  function tellersOfOthers(): RestoreConflict | null {
    const arriving = [
      ...chunksOf(fresh).map(({ id }) => toChunkId(id)),
      ...factsOf(fresh).map(({ id }) => toFactId(id)),
    ]
    const evidence = tables.memories.evidenceOf(arriving)
    const tellers = storedPersonas(evidence.map(({ memory }) => `m${memory}` as const))
    const other = evidence.find(({ target, memory }) => {
      const teller = tellers.get(`m${memory}`)
      return teller !== undefined && teller !== sent.get(target)
    })
    return other ? { target: other.target } : null
  }
}

type Comparable<T, Field extends keyof T> = Pick<T, Field | ('persona' & keyof T)>

/** Its text may have been edited since. */
const isSameMemory = (
  one: Comparable<PortableMemory, 'createdAt' | 'occurredAt'>,
  other: Comparable<PortableMemory, 'createdAt' | 'occurredAt'>,
) => one.persona === other.persona && one.createdAt === other.createdAt && one.occurredAt === other.occurredAt

const isSameChunk = (one: Comparable<PortableChunk, 'text'>, other: Comparable<PortableChunk, 'text'>) =>
  one.persona === other.persona && one.text === other.text

/** Whom it is about may be called otherwise since, and its words are those of whoever said it last: its place stays. */
const isSameFact = (
  one: Comparable<PortableFact, 'predicate' | 'slot'>,
  other: Comparable<PortableFact, 'predicate' | 'slot'>,
) => one.persona === other.persona && one.predicate === other.predicate && one.slot === other.slot

const chunksOf = (rows: readonly PortableRow[]): PortableChunk[] =>
  rows.flatMap((row) => (row.type === 'memory' ? row.chunks : row.type === 'chunk' ? row : []))

const factsOf = (rows: readonly PortableRow[]): PortableFact[] =>
  rows.flatMap((row) => (row.type === 'memory' ? row.facts : row.type === 'fact' ? row : []))

/** All that a row, and what comes in it, is about. */
export function referencesOf(row: PortableRow): Reference[] {
  if (row.type === 'chunk') return chunkReferences(row)
  if (row.type === 'fact') return factReferences(row)
  if (row.type === 'vector') {
    const { chunk, facts, persona } = row
    const from = toChunkId(chunk)
    return [from, ...facts.map(toFactId)].map((to) => ({ from, persona, to }))
  }
  if (row.type !== 'memory') return []
  const { persona } = row
  const from = `m${row.id}` as const
  const stated = (JSON.parse(row.stated) as StatedTarget[]).flatMap(({ target, chunk }): Reference[] => [
    { from, persona, to: target, isNeeded: true },
    ...(chunk === undefined ? [] : [{ from, persona, to: toChunkId(chunk) }]),
  ])
  return [...stated, ...row.chunks.flatMap(chunkReferences), ...row.facts.flatMap(factReferences)]
}

const chunkReferences = ({ id, persona, memory, facts, vectors }: PortableChunk): Reference[] =>
  [`m${memory}` as const, ...[...facts, ...vectors.flatMap((vector) => vector.facts)].map(toFactId)].map((to) => ({
    ...{ from: toChunkId(id), persona, to },
  }))

const factReferences = ({ id, persona, memory, chunk, abstraction }: PortableFact): Reference[] =>
  [`m${memory}` as const, toChunkId(chunk), ...(abstraction === null ? [] : [toFactId(abstraction)])].map((to) => ({
    ...{ from: toFactId(id), persona, to },
  }))
