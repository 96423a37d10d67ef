import { chunksIn, toChunkId } from '../../domain/memory-id.ts'
import type { NewMemory } from '../../ports/new-memory.ts'
import type { MemoryRecord } from '../records.ts'
import type { Loaded } from './loaded.ts'
import { type Looking, look, type PlacedChunk } from './look.ts'
import { numberOf, piecesOf } from './pieces.ts'
import { type ChunkReading, type ChunkTelling, type MadeChunk, readingOf, regroup } from './regroup-chunks.ts'

/** A memory that is told anew at its place: with a new text, or with what it had before. */
export interface Retold {
  /** As it is to be; what it states is decided here. */
  readonly record: MemoryRecord
  readonly memory: NewMemory
}

/** The memories as they are to be. */
export interface Revisions {
  readonly removed: ReadonlySet<number>
  readonly retold: ReadonlyMap<number, Retold>
  /** With other metadata; what they tell stays. */
  readonly retagged: ReadonlyMap<number, MemoryRecord>
  /** Texts that were read because they have to tell in full what they only said again so far. */
  readonly read: ReadonlyMap<number, NewMemory>
}

/** A chunk as it is to be. */
export interface ChunkPlan extends MadeChunk {
  readonly id: number
  /** The row that has this id so far. */
  readonly before: PlacedChunk | null
  /** null: it stays what it is, but for who tells it. */
  readonly reading: ChunkReading | null
}

export interface ChunkPlans {
  readonly chunks: readonly ChunkPlan[]
  readonly removed: readonly PlacedChunk[]
}

/** Memories that have to be read first, and such as were read and turned out to be told in other parts than before. */
export interface Unready {
  readonly unread: readonly number[]
  readonly otherwise: readonly number[]
}

export const isUnready = (plans: ChunkPlans | Unready): plans is Unready => 'unread' in plans

export const changedIn = ({ removed, retold, retagged }: Revisions): number[] => [
  ...new Set([...removed, ...retold.keys(), ...retagged.keys()]),
]

/** A memory as it is to be, or as it is; undefined: it goes. */
export const recordIn = (loaded: Loaded, { removed, retold, retagged }: Revisions, id: number) =>
  removed.has(id) ? undefined : (retold.get(id)?.record ?? retagged.get(id) ?? loaded.records.get(id))

/** Which chunks there are, and who brings each: all that has a statement in common with what changes is told again. */
export function* planChunks(loaded: Loaded, revisions: Revisions, nextId: () => number): Looking<ChunkPlans | Unready> {
  const changed = changedIn(revisions)
  yield* loaded.loadRecords(changed)
  const told = chunksIn(changed.flatMap((id) => loaded.records.get(id)?.stated.map(({ target }) => target) ?? []))
  yield* loaded.loadChunks(told)
  const statements = new Map(
    [
      ...told.flatMap((id) => loaded.chunks.get(id) ?? []),
      ...[...revisions.retold.values()].flatMap(({ record: { persona }, memory }) =>
        memory.chunks.map(({ statement }) => ({ persona, statement })),
      ),
    ].map(({ persona, statement }) => [`${persona}\n${statement}`, { persona, statement }]),
  )
  const stored = yield* look('saying', [...statements.values()])
  loaded.keepChunks(stored)
  yield* loaded.loadTellers({ chunks: stored.map(({ id }) => id) })

  const made = [...Map.groupBy(tellingsOf(loaded, revisions, stored), ({ group }) => group).values()].flatMap((group) =>
    regroup(group.map(({ telling }) => telling).sort((a, b) => a.record.id - b.record.id || a.piece - b.piece)),
  )
  const read = made.map((chunk) => readingFor(revisions, chunk.tellings[0]!))
  const failed = (why: 'unread' | 'otherwise') =>
    made.flatMap(({ tellings }, at) => (read[at] === why ? tellings[0]!.record.id : []))
  const unready = { unread: failed('unread'), otherwise: failed('otherwise') }
  if (unready.unread.length > 0 || unready.otherwise.length > 0) return unready
  return numbered(made, read as (ChunkReading | null)[], stored, nextId)
}

