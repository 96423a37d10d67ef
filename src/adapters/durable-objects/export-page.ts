import { ownReasons } from '../../domain/account/own-reasons.ts'
import { entityKey, entityLookupKeys } from '../../domain/entity/entity-name.ts'
import { chunksIn, factsIn, type MemoryId } from '../../domain/memory-id.ts'
import { vectorToText } from '../../domain/ranking/packed-text.ts'
import { withoutLabel } from '../../domain/statement/speaker.ts'
import type { StatedTarget } from '../../memory/records.ts'
import { stateChanges } from '../../memory/state-changes.ts'
import type {
  ExportPlace,
  Portable,
  PortableChunk,
  PortableFact,
  PortableMemory,
  PortableRow,
  PortableVector,
  RowType,
} from '../../ports/portable.ts'
import { ROW_TYPES } from '../../ports/portable.ts'
import type { ChunkRow } from './tables/chunks.ts'
import type { CountedSql } from './tables/counted-sql.ts'
import type { FactRow } from './tables/facts.ts'
import type { MemoryRow } from './tables/memories.ts'
import type { StoredVector } from './tables/vectors.ts'
import type { VaultTables } from './vault-tables.ts'

type Request = Parameters<Portable['exportPage']>[1]
type Page = Awaited<ReturnType<Portable['exportPage']>>

/** So many numbers are looked at in one call for what nobody brought. */
const SLICE = 2_000

/** Rows of one type, and where the next begin; null: there are no more of it. */
interface Found {
  readonly rows: readonly PortableRow[]
  readonly after: number | string | null
}

/** One page, of one type of rows. */
export function exportPage(sql: CountedSql, tables: VaultTables, request: Request): Page {
  const { place, limit, vectors, personas, asSaid } = request
  const at = place ?? { type: 'persona' as const, after: '', until: lastIds(tables) }
  const scopes = personas?.flatMap((name) => tables.personas.find(name)?.id ?? []) ?? null
  const { rows, after } = readersOf(sql, tables, { at, limit, vectors, scopes, asSaid })[at.type]()
  return { rows, next: nextPlace(at, after), embedder: tables.meta.text('embedder') }
}

function nextPlace({ type, until }: ExportPlace, after: number | string | null): ExportPlace | null {
  if (after !== null) return { type, after, until }
  const next = ROW_TYPES[ROW_TYPES.indexOf(type) + 1]
  return next ? { type: next, after: next === 'session' || next === 'entity' ? '' : 0, until } : null
}

const lastIds = ({ ids }: VaultTables): ExportPlace['until'] => ({
  ...{ memories: ids.last('memories'), chunks: ids.last('chunks'), facts: ids.last('facts') },
})

interface Look {
  readonly at: ExportPlace
  readonly limit: number
  readonly vectors: boolean
  readonly scopes: readonly number[] | null
  readonly asSaid: boolean
}

