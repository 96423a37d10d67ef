import { chunksIn, factsIn, type MemoryId, toChunkId, toFactId } from '../../../domain/memory-id.ts'
import { trustRank } from '../../../domain/statement/source.ts'
import { CANDIDATES } from '../../../memory/candidates.ts'
import { MOST_PICKED } from '../../../memory/record-reader.ts'
import { calledSo } from '../../../memory/said-names.ts'
import type { MemoryFilter } from '../../../ports/memory-records.ts'
import { storedFacts } from '../stored-rows.ts'
import type { FactRow } from '../tables/facts.ts'
import type { FilterRow } from '../tables/memory-filter.ts'
import type { VaultTables } from '../vault-tables.ts'

/** What passes a filter, as a list. */
export interface PassingList {
  readonly chunks: ReadonlySet<number>
  /** The vectors of these chunks, and of the facts that pass. */
  readonly vectors: ReadonlySet<number>
}

/** What may be returned. */
export interface Passing {
  /** The personas that it can be of; null: any. */
  readonly scopes: readonly number[] | null
  /** null: too many to list for one question. They are checked one by one then, from the nearest on. */
  readonly list: PassingList | null
  /** The list after all, where hardly any of the nearest pass. */
  listAll(): PassingList
  among(targets: readonly MemoryId[]): ReadonlySet<MemoryId>
  chunks(ids: readonly number[]): number[]
  /** An abstraction passes with one of what was merged into it. */
  facts(rows: readonly Pick<FactRow, 'id' | 'members'>[]): ReadonlySet<number>
}

/** Looks up what a filter leaves; null where there is none. */
export function findPassing(tables: VaultTables, filter: MemoryFilter | null | undefined): Passing | null {
  if (!filter) return null
  const row = toRow(tables, filter)
  const stated = tables.filter.stated(row, CANDIDATES.listedMemories)
  const known = stated && new Set(stated)
  const among = (targets: readonly MemoryId[]) =>
    new Set(known ? targets.filter((target) => known.has(target)) : tables.filter.among(row, targets))
  return {
    scopes: row.personas,
    list: stated && toList(tables, stated),
    listAll: () => toList(tables, tables.filter.allStated(row)),
    among,
    chunks(ids) {
      const passing = among(ids.map(toChunkId))
      return ids.filter((id) => passing.has(toChunkId(id)))
    },
    facts(rows) {
      const merged = rows.filter(({ members }) => members > 0).map(({ id }) => id)
      const members = tables.facts.membersOf(merged)
      const passing = among([...rows, ...members].map(({ id }) => toFactId(id)))
      const passes = ({ id }: { readonly id: number }) => passing.has(toFactId(id))
      return new Set([
        ...rows.filter(passes).map(({ id }) => id),
        ...members.filter(passes).map(({ abstraction }) => abstraction!),
      ])
    },
  }
}

export function toRow(
  tables: VaultTables,
  { personas: names, source, entity, asSaid, ...rest }: MemoryFilter,
): FilterRow {
  const personas = names === null ? null : names.flatMap((name) => tables.personas.find(name)?.id ?? [])
  const sight = asSaid ? personas : null
  return {
    ...rest,
    personas,
    source: source && trustRank(source),
    entities: entity === null ? null : entitiesNamed(tables, entity, sight),
  }
}

/** `sight`: as facts of these personas call them. */
function entitiesNamed(tables: VaultTables, name: string, sight: readonly number[] | null): string[] {
  const keys = tables.graph.named(name)
  if (!sight || keys.length === 0) return keys
  const rows = tables.facts.page({ before: null, limit: MOST_PICKED }, keys, sight)
  return calledSo(keys, name, storedFacts(tables, rows))
}

function toList(tables: VaultTables, stated: readonly MemoryId[]): PassingList {
  const chunks = new Set(chunksIn(stated))
  return {
    chunks,
    vectors: new Set([
      ...tables.chunks.vectorsOf([...chunks]),
      ...tables.facts.vectorsOf([...new Set(factsIn(stated))]),
    ]),
  }
}
