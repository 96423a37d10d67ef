import { confidenceOf } from '../../domain/lifecycle/strength.ts'
import type { PackedVector } from '../../domain/ranking/vector.ts'
import { wordsOf } from '../../domain/ranking/words.ts'
import { type Mention, statementOf } from '../../domain/statement/fact.ts'
import { SOURCES } from '../../domain/statement/source.ts'
import type { ArchivedMemory, ArchivePage, Kept } from '../../ports/archive.ts'
import type { NewFact } from '../../ports/new-memory.ts'
import type { ChunkRow } from './tables/chunks.ts'
import type { FactRow } from './tables/facts.ts'
import type { VaultTables } from './vault-tables.ts'

/** Reads memories out, chunk by chunk; a fact goes with the chunk that states it. What was merged is told fact by fact again. */
export function readArchive(tables: VaultTables, after: number, limit: number): ArchivePage {
  const { exact } = tables.accesses
  const rows = exact('c', tables.chunks.after(after, limit))
  const mentions = mentionsOf(tables)
  const toFact = (fact: FactRow, vector: PackedVector | null): NewFact => ({
    ...statementOf(fact),
    subject: mentions(fact.subject),
    object: fact.leaf ? { ...mentions(fact.object), kind: 'value' } : mentions(fact.object),
    confidence: confidenceOf(fact.level),
    chunk: 0,
    vector,
  })
  const records = new Map(tables.memories.byIds(rows.map((row) => row.memory)).map((record) => [record.id, record]))
  const memories = rows.map((row): ArchivedMemory => {
    const record = records.get(row.memory)
    const facts = exact('f', tables.facts.byIds(row.facts)).filter((fact) => fact.chunk === row.id)
    const vectorIds = row.vectors
    const vectors = new Map(
      tables.vectors.byIds([...vectorIds, ...facts.map((fact) => fact.vector)]).map(({ id, vector }) => [id, vector]),
    )
    const own = vectors.get(vectorIds[0]!)!
    return {
      memory: {
        ...said(tables, row),
        sessionId: row.session === null ? null : tables.chunks.sessionName(row.session),
        speaker: row.speaker,
        occurredAt: record?.occurredAt ?? row.createdAt,
        chunks: [
          {
            text: row.text,
            start: row.start,
            end: row.start + row.text.length,
            vector: own,
            words: wordsOf(row.text),
            statement: row.statement,
          },
        ],
        facts: facts.map((fact) =>
          toFact(fact, fact.vector === vectorIds[0] ? null : (vectors.get(fact.vector) ?? null)),
        ),
      },
      record: record ? { id: record.id, createdAt: record.createdAt } : null,
      chunks: [keptOf(row)],
      facts: facts.map(keptOf),
    }
  })
  const last = rows.length < limit
  // What outlived its chunk goes along at the end, by itself.
  const bare = last ? exact('f', tables.facts.withoutChunk()) : []
  for (const fact of bare) {
    const vector = tables.vectors.byIds([fact.vector])[0]?.vector
    if (!vector) continue
    memories.push({
      memory: {
        ...said(tables, fact),
        sessionId: null,
        speaker: null,
        occurredAt: fact.createdAt,
        chunks: [],
        facts: [toFact(fact, vector)],
      },
      record: null,
      chunks: [],
      facts: [keptOf(fact)],
    })
  }
  return {
    memories,
    next: last ? null : rows.at(-1)!.id,
    embedder: tables.meta.text('embedder'),
  }
}

const said = (tables: VaultTables, { persona, source, level, metadata, text }: ChunkRow | FactRow) => ({
  persona: tables.personas.get(persona).name,
  source: SOURCES[source]!,
  confidence: confidenceOf(level),
  metadata: metadata === null ? null : JSON.parse(metadata),
  text,
})

const keptOf = ({ createdAt, statedAt, lastAccess, accessCount, statedBy }: ChunkRow | FactRow): Kept => ({
  ...{ createdAt, statedAt, lastAccess, accessCount },
  // A row of before the migration has none yet: then its own source is all that is known.
  ...(statedBy.length > 0 && { statedBy }),
})

function mentionsOf(tables: VaultTables): (key: string) => Mention {
  const known = new Map<string, Mention>()
  return (key) => {
    const mention = known.get(key) ?? tables.graph.mention(key)
    known.set(key, mention)
    return mention
  }
}
