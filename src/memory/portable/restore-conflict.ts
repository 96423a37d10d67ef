import { type MemoryId, toChunkId, toFactId } from '../../domain/memory-id.ts'
import type { PortableChunk, PortableFact, PortableMemory, PortableRow } from '../../ports/portable.ts'
import { chunksOf, factsOf, type RowId, referencesOf } from './references.ts'

/** `missing-references`: memories that tell what is nowhere, or what only such a memory would bring. */
type RestoreConflict =
  | { readonly kind: 'conflict'; readonly memory: number }
  | { readonly kind: 'conflict'; readonly target: MemoryId }
  | { readonly kind: 'missing-references'; readonly memories: readonly number[] }

/** What a store must know before rows can be compared with what it has. */
export interface RestoreLook {
  readonly memories: readonly number[]
  readonly chunks: readonly number[]
  readonly facts: readonly number[]
  /** Whatever comes: who tells it already is wanted. */
  readonly arriving: readonly MemoryId[]
  /** Memories of which more former versions come: which of these are there is wanted. */
  readonly histories: readonly number[]
}

/** What a store has of that. */
export interface StoredRows {
  readonly memories: ReadonlyMap<number, KnownMemory>
  readonly chunks: ReadonlyMap<number, KnownChunk>
  readonly facts: ReadonlyMap<number, KnownFact>
  /** Memories that say again what comes, each with its persona. */
  readonly tellers: readonly { readonly target: MemoryId; readonly persona: string }[]
  /** Former versions, as `versionKey` names them. */
  readonly versions: ReadonlySet<string>
}

export const versionKey = (memory: number, version: number): string => `${memory} ${version}`

export const NOTHING_STORED: StoredRows = {
  ...{ memories: new Map(), chunks: new Map(), facts: new Map(), tellers: [], versions: new Set() },
}

type KnownMemory = Pick<PortableMemory, 'persona' | 'createdAt' | 'occurredAt' | 'version'>

/** What a file says that a memory was is taken where the memory is at a later version: what is there stays as it is. */
export const isFormer = (memory: Pick<KnownMemory, 'version'>, version: number): boolean => version < memory.version
type KnownChunk = Pick<PortableChunk, 'persona' | 'text'>
type KnownFact = Pick<PortableFact, 'persona' | 'predicate' | 'slot'>

/** What would come of restoring the rows. */
export function rehearsed(rows: readonly PortableRow[], stored: StoredRows, isPart: boolean) {
  const conflict = restoreConflict(rows, stored, isPart)
  if (conflict) return conflict
  const ids = rows.flatMap((row) => (row.type === 'memory' ? row.id : []))
  const memories = [...new Set(ids)].filter((id) => !stored.memories.has(id)).length
  const beside = knownBeside(rows, stored)
  return { kind: 'done' as const, memories, known: ids.length - memories, knownBeside: beside }
}

/** How many chunks, facts and histories that come by themselves are there, or came before in the same rows. */
export const knownBeside = (
  rows: readonly PortableRow[],
  { memories, chunks, facts, versions }: StoredRows,
): number => {
  const came = new Set<string>()
  const isFirst = (name: string) => came.size < came.add(name).size
  const isTaken = (memory: number, version: number) => {
    const current = memories.get(memory)
    const key = versionKey(memory, version)
    return (!current || isFormer(current, version)) && !versions.has(key) && isFirst(`version ${key}`)
  }
  return rows.filter((row) => {
    if (row.type === 'chunk') return chunks.has(row.id) || !isFirst(toChunkId(row.id))
    if (row.type === 'fact') return facts.has(row.id) || !isFirst(toFactId(row.id))
    return row.type === 'history' && row.versions.filter(({ version }) => isTaken(row.memory, version)).length === 0
  }).length
}

/** Of all that the rows are, and are about. */
export function restoreLook(rows: readonly PortableRow[]): RestoreLook {
  const arriving = [...chunksOf(rows).map(({ id }) => toChunkId(id)), ...factsOf(rows).map(({ id }) => toFactId(id))]
  const ids: RowId[] = [...arriving, ...rows.flatMap(referencesOf).map(({ to }) => to)]
  for (const row of rows) if (row.type === 'memory') ids.push(`m${row.id}`)
  const numbers = (letter: string) => [
    ...new Set(ids.flatMap((id) => (id.startsWith(letter) ? Number(id.slice(1)) : []))),
  ]
  const histories = [...new Set(rows.flatMap((row) => (row.type === 'history' ? row.memory : [])))]
  return {
    ...{ memories: numbers('m'), chunks: numbers('c'), facts: numbers('f') },
    ...{ arriving: [...new Set(arriving)], histories },
  }
}

const conflictAt = (id: RowId): RestoreConflict =>
  id.startsWith('m') ? { kind: 'conflict', memory: Number(id.slice(1)) } : { kind: 'conflict', target: id as MemoryId }

/**
 * What keeps rows from being restored; null: nothing does. A row that is there already must be the same one, and nothing may be about
 * what is another persona's: whoever may write one persona could else read all of them. `isPart`: what is nowhere is taken to be in another part.
 */
