import { confidenceOf } from '../../../domain/lifecycle/strength.ts'
import { type MemoryId, toChunkId, toFactId } from '../../../domain/memory-id.ts'
import { SOURCES } from '../../../domain/statement/source.ts'
import { type Links, NO_MEANING } from '../../../memory/surroundings.ts'
import type { Reached } from '../../../memory/traverse.ts'
import type { RecalledChunk, RecalledFact, RivalFact, SurroundingChunk } from '../../../ports/recollection.ts'
import type { AroundRow, ChunkRow } from '../tables/chunks.ts'
import type { FactRow, RivalRow } from '../tables/facts.ts'
import type { VaultTables } from '../vault-tables.ts'
import type { Exact } from './nominate.ts'

export const toRival = (row: RivalRow): RivalFact => ({ ...row, source: SOURCES[row.source]! })

/** A sentence may say it better than the chunk around it. */
function meaningOf({ vectors }: AroundRow, exact: Exact): number {
  let most = Number.NEGATIVE_INFINITY
  for (const id of vectors) most = Math.max(most, exact.get(id)?.cosine ?? NO_MEANING)
  return most
}

/** The first vector is the chunk's own, which alone has tokens. */
const lateOf = ({ vectors }: AroundRow, exact: Exact): number | null => exact.get(vectors[0]!)?.late ?? null

export const toSurrounding = (row: AroundRow, exact: Exact): SurroundingChunk => ({
  id: row.id,
  text: row.text,
  meaning: meaningOf(row, exact),
  late: lateOf(row, exact),
  session: row.session,
  speaker: row.speaker,
  source: SOURCES[row.source]!,
})

/** Mostly nothing is, and to look for a text that was just made takes several times as long as to see that. */
const isHot = (hot: ReadonlySet<MemoryId>, id: MemoryId): boolean => hot.size > 0 && hot.has(id)

/** Field by field, here and for facts: there are a hundred of them a recall, and objects that are put together of others take several times as long. */
export function toChunk(
  tables: VaultTables,
  row: ChunkRow,
  exact: Exact,
  hot: ReadonlySet<MemoryId>,
  links: Links | undefined,
  candidate: boolean,
): RecalledChunk {
  const id = toChunkId(row.id)
  const { lastAccess, accessCount } = tables.accesses.datesOf(id, row)
  return {
    persona: tables.personas.get(row.persona).name,
    source: SOURCES[row.source]!,
    confidence: confidenceOf(row.level),
    createdAt: row.createdAt,
    statedAt: row.statedAt,
    lastAccess,
    accessCount,
    metadata: metadataOf(row),
    memory: row.memory,
    statedBy: row.statedBy,
    hot: isHot(hot, id),
    id: row.id,
    text: row.text,
    meaning: meaningOf(row, exact),
    late: lateOf(row, exact),
    session: row.session,
    speaker: row.speaker,
    before: links?.before ?? [],
    after: links?.after ?? [],
    facts: row.facts,
    candidate,
  }
}

export function toFact(
  tables: VaultTables,
  { fact: row, hop, from, candidate }: Reached<FactRow>,
  exact: Exact,
  hot: ReadonlySet<MemoryId>,
): RecalledFact {
  const members = row.members > 0 && candidate ? tables.facts.membersOf([row.id]) : []
  const id = toFactId(row.id)
  const { lastAccess, accessCount } = tables.accesses.datesOf(id, row)
  return {
    persona: tables.personas.get(row.persona).name,
    source: SOURCES[row.source]!,
    confidence: confidenceOf(row.level),
    createdAt: row.createdAt,
    statedAt: row.statedAt,
    lastAccess,
    accessCount,
    metadata: metadataOf(row),
    memory: row.memory,
    statedBy: row.statedBy,
    hot: isHot(hot, id),
    subject: row.subject,
    predicate: row.predicate,
    relation: row.relation,
    object: row.object,
    text: row.text,
    negated: row.negated,
    aspect: row.aspect,
    slot: row.slot,
    value: row.value,
    denies: row.denies,
    date: row.date ?? null,
    id: row.id,
    chunk: row.chunk,
    latest: row.latest,
    meaning: exact.get(row.vector)?.cosine ?? 0,
    members: members.map(({ text }) => text),
    hop,
    from,
    candidate,
  }
}

const metadataOf = ({ metadata }: ChunkRow | FactRow) => (metadata === null ? null : JSON.parse(metadata))
