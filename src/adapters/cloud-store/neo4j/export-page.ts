import { chunksIn, factsIn, type MemoryId, toChunkId, toFactId } from '../../../domain/memory-id.ts'
import { vectorToText } from '../../../domain/ranking/packed-text.ts'
import { packVector } from '../../../domain/ranking/vector.ts'
import {
  type FoundRows,
  fittingPage,
  NO_ROWS,
  nextPlace,
  pageOf,
  placeOf,
  SLICE,
} from '../../../memory/portable/export-place.ts'
import { ERASED_LOOKED_AT, type FoundReceipt, receiptPage } from '../../../memory/portable/receipt-lines.ts'
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
} from '../../../memory/portable/to-portable.ts'
import type { MemoryRecord } from '../../../memory/records.ts'
import type {
  ExportPlace,
  Portable,
  PortableChunk,
  PortableFact,
  PortableRow,
  RowType,
} from '../../../ports/portable.ts'
import type { ChunkRecord, FactRecord } from '../graph-store.ts'
import { factsToldBy, parseStated } from '../stated.ts'
import type { Transaction } from './connection.ts'
import { FACT_VECTOR } from './current-vector.ts'
import { factsByIds } from './facts-around.ts'
import { type FormerVersions, formerVersions } from './former-versions.ts'
import { inSight } from './in-sight.ts'
import { factsByKeys, loadChunks } from './known.ts'
import type { Operation } from './operation.ts'
import { loadRecords, recordsByIds } from './record-reader.ts'
import { recordSome } from './records.ts'
import { parkedPieces } from './revisions.ts'

type Request = Parameters<Portable['exportPage']>[1]

interface State {
  readonly embedder: string | null
  readonly isCurrent: boolean
  readonly erased: boolean
  readonly recorded: boolean
  readonly lastId: number
  readonly watermark: number
  /** The numbers of an export that nothing was added to since, as JSON. */
  readonly restored: string | null
}

/** One page, of one type of rows, under the namespace's lock: a reader alone would see a memory of before and its chunks of after. */
export const exportPage: Operation<'exportPage'> = async (tx, ns, request) => {
  const [state] = await tx.run<State>(
    `MATCH (n:Namespace { id: $ns }) SET n.writes = coalesce(n.writes, 0) + 1
     RETURN n.embedder AS embedder, coalesce(n.embedder = $current, false) AS isCurrent, n.erasedAt IS NOT NULL AS erased, n.recorded IS NOT NULL AS recorded, n.lastId AS lastId,
       coalesce(n.watermark, 0) AS watermark, n.restored AS restored`,
    { ns },
  )
  if (!state || state.erased || state.embedder === null) return { rows: [], next: null, embedder: null }
  while (!state.recorded && (await recordSome(tx, ns))) {}
  const at = placeOf(request.place, lastIds(state, request.place !== null))
  // While a namespace is embedded anew, vectors of both embedders are there, and the file names one: it has texts instead.
  const look = { ...request, vectors: request.vectors && state.isCurrent, at, watermark: state.watermark }
  const { rows, ...found } = await readersOf(tx, ns, look)[at.type]()
  return { rows, next: nextPlace(at, found), embedder: state.embedder }
}

/** Everything is numbered together here. What was restored keeps the numbers of its own store until something is added. */
export interface RestoredIds {
  readonly until: ExportPlace['until']
  readonly lastId: number
}

function lastIds({ lastId, restored }: State, hasBegun: boolean): ExportPlace['until'] {
  const kept = restored === null || hasBegun ? null : (JSON.parse(restored) as RestoredIds)
  return kept?.lastId === lastId ? kept.until : { memories: lastId, chunks: lastId, facts: lastId }
}

interface Look extends Request {
  readonly at: ExportPlace
  readonly watermark: number
}

