import { trustRank } from '../../domain/statement/source.ts'
import type { RecordReader } from '../../memory/record-reader.ts'
import { storedChunks, storedFacts, toStored } from './stored-rows.ts'
import type { VaultTables } from './vault-tables.ts'

/** Looks records up in the tables of a vault. */
export function createRecordReader(tables: VaultTables): RecordReader {
  const scopesOf = (personas: readonly string[] | null) =>
    personas === null ? null : personas.flatMap((name) => tables.personas.find(name)?.id ?? [])
  return {
    records: ({ personas, source, ...rest }) =>
      toStored(
        tables,
        tables.memories.list({
          ...rest,
          personas: scopesOf(personas),
          source: source && trustRank(source),
        }),
      ),
    recordsById: (ids) => toStored(tables, tables.memories.byIds(ids)),
    chunks: (ids) => storedChunks(tables, tables.chunks.byIds(ids)),
    facts: (ids) => storedFacts(tables, tables.facts.byIds(ids)),
    rivals: (facts, personas) =>
      tables.facts.rivalsOf(tables.facts.byIds(facts.map(({ id }) => id)), scopesOf(personas)),
    evidence: (targets) => tables.memories.evidenceOf(targets),
    hidden({ personas, ...page }) {
      const hidden = tables.memories.invalidated({ ...page, personas: scopesOf(personas) })
      const parked = tables.revisions.readings(hidden.map(({ id }) => id))
      return hidden.map(({ id, text }) => ({ id, text: text ?? '', parked: parked.get(id) ?? [] }))
    },
    named: (name) => tables.graph.named(name),
    entities: (keys, personas) => tables.graph.counted(keys, scopesOf(personas)),
    strongest: (personas, limit) => tables.graph.strongest(scopesOf(personas), limit),
    factPage: ({ personas, entities, ...page }) =>
      storedFacts(tables, tables.facts.page(page, entities, scopesOf(personas))),
    lastingFacts: ({ personas, ...wanted }) =>
      storedFacts(tables, tables.facts.inSlotRanges({ ...wanted, scopes: scopesOf(personas) })),
    havingAny: (words, limit) => [
      ...new Set(
        tables.chunks
          .having(
            words.map((word) => [word]),
            null,
            limit,
          )
          .flat(),
      ),
    ],
    having: (words, limit) => tables.chunks.having([words], null, limit)[0]!,
  }
}
