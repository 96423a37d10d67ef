import { localTime } from '../../domain/date/local-time.ts'
import { confidenceOf } from '../../domain/lifecycle/strength.ts'
import { vectorFromText } from '../../domain/ranking/packed-text.ts'
import type { PackedVector } from '../../domain/ranking/vector.ts'
import { wordsOf } from '../../domain/ranking/words.ts'
import { SOURCES } from '../../domain/statement/source.ts'
import type { MemoryRecord } from '../../memory/records.ts'
import type { NewFact, NewMemory } from '../../ports/new-memory.ts'
import type { ChunkRecord } from './graph-store.ts'

export type StatedFact = Omit<NewFact, 'vector' | 'chunk'> & { readonly vector: number | null }

interface Stated {
  readonly session: string | null
  /** When the text was said or happened; points of before have none. */
  readonly occurredAt?: number
  /** By whose clock; none where it is UTC's. */
  readonly offsetMs?: number
  readonly facts: readonly StatedFact[]
}

/** What stands beside the facts of a chunk: of which memory they are. */
export const toldIn = ({
  session,
  occurredAt,
  offsetMs,
}: Pick<MemoryRecord, 'session' | 'occurredAt' | 'offsetMs'>) => ({
  ...{ session, occurredAt },
  ...(offsetMs !== null && { offsetMs }),
})

/** A chunk's facts as they were stated, beside it in both stores: each can be rebuilt from the other. */
export function toStated(
  told: Omit<Stated, 'facts'>,
  facts: readonly NewFact[],
  vectors: readonly PackedVector[],
): string {
  return statedAs(
    told,
    facts.map(({ vector, chunk: _, ...fact }) => ({ ...fact, vector: vector && vectors.indexOf(vector) })),
  )
}

export const statedAs = (told: Omit<Stated, 'facts'>, facts: readonly StatedFact[]): string =>
  JSON.stringify({ ...told, facts } satisfies Stated)

export const parseStated = (stated: string): Stated => JSON.parse(stated) as Stated

/** When the memory of a chunk was said, by the clock there; undefined in chunks of before. */
export function saidAtIn(stated: string): number | undefined {
  const { occurredAt, offsetMs } = parseStated(stated)
  return occurredAt === undefined ? undefined : localTime({ occurredAt, offsetMs })
}

/** The facts of a chunk in their order, by their keys, with the vector of the chunk's that stands for each. */
export const factsToldBy = ({ facts, stated }: Pick<ChunkRecord, 'facts' | 'stated'>) => {
  const told = parseStated(stated).facts
  return facts.map((key, at) => ({ key, text: told[at]?.text, vector: told[at]?.vector ?? 0 }))
}

/** The memory of one chunk, as it was told at first. */
export function toMemory(
  chunk: Pick<
    ChunkRecord,
    'persona' | 'text' | 'start' | 'source' | 'level' | 'speaker' | 'metadata' | 'statement' | 'stated' | 'createdAt'
  > & {
    readonly vectors: readonly (string | PackedVector)[]
  },
): NewMemory {
  const { session, facts, occurredAt = chunk.createdAt, offsetMs = null } = parseStated(chunk.stated)
  const vectors = chunk.vectors.map((vector) => (typeof vector === 'string' ? vectorFromText(vector) : vector))
  return {
    persona: chunk.persona,
    source: SOURCES[chunk.source]!,
    confidence: confidenceOf(chunk.level),
    sessionId: session,
    speaker: chunk.speaker,
    metadata: chunk.metadata === null ? null : JSON.parse(chunk.metadata),
    text: chunk.text,
    ...{ occurredAt, offsetMs },
    chunks: [
      {
        text: chunk.text,
        start: chunk.start,
        end: chunk.start + chunk.text.length,
        vector: vectors[0]!,
        words: wordsOf(chunk.text),
        statement: chunk.statement,
      },
    ],
    facts: facts.map(({ vector, ...fact }) => ({
      ...fact,
      chunk: 0,
      vector: vector === null ? null : vectors[vector]!,
    })),
  }
}
