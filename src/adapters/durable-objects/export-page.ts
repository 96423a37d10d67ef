import { chunksIn, factsIn, type MemoryId, toChunkId, toFactId } from '../../domain/memory-id.ts'
import { vectorToText } from '../../domain/ranking/packed-text.ts'
import {
  type FoundRows,
  fittingPage,
  NO_ROWS,
  nextPlace,
  pageOf,
  placeOf,
  SLICE,
} from '../../memory/portable/export-place.ts'
import { ERASED_LOOKED_AT, type FoundReceipt, receiptPage } from '../../memory/portable/receipt-lines.ts'
import {
  apart,
  namesLeadingTo,
  toHistory,
  toldRows,
  toPortableChunk,
  toPortableFact,
  toPortableMemory,
  toPortablePiece,
  toPortableVector,
} from '../../memory/portable/to-portable.ts'
import type {
  ExportPlace,
  Portable,
  PortableChunk,
  PortableFact,
  PortableRow,
  PortableVector,
  RowType,
} from '../../ports/portable.ts'
import type { CountedSql } from './tables/counted-sql.ts'
import type { FactRow } from './tables/facts.ts'
import type { MemoryRow } from './tables/memories.ts'
import type { VersionRow } from './tables/revisions.ts'
import type { VaultTables } from './vault-tables.ts'

type Request = Parameters<Portable['exportPage']>[1]
type Page = Awaited<ReturnType<Portable['exportPage']>>

/** One page, of one type of rows. */
export function exportPage(sql: CountedSql, tables: VaultTables, request: Request): Page {
  const { place, personas } = request
  const at = placeOf(place, lastIds(tables))
  const scopes = personas?.flatMap((name) => tables.personas.find(name)?.id ?? []) ?? null
  const { rows, ...found } = readersOf(sql, tables, { ...request, at, scopes })[at.type]()
  return { rows, next: nextPlace(at, found), embedder: tables.meta.text('embedder') }
}

const lastIds = ({ ids }: VaultTables): ExportPlace['until'] => ({
  ...{ memories: ids.last('memories'), chunks: ids.last('chunks'), facts: ids.last('facts') },
})

interface Look extends Request {
  readonly at: ExportPlace
  readonly scopes: readonly number[] | null
}