function readersOf(tx: Transaction, ns: string, look: Look): Record<RowType, () => FoundRows | Promise<FoundRows>> {
  const { limit, personas, asSaid, selfContained = false } = look
  const { after, version, from, until } = look.at
  const isWhole = personas === null && !selfContained
  const make = makersOf(tx, ns, look)
  const given = { ns, after, limit, personas }

  /** By slices of numbers: rare rows among many. */
  async function rare(
    table: 'chunks' | 'facts',
    query: string,
    toRows: (ids: readonly number[]) => Promise<PortableRow[]>,
  ): Promise<FoundRows> {
    const to = Math.min(until[table], Number(after) + SLICE)
    const found = await tx.run<{ id: number }>(`${query} ORDER BY id`, { ns, after: Number(after), to, personas })
    return {
      rows: found.length === 0 ? [] : await toRows(found.map(({ id }) => id)),
      after: to >= until[table] ? null : to,
    }
  }
  const chunks = `MATCH (c:Chunk { namespace: $ns }) WHERE c.id > $after AND c.id <= $to AND c.doomed IS NULL AND ${inSight('c')}`
  const facts = `MATCH ()-[r:FACT]->() WHERE r.namespace = $ns AND r.id > $after AND r.id <= $to AND ${inSight('r')}`
  /** What a memory states is read once: a long one states hundreds of them. */
  const nobodyBrought = (x: string, letter: string) =>
    `WITH ${x}.memory AS memory, collect(${x}.id) AS ids
     OPTIONAL MATCH (m:Memory { namespace: $ns, id: memory })
     WITH ids, [said IN coalesce(m.stated, []) | split(said, ' ')[0]] AS told
     UNWIND ids AS id WITH id, told WHERE NOT '${letter}' + toString(toInteger(id)) IN told RETURN id`

  return {
    async persona() {
      const rows = await tx.run<{ name: string; consolidatedAt: number | null }>(
        `MATCH (p:Persona { namespace: $ns }) WHERE p.name > $after AND ($given.personas IS NULL OR p.name IN $given.personas)
         RETURN p.name AS name, p.consolidatedAt AS consolidatedAt ORDER BY name LIMIT toInteger($limit)`,
        given,
      )
      return pageOf(
        rows,
        limit,
        rows.map(({ name, consolidatedAt }) => ({ type: 'persona', name, consolidatedAt })),
        ({ name }) => name,
      )
    },
    session: () => (selfContained ? NO_ROWS : sessions()),
    // What an entity is called, and what is taken for it, others may have said: who sees only some of them gets none.
    entity: () => (asSaid || selfContained ? NO_ROWS : entities()),
    async memory() {
      if (version !== undefined) return make.history(Number(after), version)
      const rows = await loadRecords(
        tx,
        `MATCH (m:Memory { namespace: $ns }) WHERE m.id > $after AND m.id <= $until AND ${inSight('m')}`,
        { ...given, until: until.memories },
        'ORDER BY m.id LIMIT toInteger($limit)',
      )
      const fitting = fittingPage(rows, await lengths(rows.map(({ id }) => id)))
      const { rows: made, cut } = await make.memories(fitting)
      return cut ? { rows: made, ...cut } : pageOf(rows, limit, made, ({ id }) => id, fitting)
    },
    chunk: () =>
      selfContained
        ? NO_ROWS
        : rare('chunks', `${chunks} ${nobodyBrought('c', 'c')}`, async (ids) =>
            (await make.chunks(ids)).map((row) => ({ type: 'chunk', ...row })),
          ),
    // What the store made, and what outlived its text, is called as everybody calls it.
    fact: () =>
      asSaid || selfContained
        ? NO_ROWS
        : rare('facts', `${facts} ${nobodyBrought('r', 'f')}`, async (ids) =>
            (await make.facts(ids)).map((row) => ({ type: 'fact', ...row })),
          ),
    vector: () =>
      asSaid || selfContained
        ? NO_ROWS
        : rare(
            'facts',
            `${facts} AND NOT EXISTS { MATCH (c:Chunk { namespace: $ns, id: r.chunk }) WHERE c.doomed IS NULL AND r.key IN c.facts }
             RETURN r.id AS id`,
            make.ownVectors,
          ),
    receipt: () => (isWhole ? receipts() : NO_ROWS),
    state: () =>
      isWhole ? { rows: [{ type: 'state', ...until, compressedUpTo: look.watermark }], after: null } : NO_ROWS,
  }

  /** Of former versions and of what is parked, by the memory. */
  async function lengths(ids: readonly number[]): Promise<Map<number, number>> {
    const rows = await tx.run<{ memory: number; length: number }>(
      `MATCH (v:Version { namespace: $ns }) WHERE v.memory IN $given.ids AND v.version > 0
       RETURN v.memory AS memory, sum(size(v.text)) AS length
       UNION ALL MATCH (p:Parked { namespace: $ns }) WHERE p.memory IN $given.ids AND p.piece >= 0
       RETURN p.memory AS memory, sum(size(p.reading)) AS length`,
      { ns, ids },
    )
    const byMemory = Map.groupBy(rows, ({ memory }) => memory)
    return new Map(Array.from(byMemory, ([memory, own]) => [memory, own.reduce((sum, { length }) => sum + length, 0)]))
  }

  async function sessions(): Promise<FoundRows> {
    const rows = await tx.run<{ name: string; persona: string }>(
      `MATCH (s:Session { namespace: $ns }) WHERE s.name > $after AND ${inSight('s')}
       RETURN s.name AS name, s.persona AS persona ORDER BY name LIMIT toInteger($limit)`,
      given,
    )
    return pageOf(
      rows,
      limit,
      rows.map(({ name, persona }) => ({ type: 'session', name, persona })),
      ({ name }) => name,
    )
  }

  async function entities(): Promise<FoundRows> {
    const rows = await tx.run<{ key: string; name: string; kind: string; aliases: string; names: string[] }>(
      `MATCH (e:Entity { namespace: $ns }) WHERE e.key > $after
         AND ($given.personas IS NULL OR EXISTS { MATCH (e)-[r:FACT]-() WHERE r.persona IN $given.personas })
       WITH e ORDER BY e.key LIMIT toInteger($limit)
       RETURN e.key AS key, e.name AS name, e.kind AS kind, e.aliases AS aliases, [(n:Name)-[:MEANS]->(e) | n.name] AS names
       ORDER BY key`,
      given,
    )
    const namesOf = (row: (typeof rows)[number]) => {
      const leading = new Set(namesLeadingTo(row))
      return row.names.filter((name) => leading.has(name)).sort()
    }
    return pageOf(
      rows,
      limit,
      rows.map(({ key, name, kind, aliases, names }) => ({
        ...{ type: 'entity', key, name, kind, aliases },
        names: namesOf({ key, name, kind, aliases, names }),
      })),
      ({ key }) => key,
    )
  }

  async function receipts(): Promise<FoundRows> {
    const found = await tx.run<FoundReceipt>(
      // A receipt that was restored has the ids of its first line itself; further lines, and what is erased under it, add slices.
      `MATCH (r:Receipt { namespace: $ns }) WHERE ${from === undefined ? 'r.id > $after' : 'r.id = $after'}
       WITH r ORDER BY r.id LIMIT toInteger($limit)
       OPTIONAL MATCH (e:Erased { namespace: $ns, receipt: r.id }) WHERE e.slice > 0
       WITH r, e ORDER BY r.id, e.slice WITH r, [coalesce(r.memories, [])] + collect(e.memories) AS slices
       RETURN r.id AS id, r.at AS at, r.scope AS scope, r.erased AS erased, r.remaining AS remaining,
         COLLECT { UNWIND slices AS slice UNWIND slice AS memory RETURN memory SKIP toInteger($from) LIMIT toInteger($most) } AS memories
       ORDER BY id`,
      { ...given, from: from ?? 0, most: ERASED_LOOKED_AT },
    )
    return receiptPage(found, limit, from)
  }
}