function readersOf(
  sql: CountedSql,
  tables: VaultTables,
  { at, limit, vectors, scopes, asSaid }: Look,
): Record<RowType, () => Found> {
  const { after, until } = at
  const inScope = '(?2 IS NULL OR persona IN (SELECT value FROM json_each(?2)))'
  const wanted = scopes && JSON.stringify(scopes)
  const isWhole = scopes === null
  const nothing: Found = { rows: [], after: null }
  const personaOf = (id: number) => tables.personas.get(id).name
  const found = <T>(list: readonly T[], rows: readonly PortableRow[], key: (last: T) => number | string): Found => ({
    rows,
    after: list.length < limit ? null : key(list.at(-1)!),
  })
  const toChunk = portableChunks(tables, personaOf, vectors)
  const toFacts = portableFacts(tables, personaOf)

  /** By slices of numbers: rare rows among many. */
  function rare(
    table: 'chunks' | 'facts' | 'vectors',
    condition: string,
    toRows: (ids: readonly number[]) => PortableRow[],
  ): Found {
    const last = table === 'vectors' ? tables.ids.last('vectors') : until[table]
    const to = Math.min(last, Number(after) + SLICE)
    const ids = sql.rows(
      ([id]) => id as number,
      `SELECT id FROM ${table} WHERE id > ?1 AND id <= ?3 AND ${inScope} AND ${condition} ORDER BY id`,
      ...[Number(after), wanted, to],
    )
    return { rows: toRows(ids), after: to >= last ? null : to }
  }
  const broughtBy = (table: string, letter: string) =>
    `NOT EXISTS (SELECT 1 FROM memories, json_each(memories.stated) AS said
       WHERE memories.id = ${table}.memory AND said.value ->> 'target' = '${letter}' || ${table}.id)`

  return {
    persona() {
      const rows = sql.all<{ id: number; name: string; consolidated_at: number | null }>(
        `SELECT id, name, consolidated_at FROM personas WHERE name > ?1 AND (?2 IS NULL OR id IN (SELECT value FROM json_each(?2)))
         ORDER BY name LIMIT ?3`,
        ...[after, wanted, limit],
      )
      return found(
        rows,
        rows.map(({ name, consolidated_at }) => ({ type: 'persona', name, consolidatedAt: consolidated_at })),
        ({ name }) => name,
      )
    },
    session() {
      const rows = sql.all<{ name: string; persona: number }>(
        `SELECT name, persona FROM sessions WHERE name > ?1 AND ${inScope} ORDER BY name LIMIT ?3`,
        ...[after, wanted, limit],
      )
      return found(
        rows,
        rows.map(({ name, persona }) => ({ type: 'session', name, persona: personaOf(persona) })),
        ({ name }) => name,
      )
    },
    // What an entity is called, and what is taken for it, others may have said.
    entity: () => (isWhole ? entities() : nothing),
    memory() {
      const rows = tables.memories.after(Number(after), until.memories, scopes, limit)
      return found(
        rows,
        memoriesOf(tables, rows, { personaOf, toChunk, toFacts, vectors, scopes, asSaid }),
        ({ id }) => id,
      )
    },
    chunk: () =>
      rare('chunks', broughtBy('chunks', 'c'), (ids) =>
        toChunk(byId(tables.accesses.exact('c', tables.chunks.byIds(ids)))).map((row) => ({ type: 'chunk', ...row })),
      ),
    // What the store made, and what outlived its text, is called as everybody calls it.
    fact: () => (asSaid ? nothing : facts()),
    vector: () => (asSaid ? nothing : ownVectors()),
    receipt: () => (isWhole ? receipts() : nothing),
    state: () =>
      isWhole
        ? { rows: [{ type: 'state', ...until, compressedUpTo: tables.horizon.watermark() }], after: null }
        : nothing,
  }

  function facts(): Found {
    return rare('facts', broughtBy('facts', 'f'), (ids) =>
      toFacts(byId(tables.accesses.exact('f', tables.facts.byIds(ids)))).map((row) => ({ type: 'fact', ...row })),
    )
  }

  function ownVectors(): Found {
    return rare('vectors', 'NOT EXISTS (SELECT 1 FROM chunks WHERE chunks.id = vectors.chunk)', (ids) =>
      byId(tables.vectors.byIds(ids)).map((row) => ({
        type: 'vector',
        chunk: row.chunk,
        persona: personaOf(row.persona),
        ...portableVector(tables, row, null, vectors),
      })),
    )
  }

  function entities(): Found {
    const rows = sql.all<{ key: string; name: string; kind: string; aliases: string }>(
      'SELECT key, name, kind, aliases FROM entities WHERE key > ? ORDER BY key LIMIT ?',
      ...[after, limit],
    )
    return found(
      rows,
      rows.map((row) => ({ type: 'entity', ...row, names: namesOf(sql, row) })),
      ({ key }) => key,
    )
  }

  function receipts(): Found {
    const rows = sql.all<Omit<Extract<PortableRow, { type: 'receipt' }>, 'memories'> & Record<string, SqlStorageValue>>(
      'SELECT id, at, scope, erased, remaining FROM receipts WHERE id > ? ORDER BY id LIMIT ?',
      ...[Number(after), limit],
    )
    return found(
      rows,
      rows.map((row) => ({ ...row, type: 'receipt', memories: JSON.stringify(tables.revisions.erasedBy(row.id)) })),
      ({ id }) => id,
    )
  }
}

const byId = <T extends { readonly id: number }>(rows: readonly T[]): T[] => [...rows].sort((a, b) => a.id - b.id)

interface Makers {
  readonly personaOf: (id: number) => string
  readonly toChunk: (rows: readonly ChunkRow[]) => PortableChunk[]
  readonly toFacts: (rows: readonly FactRow[]) => PortableFact[]
  readonly vectors: boolean
  readonly scopes: readonly number[] | null
  readonly asSaid: boolean
}

