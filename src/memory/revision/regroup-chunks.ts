import { localTime } from '../../domain/date/local-time.ts'
import type { PackedVector } from '../../domain/ranking/vector.ts'
import { SOURCES } from '../../domain/statement/source.ts'
import type { NewChunk, NewFact, NewMemory } from '../../ports/new-memory.ts'
import { createDuplicateRule } from '../duplicate.ts'
import { type Standing, tellChunk } from '../fold-tellings.ts'
import type { MemoryRecord } from '../records.ts'
import type { PlacedChunk } from './look.ts'

/** A part of a text, as it was just read. */
export interface ChunkReading {
  readonly told: NewChunk
  readonly facts: readonly (NewFact & { readonly vector: PackedVector })[]
  /** Its own, then those of its sentences. */
  readonly vectors: readonly PackedVector[]
}

/** That a memory tells a chunk, at a place in its text. */
export interface ChunkTelling {
  readonly record: MemoryRecord
  readonly piece: number
  readonly text: string
  readonly start: number
  readonly end: number
  /** The chunk that it told so far, and whether it brought that; null: it is told anew. */
  readonly from: PlacedChunk | null
  readonly isOwner: boolean
}

export interface MadeChunk {
  /** The first one brings it. */
  readonly tellings: ChunkTelling[]
  standing: Standing
}

export function readingOf(memory: NewMemory, at: number): ChunkReading {
  const told = memory.chunks[at]!
  const facts = memory.facts
    .filter(({ chunk }) => chunk === at)
    .map((fact) => ({ ...fact, vector: fact.vector ?? told.vector }))
  return { told, facts, vectors: [...new Set([told.vector, ...facts.map(({ vector }) => vector)])] }
}

/** Tells what has one statement again, one after the other: which of it is said first, and which says that again. */
export function regroup(tellings: readonly ChunkTelling[]): MadeChunk[] {
  const made: MadeChunk[] = []
  for (const telling of tellings) {
    const { record, text } = telling
    const said = { text, source: SOURCES[record.source]!, speaker: record.speaker }
    const isDuplicate = createDuplicateRule(said, localTime(record))
    const known = made.find(({ tellings: [owner], standing }) =>
      isDuplicate({
        text: owner!.text,
        source: standing.source,
        speaker: owner!.record.speaker,
        statedAt: standing.statedAt,
        saidAt: localTime(owner!.record),
      }),
    )
    if (!known) {
      made.push({ tellings: [telling], standing: tellChunk(null, record) })
      continue
    }
    known.tellings.push(telling)
    known.standing = tellChunk(known.standing, record)
  }
  return made
}