/** Reads what the graph has as rows of an export. */
function makersOf(tx: Transaction, ns: string, { vectors: withData, personas, asSaid, selfContained = false }: Look) {
  const sight = { asSaid, sees: (persona: string) => personas === null || personas.includes(persona) }
  const chunksByIds = (ids: readonly number[]) =>
    loadChunks(tx, 'MATCH (c:Chunk { namespace: $ns }) WHERE c.id IN $given.ids AND c.doomed IS NULL', { ns, ids })

  async function facts(ids: readonly number[]): Promise<PortableFact[]> {
    const rows = byId(await factsByIds(tx, ns, [...new Set(ids)]))
    const chunks = new Map(
      (await chunksByIds([...new Set(rows.map(({ chunk }) => chunk))])).map((row) => [row.id, row]),
    )
    return rows.map((row) => toPortableFact(row, vectorOf(row, chunks.get(row.chunk))))
  }

  /** With the facts that are left of what they state. */
  async function chunks(ids: readonly number[]): Promise<PortableChunk[]> {
    const rows = byId(await chunksByIds([...new Set(ids)]))
    const left = await factsByKeys(tx, ns, [...new Set(rows.flatMap((row) => row.facts))])
    const byKey = new Map(left.map((fact) => [fact.key, fact]))
    const byNumber = new Map(left.map((fact) => [fact.id, fact]))
    return rows.map((row) => {
      const told = factsToldBy(row).flatMap(({ key, vector }) => {
        const fact = byKey.get(key)
        return fact ? { id: fact.id, vector } : []
      })
      const wordedSo = (at: number) => (id: number) => {
        const fact = byNumber.get(id)!
        return fact.chunk === row.id && vectorOf(fact, row) === at ? fact.text : undefined
      }
      return toPortableChunk(
        { ...row, facts: told.map(({ id }) => id) },
        row.session === null ? null : parseStated(row.stated).session,
        row.vectors.map((data, at) => {
          const own = told.filter(({ vector }) => vector === at).map(({ id }) => id)
          return toPortableVector(at, own, () => (withData ? data : null), wordedSo(at))
        }),
      )
    })
  }

  /** `cut`: the last of them has former versions beyond those in its line, and no other comes before them. */
  async function memories(
    rows: readonly MemoryRecord[],
  ): Promise<{ rows: PortableRow[]; cut: Omit<FoundRows, 'rows'> | null }> {
    const ids = rows.map(({ id }) => id)
    const former = await formerVersions(tx, ns, ids)
    const last = rows.find(({ id }) => former.inLine(id, 0).isMore)
    if (!last) return { rows: await whole(rows, former), cut: null }
    const version = former.inLine(last.id, 0).versions.at(-1)?.version ?? 0
    return { rows: await whole(rows.slice(0, rows.indexOf(last) + 1), former), cut: { after: last.id, version } }
  }

  /** More of what a memory was before. A place is whatever somebody sent: only what is in sight is shown. */
  async function history(id: number, version: number): Promise<FoundRows> {
    const [memory] = await recordsByIds(tx, ns, [id])
    if (!memory || !sight.sees(memory.persona)) return { rows: [], after: id }
    const { versions, isMore } = (await formerVersions(tx, ns, [id], version)).inLine(id, 1)
    const rows = toHistory(memory, versions, sight)
    return { rows, after: id, ...(isMore ? { version: versions.at(-1)!.version } : {}) }
  }

  async function whole(rows: readonly MemoryRecord[], former: FormerVersions): Promise<PortableRow[]> {
    const ids = rows.map(({ id }) => id)
    const targets = rows.flatMap(({ stated }) => stated.map(({ target }) => target as MemoryId))
    const [toldChunks, toldFacts, pieces] = await Promise.all([
      chunks(chunksIn(targets)),
      facts(factsIn(targets)),
      parkedPieces(tx, ns, ids),
    ])
    const memories: PortableRow[] = []
    for (const row of rows) {
      const own = toldRows(row, toldChunks, toChunkId, selfContained)
      const told = toldRows(row, toldFacts, toFactId, selfContained)
      const isOwn = ({ memory }: { readonly memory: number }) => memory === row.id
      const brought = {
        versions: former.inLine(row.id, 0).versions,
        replaced: former.replacedOf(row.id),
        chunks: own,
        facts: selfContained ? apart(told, own) : told,
        parked: pieces
          .filter(isOwn)
          .map(({ piece, isCurrent, reading }) => toPortablePiece(piece, reading, row.speaker, withData && isCurrent)),
      }
      memories.push(toPortableMemory(row, brought, sight))
      const alone = brought.facts.flatMap(({ id, vector }) => (vector === null ? id : []))
      if (selfContained && alone.length > 0) memories.push(...(await ownVectors(alone)))
    }
    return memories
  }

  async function ownVectors(ids: readonly number[]): Promise<PortableRow[]> {
    const rows = await tx.run<{ id: number; chunk: number; persona: string; text: string; vector: number[] | null }>(
      `MATCH ()-[r:FACT]->() WHERE r.namespace = $ns AND r.id IN $given.ids
       RETURN r.id AS id, r.chunk AS chunk, r.persona AS persona, r.text AS text, ${FACT_VECTOR} AS vector ORDER BY id`,
      { ns, ids },
    )
    return rows.map(({ id, chunk, persona, text, vector }) => ({
      ...{ type: 'vector', chunk, persona, facts: [id], text },
      ...(withData && vector && vector.length > 0 ? { data: vectorToText(packVector(Float32Array.from(vector))) } : {}),
    }))
  }

  return { facts, chunks, memories, history, ownVectors }
}

const byId = <T extends { readonly id: number }>(rows: readonly T[]): T[] => [...rows].sort((a, b) => a.id - b.id)

/** Which vector of its chunk stands for a fact; null: its chunk is gone, or does not state it any more. */
function vectorOf({ key, text }: FactRecord, chunk: ChunkRecord | undefined): number | null {
  const told = chunk ? factsToldBy(chunk).filter((one) => one.key === key) : []
  return (told.find((one) => one.text === text) ?? told[0])?.vector ?? null
}
