import { confidenceOf } from '../../domain/lifecycle/strength.ts'
import { SOURCES } from '../../domain/statement/source.ts'
import type { RecalledChunk, RecalledFact } from '../../ports/memory-store.ts'
import type { PointRecord } from './chunk-point.ts'
import type { ChunkState, ReachedFact } from './graph-store.ts'
import type { Links } from './places-around.ts'
import type { FoundPoint } from './vector-store.ts'

export function toChunk(
  point: FoundPoint,
  state: ChunkState | undefined,
  links: Links | undefined,
  factIds: ReadonlyMap<string, number>,
  hot: ReadonlySet<string>,
): RecalledChunk {
  const record = point.record as unknown as PointRecord
  const metadata = state ? state.metadata : record.metadata
  return {
    id: point.id,
    text: record.text,
    persona: point.persona,
    source: SOURCES[state?.source ?? record.source]!,
    confidence: confidenceOf(state?.level ?? point.level),
    createdAt: record.createdAt,
    statedAt: state?.statedAt ?? record.statedAt,
    lastAccess: state?.lastAccess ?? point.lastAccess,
    accessCount: state?.accessCount ?? record.accessCount,
    metadata: metadata === null ? null : JSON.parse(metadata),
    meaning: rounded(point.meaning),
    hot: hot.has(`c${point.id}`),
    session: point.session,
    speaker: record.speaker,
    before: links?.before ?? [],
    after: links?.after ?? [],
    facts: (state?.facts ?? []).flatMap((key) => factIds.get(key) ?? []),
    candidate: true,
  }
}

export const toFact = (fact: ReachedFact, hot: ReadonlySet<string>): RecalledFact => ({
  id: fact.id,
  text: fact.text,
  persona: fact.persona,
  source: SOURCES[fact.source]!,
  confidence: confidenceOf(fact.level),
  createdAt: fact.createdAt,
  statedAt: fact.statedAt,
  lastAccess: fact.lastAccess,
  accessCount: fact.accessCount,
  metadata: fact.metadata === null || fact.metadata === undefined ? null : JSON.parse(fact.metadata),
  meaning: rounded(fact.meaning),
  hot: hot.has(`f${fact.id}`),
  subject: fact.subject,
  predicate: fact.predicate,
  relation: fact.relation,
  object: fact.object,
  negated: fact.negated,
  aspect: fact.aspect,
  slot: fact.slot,
  value: fact.value,
  denies: fact.denies,
  chunk: fact.chunk,
  members: fact.memberTexts,
  hop: fact.hop,
  from: fact.from,
  candidate: fact.candidate,
})

/** Two servers compute in two precisions: a chunk and a fact with the same vector are equally near. */
const rounded = (meaning: number): number => Math.round(meaning * 1e4) / 1e4
