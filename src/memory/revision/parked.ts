import { confidenceOf } from '../../domain/lifecycle/strength.ts'
import type { PackedVector } from '../../domain/ranking/vector.ts'
import { wordsOf } from '../../domain/ranking/words.ts'
import { SOURCES } from '../../domain/statement/source.ts'
import { withoutLabel } from '../../domain/statement/speaker.ts'
import type { NewChunk, NewFact, NewMemory } from '../../ports/new-memory.ts'
import type { MemoryRecord, StatedTarget, StoredFact } from '../records.ts'
import type { PlacedChunk } from './look.ts'

/** A part of a text as it was read, kept while its memory is out of retrieval. */
export interface ParkedPiece {
  readonly chunk: Omit<NewChunk, 'vector'>
  /** With the number of its vector. */
  readonly facts: readonly (Omit<NewFact, 'vector' | 'chunk'> & { readonly vector: number })[]
  /** The chunk's own, then those of its sentences. */
  readonly vectors: readonly PackedVector[]
}

/** What a memory says that brought a chunk. */
export function parkedPiece(
  record: MemoryRecord,
  chunk: PlacedChunk,
  told: readonly StatedTarget[],
  factOf: (target: string) => StoredFact | undefined,
  vectors: readonly PackedVector[],
): ParkedPiece {
  const { text, start, statement } = chunk
  return {
    chunk: {
      ...{ text, start, end: start + text.length, statement },
      words: wordsOf(start === 0 ? withoutLabel(text, record.speaker) : text),
    },
    facts: told.flatMap((one) => {
      const fact = factOf(one.target)
      return fact && one.text !== undefined
        ? { ...asTold(fact, one), vector: Math.min(one.vector ?? 0, vectors.length - 1) }
        : []
    }),
    vectors,
  }
}

/** A fact as a memory told it, where its telling says so, and else as it stands. */
export function asTold(fact: StoredFact, one: Partial<StatedTarget>): Omit<ParkedPiece['facts'][number], 'vector'> {
  const { predicate, negated, aspect, slot } = fact
  return {
    ...{ predicate, negated, aspect, slot },
    subject: { name: one.subject ?? fact.subject, kind: one.subjectKind ?? 'thing' },
    object: { name: one.object ?? fact.object, kind: one.objectKind ?? 'thing' },
    ...{ text: one.text ?? fact.text, relation: one.relation ?? fact.relation, value: one.value ?? fact.value },
    date: one.date ?? null,
    denies: one.denies ?? false,
    confidence: confidenceOf(one.level ?? fact.level),
  }
}

/** The memory again, as it was read. */
export function unparked(record: MemoryRecord, pieces: readonly ParkedPiece[]): NewMemory {
  return {
    persona: record.persona,
    source: SOURCES[record.source]!,
    confidence: confidenceOf(record.level),
    sessionId: record.session,
    speaker: record.speaker,
    metadata: record.metadata === null ? null : JSON.parse(record.metadata),
    text: record.text ?? '',
    ...{ occurredAt: record.occurredAt, offsetMs: record.offsetMs },
    chunks: pieces.map(({ chunk, vectors }) => ({ ...chunk, vector: vectors[0]! })),
    facts: pieces.flatMap(({ facts, vectors }, at) =>
      facts.map((fact) => ({ ...fact, chunk: at, vector: fact.vector === 0 ? null : vectors[fact.vector]! })),
    ),
  }
}
