import { vectorToText } from '../../domain/ranking/packed-text.ts'
import { unpackVector } from '../../domain/ranking/vector.ts'
import type { AddedChunk, Change as Decided } from '../../memory/change.ts'
import type { PlannedFact } from '../../memory/plan-facts.ts'
import type { StoredChunk, StoredFact } from '../../memory/records.ts'
import type { NewChunk } from '../../ports/new-memory.ts'
import { factKey } from './fact-key.ts'
import type { Change, ChunkRecord, FactRecord, Known, RestatedFact, Standing } from './graph-store.ts'
import { toldIn, toStated } from './stated.ts'

interface Numbers {
  readonly sessions: Known['sessions']
  /** Those that were there before. */
  readonly facts: readonly FactRecord[]
  readonly keyOf: (chunk: NewChunk) => string
  readonly nextId: () => number
}

/** What the rules decided, as the graph records it: facts by their keys, sessions by their numbers, chunks with a place in theirs. */
export function toRecords(decided: Decided, { sessions: known, facts, keyOf, nextId }: Numbers) {
  const sessions = new Map(
    decided.sessions.map(({ name, persona }) => {
      const { id, places } = known.find((session) => session.name === name) ?? { id: nextId(), places: 0 }
      return [name, { name, id, persona, places }]
    }),
  )
  const keys = new Map(facts.map(({ id, key }) => [id, key]))
  for (const fact of decided.facts) keys.set(fact.id, factKey(fact))
  const memories = new Map(decided.memories.map((memory) => [memory.id, memory]))

  function toChunk({ told, stated, vectors, session: name, saidAt: _, ...chunk }: AddedChunk): ChunkRecord {
    const { occurredAt, offsetMs } = memories.get(chunk.memory) ?? { occurredAt: chunk.createdAt, offsetMs: null }
    const session = name === null ? null : sessions.get(name)!
    return {
      ...chunk,
      key: keyOf(told),
      start: told.start,
      session: session?.id ?? null,
      place: session ? session.places++ : 0,
      facts: stated.map(({ fact }) => keys.get(fact)!),
      words: told.words.length,
      terms: [...new Set(told.words)],
      vectors: vectors.map(vectorToText),
      stated: toStated(
        toldIn({ session: name, occurredAt, offsetMs }),
        stated.map((one) => one.told),
        vectors,
      ),
    }
  }

  const chunks = decided.chunks.map(toChunk)
  return {
    ...decided,
    personas: countByPersona(decided.personas, chunks),
    sessions: [...sessions.values()],
    chunks,
    restatedChunks: decided.restatedChunks.map(toStanding),
    facts: decided.facts.map((fact) => ({ ...fact, key: keys.get(fact.id)!, vector: [...unpackVector(fact.vector!)] })),
    restatedFacts: decided.restatedFacts.map(toRestated),
  } satisfies Omit<Change, 'embedder' | 'lastId'>
}

/** What chunks add to the counts of their personas. */
export const countByPersona = (
  personas: readonly string[],
  chunks: readonly Pick<ChunkRecord, 'persona' | 'words' | 'speaker'>[],
): Change['personas'] =>
  personas.map((name) => {
    const own = chunks.filter(({ persona }) => persona === name)
    const words = own.reduce((sum, chunk) => sum + chunk.words, 0)
    return { name, chunks: own.length, words, speakers: own.flatMap(({ speaker }) => speaker ?? []) }
  })

const toStanding = (stored: StoredChunk | StoredFact): Standing => {
  const { id, source, level, statedAt, lastAccess, accessCount, metadata, statedBy } = stored
  return { id, source, level, statedAt, lastAccess, accessCount, metadata, statedBy }
}

function toRestated(fact: PlannedFact): RestatedFact {
  const { text, relation, date = null, chunk, vector, latest } = fact
  return {
    ...toStanding(fact),
    latest,
    wording: vector && { text, relation, date, chunk, vector: [...unpackVector(vector)] },
  }
}
