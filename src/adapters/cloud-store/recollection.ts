import { confidenceOf } from '../../domain/lifecycle/strength.ts'
import { type MemoryId, toChunkId, toFactId } from '../../domain/memory-id.ts'
import { SOURCES } from '../../domain/statement/source.ts'
import { type Links, NO_MEANING } from '../../memory/surroundings.ts'
import type { RecalledChunk, RecalledFact, RivalFact, SurroundingChunk } from '../../ports/recollection.ts'
import type { PointRecord } from './chunk-point.ts'
import type { ChunkState, ReachedFact, RivalRecord } from './graph-store.ts'
import type { FoundPoint } from './vector-store.ts'

const recordOf = (point: FoundPoint): PointRecord => point.record as unknown as PointRecord

export function toChunk(
  point: FoundPoint,
  state: ChunkState | undefined,
  links: Links | undefined,
  factIds: ReadonlyMap<string, number>,
  hot: ReadonlySet<MemoryId>,
  candidate: boolean,
): RecalledChunk {
  const { source, level, metadata, ...own } = {
    ...recordOf(point),
    level: point.level,
    lastAccess: point.lastAccess,
    ...state,
    // Points of before do not have it.
    statedBy: state?.statedBy ?? recordOf(point).statedBy ?? [],
  }
  return {
    ...own,
    ...shown(source, level, metadata),
    id: point.id,
    persona: point.persona,
    meaning: rounded(point.meaning),
    late: point.late,
    hot: hot.has(toChunkId(point.id)),
    session: point.session,
    before: links?.before ?? [],
    after: links?.after ?? [],
    facts: (state?.facts ?? []).flatMap((key) => factIds.get(key) ?? []),
    candidate,
  }
}

const shown = (source: number, level: number, metadata: string | null) => ({
  source: SOURCES[source]!,
  confidence: confidenceOf(level),
  metadata: metadata === null ? null : JSON.parse(metadata),
})

export const toFact = (fact: ReachedFact, hot: ReadonlySet<MemoryId>): RecalledFact => ({
  ...fact,
  ...shown(fact.source, fact.level, fact.metadata),
  meaning: rounded(fact.meaning),
  hot: hot.has(toFactId(fact.id)),
  members: fact.memberTexts,
})

export const toRival = (fact: RivalRecord): RivalFact => ({ ...fact, source: SOURCES[fact.source]! })

/** A chunk as far as the rules of what stands around ask. */
export const sourced = (point: FoundPoint) => ({ id: point.id, source: recordOf(point).source })

export function toSurrounding(point: FoundPoint, isReply: boolean): SurroundingChunk {
  const { text, speaker, source } = recordOf(point)
  const near = isReply ? { meaning: rounded(point.meaning), late: point.late } : { meaning: NO_MEANING, late: null }
  return { id: point.id, text, ...near, session: point.session, speaker, source: SOURCES[source]! }
}

/** Two servers compute in two precisions: a chunk and a fact with the same vector are equally near. */
const rounded = (meaning: number): number => Math.round(meaning * 1e4) / 1e4