function readersOf(sql: CountedSql, tables: VaultTables, look: Look): Record<RowType, () => FoundRows> {
  const { limit, scopes, asSaid, selfContained = false } = look
  const { after, version, from, until } = look.at
  const inScope = '(?2 IS NULL OR persona IN (SELECT value FROM json_each(?2)))'
  const wanted = scopes && JSON.stringify(scopes)
  const isWhole = scopes === null && !selfContained
  const make = makersOf(tables, look)

  /** By slices of numbers: rare rows among many. */
  function rare(
    table: 'chunks' | 'facts',
    condition: string,
    toRows: (ids: readonly number[]) => PortableRow[],
  ): FoundRows {
    const to = Math.min(until[table], Number(after) + SLICE)
    const ids = sql.rows(
      ([id]) => id as number,
      `SELECT id FROM ${table} WHERE id > ?1 AND id <= ?3 AND ${inScope} AND ${condition} ORDER BY id`,
      ...[Number(after), wanted, to],
    )
    return { rows: toRows(ids), after: to >= until[table] ? null : to }
  }
  /** What memories of the slice state is read once: a long one states hundreds of them. */
  const nobodyBrought = (table: string, letter: string) =>
    `(memory, '${letter}' || id) NOT IN (SELECT memories.id, said.value ->> 'target' FROM memories, json_each(memories.stated) AS said
       WHERE memories.id IN (SELECT memory FROM ${table} WHERE id > ?1 AND id <= ?3) AND said.value ->> 'target' IS NOT NULL)`

  return {
    persona() {
      const rows = sql.all<{ id: number; name: string; consolidated_at: number | null }>(
        `SELECT id, name, consolidated_at FROM personas WHERE name > ?1 AND (?2 IS NULL OR id IN (SELECT value FROM json_each(?2)))
         ORDER BY name LIMIT ?3`,
        ...[after, wanted, limit],
      )
      return pageOf(
        rows,
        limit,
        rows.map(({ name, consolidated_at }) => ({ type: 'persona', name, consolidatedAt: consolidated_at })),
        ({ name }) => name,
      )
    },
    session: () => (selfContained ? NO_ROWS : sessions()),
    // What an entity is called, and what is taken for it, others may have said: who sees only some of them gets none.
    entity: () => (asSaid || selfContained ? NO_ROWS : entities()),
    memory() {
      if (version !== undefined) return make.history(Number(after), version)
      const rows = tables.memories.after(Number(after), until.memories, scopes, limit)
      const fitting = fittingPage(rows, tables.revisions.lengths(rows.map(({ id }) => id)))
      const { rows: made, cut } = make.memories(fitting)
      return cut ? { rows: made, ...cut } : pageOf(rows, limit, made, ({ id }) => id, fitting)
    },
    chunk: () =>
      selfContained
        ? NO_ROWS
        : rare('chunks', nobodyBrought('chunks', 'c'), (ids) =>
            make.chunks(ids).map((row) => ({ type: 'chunk', ...row })),
          ),
    // What the store made, and what outlived its text, is called as everybody calls it.
    fact: () =>
      asSaid || selfContained
        ? NO_ROWS
        : rare('facts', nobodyBrought('facts', 'f'), (ids) => make.facts(ids).map((row) => ({ type: 'fact', ...row }))),
    vector: () => (asSaid || selfContained ? NO_ROWS : rare('facts', HAS_OWN_VECTOR, make.ownVectors)),
    receipt: () => (isWhole ? receipts() : NO_ROWS),
    state: () =>
      isWhole
        ? { rows: [{ type: 'state', ...until, compressedUpTo: tables.horizon.watermark() }], after: null }
        : NO_ROWS,
  }

  function sessions(): FoundRows {
    const rows = sql.all<{ name: string; persona: number }>(
      `SELECT name, persona FROM sessions WHERE name > ?1 AND ${inScope} ORDER BY name LIMIT ?3`,
      ...[after, wanted, limit],
    )
    return pageOf(
      rows,
      limit,
      rows.map(({ name, persona }) => ({ type: 'session', name, persona: make.personaOf(persona) })),
      ({ name }) => name,
    )
  }

  function entities(): FoundRows {
    const rows = sql.all<{ key: string; name: string; kind: string; aliases: string }>(
      `SELECT key, name, kind, aliases FROM entities WHERE key > ?1 AND (?2 IS NULL OR EXISTS (
         SELECT 1 FROM json_each(entities.uses) AS used WHERE CAST(used.key AS INTEGER) IN (SELECT value FROM json_each(?2))))
       ORDER BY key LIMIT ?3`,
      ...[after, wanted, limit],
    )
    const namesOf = (row: (typeof rows)[number]) =>
      sql
        .rows(
          ([found]) => found as string,
          'SELECT name FROM names WHERE name IN (SELECT value FROM json_each(?)) AND entity = ?',
          ...[JSON.stringify(namesLeadingTo(row)), row.key],
        )
        .sort()
    return pageOf(
      rows,
      limit,
      rows.map((row) => ({ type: 'entity', ...row, names: namesOf(row) })),
      ({ key }) => key,
    )
  }

  function receipts(): FoundRows {
    const rows = sql.all<Omit<FoundReceipt, 'memories'> & Record<string, SqlStorageValue>>(
      `SELECT id, at, scope, erased, remaining FROM receipts WHERE ${from === undefined ? 'id > ?' : 'id = ?'} ORDER BY id LIMIT ?`,
      ...[Number(after), limit],
    )
    const found = rows.map(
      (row): FoundReceipt => ({
        ...row,
        memories: tables.revisions.erasedBy(row.id, from ?? 0, ERASED_LOOKED_AT),
      }),
    )
    return receiptPage(found, limit, from)
  }
}

/** Its chunk is gone, or has no such vector any more. */
const HAS_OWN_VECTOR = `NOT EXISTS (SELECT 1 FROM chunks, json_each(chunks.vectors) AS own
  WHERE chunks.id = facts.chunk AND own.value = facts.vector)`

const byId = <T extends { readonly id: number }>(rows: readonly T[]): T[] => [...rows].sort((a, b) => a.id - b.id)