function memoriesOf(
  tables: VaultTables,
  rows: readonly MemoryRow[],
  { personaOf, toChunk, toFacts, vectors, scopes, asSaid }: Makers,
): PortableRow[] {
  const targets = rows.flatMap(({ stated }) => stated.map(({ target }) => target as MemoryId))
  const chunks = Map.groupBy(
    byId(tables.accesses.exact('c', tables.chunks.byIds([...new Set(chunksIn(targets))]))),
    ({ memory }) => memory,
  )
  const facts = Map.groupBy(
    byId(tables.accesses.exact('f', tables.facts.byIds([...new Set(factsIn(targets))]))),
    ({ memory }) => memory,
  )
  const isOwn = (version: { readonly persona: number }) => !asSaid || !scopes || scopes.includes(version.persona)
  return rows.map(({ persona, stated, ...row }) => {
    const versions = tables.revisions.versionsOf(row.id)
    return {
      type: 'memory',
      ...row,
      persona: personaOf(persona),
      changes: row.changes && JSON.stringify(ownReasons(stateChanges(row), versions, isOwn)),
      stated: JSON.stringify(stated),
      versions: versions
        .filter(isOwn)
        .map(({ persona: of, memory: _, ...version }) => ({ ...version, persona: personaOf(of) })),
      chunks: toChunk(chunks.get(row.id) ?? []),
      facts: toFacts(facts.get(row.id) ?? []).map((fact) => (asSaid ? namedAsSaid(fact, stated) : fact)),
      parked: parkedOf(tables, row, vectors),
    }
  })
}

/** About those whom the memory itself names: whom else they are taken for others may have said. */
function namedAsSaid(fact: PortableFact, stated: readonly StatedTarget[]): PortableFact {
  const told = stated.find(({ target }) => target === `f${fact.id}`)
  return {
    ...fact,
    subject: told?.subject === undefined ? fact.subject : entityKey(told.subject),
    object: told?.object === undefined ? fact.object : entityKey(told.object),
  }
}

/** All that it goes by: parts of its name and of its other names, as far as they lead to it. */
function namesOf(sql: CountedSql, { key, name, aliases }: { key: string; name: string; aliases: string }): string[] {
  const names = [name, ...(JSON.parse(aliases) as { name: string }[]).map((alias) => alias.name)].flatMap(
    entityLookupKeys,
  )
  return sql.rows(
    ([found]) => found as string,
    'SELECT name FROM names WHERE name IN (SELECT value FROM json_each(?)) AND entity = ? ORDER BY name',
    ...[JSON.stringify([...new Set(names)]), key],
  )
}

function parkedOf(
  tables: VaultTables,
  { id, speaker }: Pick<MemoryRow, 'id' | 'speaker'>,
  withData: boolean,
): PortableMemory['parked'] {
  return Array.from(tables.revisions.parked(id), ([piece, { vectors, ...reading }]) => {
    const { chunk, facts } = reading
    const own = chunk.start === 0 ? withoutLabel(chunk.text, speaker) : chunk.text
    const textOf = (at: number) => (at === 0 ? own : (facts.find(({ vector }) => vector === at)?.text ?? own))
    return {
      piece,
      reading: JSON.stringify(reading),
      vectors: vectors.map((vector, at) =>
        withData ? { facts: [], data: vectorToText(vector) } : { facts: [], text: textOf(at) },
      ),
    }
  })
}

const portableChunks =
  (tables: VaultTables, personaOf: (id: number) => string, withData: boolean) =>
  (rows: readonly ChunkRow[]): PortableChunk[] => {
    const stored = new Map(tables.vectors.byIds(rows.flatMap((row) => row.vectors)).map((row) => [row.id, row]))
    return rows.map((row) => {
      const { words: _, ...chunk } = row
      return {
        ...chunk,
        persona: personaOf(row.persona),
        session: row.session === null ? null : tables.chunks.sessionName(row.session),
        vectors: row.vectors.flatMap((id) => {
          const vector = stored.get(id)
          return vector ? portableVector(tables, vector, row, withData) : []
        }),
      }
    })
  }

const portableFacts =
  (tables: VaultTables, personaOf: (id: number) => string) =>
  (rows: readonly FactRow[]): PortableFact[] => {
    const chunks = new Map(
      tables.chunks.byIds([...new Set(rows.map(({ chunk }) => chunk))]).map((row) => [row.id, row]),
    )
    return rows.map((row) => {
      const { contested: _, ...fact } = row
      const at = chunks.get(row.chunk)?.vectors.indexOf(row.vector) ?? -1
      return { ...fact, persona: personaOf(row.persona), vector: at < 0 ? null : at }
    })
  }

function portableVector(
  tables: VaultTables,
  { id, facts, vector }: StoredVector,
  chunk: ChunkRow | null,
  withData: boolean,
): PortableVector {
  if (withData) return { facts, data: vectorToText(vector) }
  if (chunk?.vectors[0] === id) return { facts }
  // A sentence of its own is not kept as text: the fact that it states stands for it.
  const text = tables.facts.byIds(facts).find((fact) => fact.vector === id)?.text
  return text === undefined ? { facts } : { facts, text }
}