export function restoreConflict(
  rows: readonly PortableRow[],
  stored: StoredRows,
  isPart: boolean,
): RestoreConflict | null {
  const sent = new Map<RowId, string>()
  for (const row of rows) {
    if (row.type !== 'memory') continue
    const there = stored.memories.get(row.id)
    if (there && !isSameMemory(there, row)) return conflictAt(`m${row.id}`)
    if ((sent.get(`m${row.id}`) ?? row.persona) !== row.persona) return conflictAt(`m${row.id}`)
    sent.set(`m${row.id}`, row.persona)
  }
  const fresh = rows.filter((row) => row.type !== 'memory' || !stored.memories.has(row.id))
  return (
    otherThan(chunksOf(rows), new Map(), isSameChunk, toChunkId) ??
    otherThan(factsOf(rows), new Map(), isSameFact, toFactId) ??
    referenceToOthers() ??
    otherThan(chunksOf(fresh), new Map(stored.chunks), isSameChunk, toChunkId) ??
    otherThan(factsOf(fresh), new Map(stored.facts), isSameFact, toFactId) ??
    tellersOfOthers() ??
    (isPart ? null : missingReferences())
  )

  /** The first whose number another has. */
  function otherThan<Known, Row extends Known & { readonly id: number; readonly persona: string }>(
    list: readonly Row[],
    known: Map<number, Known>,
    isSame: (one: Known, other: Known) => boolean,
    toId: (id: number) => MemoryId,
  ): RestoreConflict | null {
    for (const row of list) {
      if (!isSame(known.get(row.id) ?? row, row)) return conflictAt(toId(row.id))
      known.set(row.id, row)
      sent.set(toId(row.id), row.persona)
    }
    return null
  }

  function referenceToOthers(): RestoreConflict | null {
    const bad = fresh.flatMap(referencesOf).find(({ persona, to }) => {
      const of = storedPersona(to) ?? sent.get(to)
      return of !== undefined && of !== persona
    })
    return bad ? conflictAt(bad.from) : null
  }

  /**
   * A memory that is left out brings nothing, and who tells what only it would have brought is left out too. Each row is read once, since a file
   * may be a chain in which every memory rests on the next.
   */
  function missingReferences(): RestoreConflict | null {
    const bringers = new Map<RowId, number>()
    const needing = new Map<RowId, number[]>()
    const broughtBy = new Map<number, RowId[]>()
    for (const row of fresh) {
      const brought = [
        ...chunksOf([row]).map(({ id }) => toChunkId(id)),
        ...factsOf([row]).map(({ id }) => toFactId(id)),
      ]
      for (const id of brought) bringers.set(id, (bringers.get(id) ?? 0) + 1)
      if (row.type !== 'memory') continue
      listOf(broughtBy, row.id).push(...brought)
      for (const { to, isNeeded } of referencesOf(row))
        if (isNeeded && storedPersona(to) === undefined) listOf(needing, to).push(row.id)
    }
    const leftOut = new Set<number>()
    const missing = [...needing.keys()].filter((id) => !bringers.has(id))
    for (let target = missing.pop(); target !== undefined; target = missing.pop())
      for (const memory of needing.get(target) ?? []) {
        if (leftOut.has(memory)) continue
        leftOut.add(memory)
        for (const id of broughtBy.get(memory) ?? []) {
          const others = bringers.get(id)! - 1
          bringers.set(id, others)
          if (others === 0) missing.push(id)
        }
      }
    const memories = [...broughtBy.keys()].filter((id) => leftOut.has(id))
    memories.push(...historiesAlone(broughtBy))
    return memories.length > 0 ? { kind: 'missing-references', memories } : null
  }

  /** Memories of which more former versions come, and which are neither here nor among the rows. */
  function historiesAlone(sentMemories: ReadonlyMap<number, unknown>): Set<number> {
    const ids = fresh.flatMap((row) => (row.type === 'history' ? row.memory : []))
    return new Set(ids.filter((id) => !sentMemories.has(id) && storedPersona(`m${id}`) === undefined))
  }

  function storedPersona(id: RowId): string | undefined {
    const kinds = { m: stored.memories, c: stored.chunks, f: stored.facts }
    return kinds[id[0] as 'm' | 'c' | 'f'].get(Number(id.slice(1)))?.persona
  }

  /** A memory that came before what it tells must be of the same persona. */
  function tellersOfOthers(): RestoreConflict | null {
    const arriving = new Set<RowId>([
      ...chunksOf(fresh).map(({ id }) => toChunkId(id)),
      ...factsOf(fresh).map(({ id }) => toFactId(id)),
    ])
    const other = stored.tellers.find(({ target, persona }) => arriving.has(target) && persona !== sent.get(target))
    return other ? conflictAt(other.target) : null
  }
}

function listOf<Key, Value>(lists: Map<Key, Value[]>, key: Key): Value[] {
  const list = lists.get(key) ?? []
  lists.set(key, list)
  return list
}

/** Its text may have been edited since. */
const isSameMemory = (one: KnownMemory, other: KnownMemory) =>
  one.persona === other.persona && one.createdAt === other.createdAt && one.occurredAt === other.occurredAt

const isSameChunk = (one: KnownChunk, other: KnownChunk) => one.persona === other.persona && one.text === other.text

/** Whom it is about may be called otherwise since, and its words are those of whoever said it last: its place stays. */
const isSameFact = (one: KnownFact, other: KnownFact) =>
  one.persona === other.persona && one.predicate === other.predicate && one.slot === other.slot
