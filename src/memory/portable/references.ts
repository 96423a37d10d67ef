import { type MemoryId, toChunkId, toFactId } from '../../domain/memory-id.ts'
import type { Brought, PortableChunk, PortableFact, PortableMemory, PortableRow } from '../../ports/portable.ts'
import type { StatedTarget } from '../records.ts'
import { isInvalidated } from '../state-changes.ts'

/** A memory, a chunk or a fact of a namespace. */
export type RowId = MemoryId | `m${number}`

/** That something of a persona is about another row. */
interface Reference {
  readonly from: RowId
  readonly persona: string
  readonly to: RowId
  /** It must be there; what else is referred to may have been forgotten. */
  readonly isNeeded?: boolean
}

export const chunksOf = (rows: readonly PortableRow[]): PortableChunk[] =>
  rows.flatMap((row) => (row.type === 'memory' ? row.chunks.map(ofMemory(row)) : row.type === 'chunk' ? row : []))

export const factsOf = (rows: readonly PortableRow[]): PortableFact[] =>
  rows.flatMap((row) => (row.type === 'memory' ? row.facts.map(ofMemory(row)) : row.type === 'fact' ? row : []))

const ofMemory =
  ({ metadata }: Pick<PortableMemory, 'metadata'>) =>
  <Part extends { readonly metadata?: string | null }>(part: Part) => ({
    ...part,
    metadata: part.metadata === undefined ? metadata : part.metadata,
  })

/** All that a row, and what comes in it, is about. */
export function referencesOf(row: PortableRow): Reference[] {
  if (row.type === 'chunk') return chunkReferences(row)
  if (row.type === 'fact') return factReferences(row)
  if (row.type === 'vector') {
    const { chunk, facts, persona } = row
    const from = toChunkId(chunk)
    return [from, ...facts.map(toFactId)].map((to) => ({ from, persona, to }))
  }
  if (row.type === 'history') {
    const memory = `m${row.memory}` as const
    return [{ from: memory, persona: row.persona, to: memory }]
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

const chunkReferences = ({ id, persona, memory, facts, vectors }: Brought<PortableChunk>): Reference[] =>
  [`m${memory}` as const, ...[...facts, ...vectors.flatMap((vector) => vector.facts)].map(toFactId)].map((to) => ({
    ...{ from: toChunkId(id), persona, to },
  }))

const factReferences = ({ id, persona, memory, chunk, abstraction }: Brought<PortableFact>): Reference[] =>
  [`m${memory}` as const, toChunkId(chunk), ...(abstraction === null ? [] : [toFactId(abstraction)])].map((to) => ({
    ...{ from: toFactId(id), persona, to },
  }))

/** What a memory tells that another one brought: it is evidence of that. */
export function saidAgain({ id, stated, chunks, facts }: PortableMemory): MemoryId[] {
  const isOwn = ({ memory }: { readonly memory: number }) => memory === id
  const brought = new Set<MemoryId>([
    ...chunks.filter(isOwn).map((chunk) => toChunkId(chunk.id)),
    ...facts.filter(isOwn).map((fact) => toFactId(fact.id)),
  ])
  const targets = (JSON.parse(stated) as StatedTarget[]).map(({ target }) => target)
  return [...new Set(targets)].filter((target) => !brought.has(target))
}

/** By the name of the session, the first that was said in it of these memories and is not out of retrieval. */
export function firstInSessions(memories: readonly PortableMemory[]): Map<string, PortableMemory> {
  const first = new Map<string, PortableMemory>()
  for (const memory of memories) {
    if (memory.session === null || isInvalidated(memory)) continue
    if ((first.get(memory.session)?.id ?? Infinity) > memory.id) first.set(memory.session, memory)
  }
  return first
}

/** The highest number of each kind that rows are, or are about: none of them is given to anything else, which would become theirs. */
export function highestIds(rows: readonly PortableRow[]): Record<'memories' | 'chunks' | 'facts', number> {
  const highest = { m: 0, c: 0, f: 0 }
  const note = (id: RowId) => {
    const kind = id[0] as keyof typeof highest
    highest[kind] = Math.max(highest[kind], Number(id.slice(1)))
  }
  for (const row of rows) {
    for (const { from, to } of referencesOf(row)) {
      note(from)
      note(to)
    }
    if (row.type === 'memory') note(`m${row.id}`)
  }
  return { memories: highest.m, chunks: highest.c, facts: highest.f }
}
