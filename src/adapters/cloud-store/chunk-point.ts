import { vectorFromText } from '../../domain/ranking/packed-text.ts'
import { wordsOf } from '../../domain/ranking/words.ts'
import type { ChunkRecord } from './graph-store.ts'
import type { ChunkPoint } from './vector-store.ts'

/** What the vector store keeps of a chunk besides, so that it can answer alone while the graph is down. */
const RECORDED = [
  ...(['text', 'source', 'createdAt', 'statedAt', 'accessCount', 'memory'] as const),
  ...(['speaker', 'metadata', 'start', 'statement', 'stated', 'statedBy'] as const),
] as const

export type PointRecord = Pick<ChunkRecord, (typeof RECORDED)[number]>

export const toPoint = (chunk: ChunkRecord): ChunkPoint => {
  const { id, key, persona, source, level, lastAccess, session, place } = chunk
  return {
    ...{ id, key, persona, source, level, lastAccess, session, place },
    vectors: chunk.vectors.map(vectorFromText),
    words: wordsOf(chunk.text),
    record: Object.fromEntries(RECORDED.map((field) => [field, chunk[field]])),
  }
}
