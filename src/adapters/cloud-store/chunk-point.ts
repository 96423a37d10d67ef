import { vectorFromText } from '../../domain/ranking/packed-text.ts'
import { wordsOf } from '../../domain/ranking/words.ts'
import type { ChunkRecord } from './graph-store.ts'
import type { ChunkPoint } from './vector-store.ts'

/** What the vector store keeps of a chunk, so that it can answer alone while the graph is down. */
export interface PointRecord {
  readonly text: string
  readonly source: number
  readonly createdAt: number
  readonly statedAt: number
  readonly accessCount: number
  readonly memory: number
  readonly speaker: string | null
  readonly metadata: string | null
  readonly start: number
  readonly statement: number
  readonly stated: string
}

export const toPoint = (chunk: ChunkRecord): ChunkPoint => {
  const record: PointRecord = {
    text: chunk.text,
    source: chunk.source,
    createdAt: chunk.createdAt,
    statedAt: chunk.statedAt,
    accessCount: chunk.accessCount,
    memory: chunk.memory,
    speaker: chunk.speaker,
    metadata: chunk.metadata,
    start: chunk.start,
    statement: chunk.statement,
    stated: chunk.stated,
  }
  return {
    id: chunk.id,
    key: chunk.key,
    persona: chunk.persona,
    level: chunk.level,
    lastAccess: chunk.lastAccess,
    session: chunk.session,
    place: chunk.place,
    vectors: chunk.vectors.map(vectorFromText),
    words: wordsOf(chunk.text),
    record: { ...record },
  }
}
