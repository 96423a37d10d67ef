import { confidenceOf } from '../../../domain/lifecycle/strength.ts'
import { type MemoryId, toChunkId, toFactId } from '../../../domain/memory-id.ts'
import { statementOf } from '../../../domain/statement/fact.ts'
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
const meaningOf = (row: AroundRow, exact: Exact): number =>
  Math.max(...row.vectors.map((id) => exact.get(id) ?? NO_MEANING))

export const toSurrounding = (row: AroundRow, exact: Exact): SurroundingChunk => ({
  id: row.id,
  text: row.text,
  meaning: meaningOf(row, exact),
  session: row.session,
  speaker: row.speaker,
  source: SOURCES[row.source]!,
})

export function toChunk(
  tables: VaultTables,
  row: ChunkRow,
  exact: Exact,
  hot: ReadonlySet<MemoryId>,
  links: Links | undefined,
  candidate: boolean,
): RecalledChunk {
  return {
    ...common(tables, row, toChunkId(row.id), hot),
    ...toSurrounding(row, exact),
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
  return {
    ...common(tables, row, toFactId(row.id), hot),
    ...statementOf(row),
    id: row.id,
    chunk: row.chunk,
    latest: row.latest,
    meaning: exact.get(row.vector) ?? 0,
    members: members.map(({ text }) => text),
    hop,
    from,
    candidate,
  }
}

function common(tables: VaultTables, row: ChunkRow | FactRow, id: MemoryId, hot: ReadonlySet<MemoryId>) {
  const { lastAccess, accessCount } = tables.accesses.exactOf(id, row)
  return {
    persona: tables.personas.get(row.persona).name,
    source: SOURCES[row.source]!,
    confidence: confidenceOf(row.level),
    createdAt: row.createdAt,
    statedAt: row.statedAt,
    ...{ lastAccess, accessCount },
    metadata: row.metadata === null ? null : JSON.parse(row.metadata),
    memory: row.memory,
    statedBy: row.statedBy,
    hot: hot.has(id),
  }
}