/** Every telling of what has one of these statements, by the statement and persona. */
function tellingsOf(
  loaded: Loaded,
  revisions: Revisions,
  stored: readonly PlacedChunk[],
): { group: string; telling: ChunkTelling }[] {
  const { removed, retold } = revisions
  const rows = new Map(stored.map((chunk) => [chunk.id, chunk]))
  const tellers = new Set([...stored.flatMap(({ id }) => loaded.tellersOf(toChunkId(id))), ...retold.keys()])
  return [...tellers].flatMap((id): { group: string; telling: ChunkTelling }[] => {
    const anew = retold.get(id)
    const record = recordIn(loaded, revisions, id)
    if (removed.has(id) || !record) return []
    if (anew)
      return anew.memory.chunks.map(({ statement, text, start, end }, piece) => ({
        group: `${record.persona}\n${statement}`,
        telling: { record, piece, text, start, end, from: null, isOwner: false },
      }))
    const brought = new Set<number>()
    const pieces = piecesOf(record)
    return pieces.flatMap(({ chunk: told }, piece) => {
      const from = told && rows.get(numberOf(told.target))
      if (!told || !from) return []
      const isOwner = from.memory === id && !brought.has(from.id)
      brought.add(from.id)
      const place = isOwner ? placeOf(from) : placeIn(record, told, from, pieces.length)
      return { group: `${from.persona}\n${from.statement}`, telling: { record, piece, ...place, from, isOwner } }
    })
  })
}

const placeOf = ({ text, start }: PlacedChunk) => ({ text, start, end: start + text.length })

/** Of texts of before that have several parts nobody knows how they said it. */
function placeIn(
  { text }: MemoryRecord,
  { start, end }: { readonly start?: number; readonly end?: number },
  chunk: PlacedChunk,
  pieces: number,
) {
  if (text === null) return placeOf(chunk)
  if (start !== undefined && end !== undefined) return { text: text.slice(start, end), start, end }
  return pieces > 1 ? placeOf(chunk) : { text, start: 0, end: text.length }
}

/** null: it is stored. */
function readingFor({ retold, read }: Revisions, owner: ChunkTelling): ChunkReading | null | 'unread' | 'otherwise' {
  const anew = retold.get(owner.record.id)
  if (anew) return readingOf(anew.memory, owner.piece)
  if (owner.isOwner) return null
  const memory = read.get(owner.record.id)
  if (!memory) return 'unread'
  const isIt = ({ text, start }: { readonly text: string; readonly start: number }) =>
    text === owner.text && start === owner.start
  const at = memory.chunks.findIndex(isIt)
  return at < 0 ? 'otherwise' : readingOf(memory, at)
}

/** A chunk that is brought by another keeps its number, so that whoever says it again still says it. */
function numbered(
  made: readonly MadeChunk[],
  readings: readonly (ChunkReading | null)[],
  stored: readonly PlacedChunk[],
  nextId: () => number,
): ChunkPlans {
  const rows = new Map(stored.map((chunk) => [chunk.id, chunk]))
  const taken = new Set(made.flatMap(({ tellings }, at) => (readings[at] ? [] : tellings[0]!.from!.id)))
  const chunks = made.map((chunk, at): ChunkPlan => {
    const [owner] = chunk.tellings
    const reading = readings[at]!
    const candidates = [
      ...chunk.tellings.flatMap(({ from }) => from ?? []),
      ...stored.filter(
        ({ memory, persona, statement }) =>
          memory === owner!.record.id && persona === owner!.record.persona && statement === reading?.told.statement,
      ),
    ]
    const id = reading ? (candidates.find(({ id: one }) => !taken.has(one))?.id ?? nextId()) : owner!.from!.id
    taken.add(id)
    return { ...chunk, id, reading, before: rows.get(id) ?? null }
  })
  return { chunks, removed: stored.filter(({ id }) => !taken.has(id)) }
}