/** Reads rows of the tables as rows of an export. */
function makersOf(tables: VaultTables, { vectors: withData, scopes, asSaid, selfContained = false }: Look) {
  const personaOf = (id: number) => tables.personas.get(id).name
  const visible = new Set(scopes?.map(personaOf))
  const sight = { asSaid, sees: (persona: string) => scopes === null || visible.has(persona) }
  const dataOf = (vector: Parameters<typeof vectorToText>[0]) => (withData ? vectorToText(vector) : null)

  function facts(ids: readonly number[]): PortableFact[] {
    const rows = byId(tables.accesses.exact('f', tables.facts.byIds([...new Set(ids)])))
    const chunks = new Map(
      tables.chunks.byIds([...new Set(rows.map(({ chunk }) => chunk))]).map((row) => [row.id, row]),
    )
    return rows.map((row) => {
      const at = chunks.get(row.chunk)?.vectors.indexOf(row.vector) ?? -1
      return toPortableFact({ ...row, persona: personaOf(row.persona) }, at < 0 ? null : at)
    })
  }

  /** With the facts that are left of what they state. */
  function chunks(ids: readonly number[]): PortableChunk[] {
    const rows = byId(tables.accesses.exact('c', tables.chunks.byIds([...new Set(ids)])))
    const stored = new Map(tables.vectors.byIds(rows.flatMap((row) => row.vectors)).map((row) => [row.id, row]))
    const named = rows.flatMap((row) => [...row.facts, ...row.vectors.flatMap((id) => stored.get(id)?.facts ?? [])])
    const left = new Map(tables.facts.byIds([...new Set(named)]).map((row) => [row.id, row]))
    const isLeft = (fact: number) => left.has(fact)
    const toVector = (id: number, at: number): PortableVector | [] => {
      const vector = stored.get(id)
      const wordedSo = (fact: number) => (left.get(fact)?.vector === id ? left.get(fact)!.text : undefined)
      return vector ? toPortableVector(at, vector.facts.filter(isLeft), () => dataOf(vector.vector), wordedSo) : []
    }
    return rows.map((row) =>
      toPortableChunk(
        { ...row, persona: personaOf(row.persona), facts: row.facts.filter(isLeft) },
        row.session === null ? null : tables.chunks.sessionName(row.session),
        row.vectors.flatMap(toVector),
      ),
    )
  }

  const toVersion = ({ persona, memory: _, ...version }: VersionRow) => ({ ...version, persona: personaOf(persona) })

  /** `cut`: the last of them has former versions beyond those in its line, and no other comes before them. */
  function memories(rows: readonly MemoryRow[]): { rows: PortableRow[]; cut: Omit<FoundRows, 'rows'> | null } {
    const former = new Map(rows.map(({ id }) => [id, tables.revisions.versionsInLine(id, 0, 0)]))
    const last = rows.find(({ id }) => former.get(id)!.isMore)
    if (!last) return { rows: whole(rows, former), cut: null }
    const { id } = last
    const version = former.get(id)!.versions.at(-1)?.version ?? 0
    return { rows: whole(rows.slice(0, rows.indexOf(last) + 1), former), cut: { after: id, version } }
  }

  /** More of what a memory was before. A place is whatever somebody sent: only what is in scope is shown. */
  function history(id: number, version: number): FoundRows {
    const [memory] = tables.memories.byIds([id])
    if (!memory || (scopes !== null && !scopes.includes(memory.persona))) return { rows: [], after: id }
    const { versions, isMore } = tables.revisions.versionsInLine(id, version, 1)
    const rows = toHistory({ id, persona: personaOf(memory.persona) }, versions.map(toVersion), sight)
    return { rows, after: id, ...(isMore ? { version: versions.at(-1)!.version } : {}) }
  }

  type Former = ReadonlyMap<number, ReturnType<typeof tables.revisions.versionsInLine>>

  function whole(rows: readonly MemoryRow[], former: Former): PortableRow[] {
    const targets = rows.flatMap(({ stated }) => stated.map(({ target }) => target as MemoryId))
    const toldChunks = chunks(chunksIn(targets))
    const toldFacts = facts(factsIn(targets))
    return rows.flatMap((row) => {
      const own = toldRows(row, toldChunks, toChunkId, selfContained)
      const told = toldRows(row, toldFacts, toFactId, selfContained)
      const { versions, isMore } = former.get(row.id)!
      const brought = {
        versions: versions.map(toVersion),
        ...(isMore && asSaid
          ? {
              replaced: tables.revisions.replacedOf(row.id).map((one) => ({ ...one, persona: personaOf(one.persona) })),
            }
          : {}),
        chunks: own,
        facts: selfContained ? apart(told, own) : told,
        parked: Array.from(tables.revisions.parked(row.id), ([piece, reading]) =>
          toPortablePiece(piece, reading, row.speaker, withData),
        ),
      }
      const memory = toPortableMemory({ ...row, persona: personaOf(row.persona) }, brought, sight)
      if (!selfContained) return memory
      return [memory, ...ownVectors(brought.facts.flatMap(({ id, vector }) => (vector === null ? id : [])))]
    })
  }

  function ownVectors(ids: readonly number[]): PortableRow[] {
    const rows: FactRow[] = byId(tables.facts.byIds(ids))
    const stored = new Map(tables.vectors.byIds(rows.map(({ vector }) => vector)).map((row) => [row.id, row.vector]))
    return rows.map(({ id, chunk, persona, vector, text }) => {
      const own = stored.get(vector)
      const data = own && dataOf(own)
      return { type: 'vector', chunk, persona: personaOf(persona), facts: [id], text, ...(data ? { data } : {}) }
    })
  }

  return { personaOf, facts, chunks, memories, history, ownVectors }
}
