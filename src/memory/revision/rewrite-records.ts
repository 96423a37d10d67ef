import { toChunkId, toFactId } from '../../domain/memory-id.ts'
import { chunkTelling, wordedTelling } from '../plan-records.ts'
import type { MemoryRecord, StatedTarget } from '../records.ts'
import type { Assigned, StatedFacts } from './assign-facts.ts'
import type { Loaded } from './loaded.ts'
import { numberOf, type Piece, piecesOf, statedIn } from './pieces.ts'
import { type Revisions, recordIn } from './plan-chunks.ts'
import { pieceKey, type ToldPiece, withText } from './told-pieces.ts'
import type { AddedWorded } from './worded-changes.ts'

interface Rewriting {
  readonly toldPieces: ReadonlyMap<string, ToldPiece>
  readonly assigned: Assigned
  readonly added: readonly AddedWorded[]
  readonly factsOf: ReadonlyMap<number, StatedFacts>
}

/** The memories whose own rows change: what they tell, by new numbers or in other words. */
export function rewriteRecords(loaded: Loaded, revisions: Revisions, given: Rewriting): Map<number, MemoryRecord> {
  const { toldPieces, assigned, added, factsOf } = given
  const { retold, retagged, removed } = revisions
  const movedIn = new Map(assigned.moved.map((one) => [`${pieceKey(one.record, one.piece)}/${one.place}`, one]))
  const addedIn = Map.groupBy(added, ({ record, piece }) => pieceKey(record, piece))
  const isSame = (one: readonly number[], other: readonly number[]) =>
    [...new Set(one)].join() === [...new Set(other)].join()
  /** Whoever says it again says other facts by that. */
  const restatesOthers = (chunk: number) => {
    const next = factsOf.get(chunk)?.facts
    const before = loaded.chunks.get(chunk)?.facts
    return next !== undefined && !(before && isSame(next, before))
  }

  const concerned = new Set([...retold.keys(), ...retagged.keys(), ...assigned.moved.map(({ record }) => record)])
  for (const { chunk, telling, isOwner } of toldPieces.values())
    if (
      isOwner !== telling.isOwner ||
      telling.from?.id !== chunk.id ||
      (isOwner ? chunk.reading !== null : restatesOthers(chunk.id))
    )
      concerned.add(telling.record.id)
  for (const [chunk] of factsOf)
    if (restatesOthers(chunk)) for (const id of loaded.tellersOf(toChunkId(chunk))) concerned.add(id)

  /** A part whose chunk somebody else brings. */
  function restated(record: MemoryRecord, chunk: number, own: StatedTarget, before: readonly StatedTarget[]): Piece {
    const facts = factsOf.get(chunk)?.facts ?? loaded.chunks.get(chunk)?.facts ?? []
    const known = new Map(before.map((told) => [told.target, told]))
    return {
      chunk: own,
      facts: [...new Set(facts)].map((id): StatedTarget => {
        const { level = record.level, subject, object } = known.get(toFactId(id)) ?? {}
        return { target: toFactId(id), level, ...(subject !== undefined && { subject, object: object! }), chunk }
      }),
    }
  }

  function rewritten(record: MemoryRecord, piece: number, before: Piece | undefined, text: string): Piece {
    const key = pieceKey(record.id, piece)
    const told = toldPieces.get(key)
    if (told?.isOwner && told.chunk.reading) {
      const { id, reading } = told.chunk
      return {
        chunk: chunkTelling(id, true, text, told.telling),
        facts: (addedIn.get(key) ?? []).map((one) => {
          const fact = reading.facts[one.at]!
          return wordedTelling(assigned.factOf.get(one)!, fact, id, reading.vectors.indexOf(fact.vector))
        }),
      }
    }
    if (told && !told.isOwner) {
      const { id } = told.chunk
      const own = chunkTelling(id, false, text, told.telling)
      const isAsBefore = told.telling.from?.id === id && !told.telling.isOwner && !restatesOthers(id)
      return isAsBefore && before ? { ...before, chunk: own } : restated(record, id, own, before?.facts ?? [])
    }
    const { chunk, facts } = before!
    const isOwn = facts.some((one) => one.text !== undefined)
    if (chunk && !isOwn && restatesOthers(numberOf(chunk.target)))
      return restated(record, numberOf(chunk.target), chunk, facts)
    return {
      chunk,
      facts: facts.map((one, place) => {
        const moved = movedIn.get(`${key}/${place}`)
        return moved ? { ...one, target: toFactId(assigned.factOf.get(moved)!) } : one
      }),
    }
  }

  const records = new Map<number, MemoryRecord>()
  for (const id of concerned) {
    const record = recordIn(loaded, revisions, id)
    if (removed.has(id) || !record) continue
    const anew = retold.get(id)
    const full = withText(loaded, anew ? { ...record, text: anew.memory.text } : record)
    const before = anew ? [] : piecesOf(record)
    const count = anew ? anew.memory.chunks.length : before.length
    const pieces = Array.from({ length: count }, (_, at) => rewritten(record, at, before[at], full.text!))
    // The text is kept once: where it is all of a chunk that it brings, the chunk has it.
    const isBrought = pieces.some((_, at) => {
      const told = toldPieces.get(pieceKey(id, at))
      return told ? told.isOwner && told.telling.text === full.text : record.text === null
    })
    records.set(id, { ...record, text: isBrought ? null : full.text, stated: statedIn(pieces) })
  }
  return records
}
