import { vectorFromText, vectorToText } from '../../../domain/ranking/packed-text.ts'
import type { MemoryRecord } from '../../../memory/records.ts'
import type { ParkedPiece } from '../../../memory/revision/parked.ts'
import { stateChanges } from '../../../memory/state-changes.ts'
import { withUnreset } from '../../../memory/unreset-sessions.ts'
import type { Erased, FormerVersion, Receipt } from '../../../ports/memory-revisions.ts'
import { runEach, type Transaction } from './connection.ts'
import type { Operation } from './operation.ts'

/** What memories were before, what those say that are out of retrieval, and what was erased. */
export const addVersions = (
  tx: Transaction,
  ns: string,
  replaced: readonly MemoryRecord[],
  replacedAt: number,
): Promise<unknown> =>
  runEach(
    tx,
    ns,
    replaced.map(({ id: memory, version, text, metadata, persona, occurredAt, offsetMs }) => ({
      ...{ memory, version },
      rest: { text, metadata, persona, occurredAt, offsetMs, replacedAt },
    })),
    'MERGE (v:Version { namespace: $ns, memory: row.memory, version: row.version }) SET v += row.rest',
  )

/** The personas of those that there were, one for each. */
export async function removeVersions(tx: Transaction, ns: string, memories: readonly number[]): Promise<string[]> {
  if (memories.length === 0) return []
  const rows = await tx.run<{ persona: string }>(
    `MATCH (v:Version { namespace: $ns }) WHERE v.memory IN $given.memories AND v.version > 0
     WITH v, v.persona AS persona DELETE v RETURN persona`,
    { ns, memories },
  )
  return rows.map(({ persona }) => persona)
}

export const park = (
  tx: Transaction,
  ns: string,
  pieces: readonly (ParkedPiece & { readonly memory: number; readonly piece: number; readonly place: number })[],
): Promise<unknown> =>
  runEach(
    tx,
    ns,
    pieces.map(({ memory, piece, place, vectors, ...reading }) => ({
      ...{ memory, piece, place, reading: JSON.stringify(reading), vectors: vectors.map(vectorToText) },
    })),
    `MERGE (p:Parked { namespace: $ns, memory: row.memory, piece: row.piece })
     SET p.reading = row.reading, p.vectors = row.vectors, p.place = row.place, p.embedder = $current`,
  )

/** Where in its session each part of the memories stood. */
export async function parkedPlaces(
  tx: Transaction,
  ns: string,
  memories: readonly number[],
): Promise<Map<number, number[]>> {
  if (memories.length === 0) return new Map()
  const rows = await tx.run<{ memory: number; place: number }>(
    `MATCH (p:Parked { namespace: $ns }) WHERE p.memory IN $given.memories AND p.piece >= 0
     RETURN p.memory AS memory, p.place AS place ORDER BY p.memory, p.piece`,
    { ns, memories },
  )
  return new Map(
    [...Map.groupBy(rows, ({ memory }) => memory)].map(([memory, own]) => [memory, own.map(({ place }) => place)]),
  )
}

/** Of whichever embedder; `isCurrent`: of the one in use. */
export async function parkedPieces(tx: Transaction, ns: string, memories: readonly number[]) {
  const rows = await tx.run<{ memory: number; piece: number; reading: string; vectors: string[]; isCurrent: boolean }>(
    `MATCH (p:Parked { namespace: $ns }) WHERE p.memory IN $given.memories AND p.piece >= 0
     RETURN p.memory AS memory, p.piece AS piece, p.reading AS reading, p.vectors AS vectors, p.embedder = $current AS isCurrent
     ORDER BY p.memory, p.piece`,
    { ns, memories },
  )
  return rows.map(({ reading, vectors, ...row }) => ({
    ...row,
    reading: { ...JSON.parse(reading), vectors: vectors.map(vectorFromText) } as ParkedPiece,
  }))
}

/** By the memory. What another embedder encoded has to be read again. */
export async function parkedOf(
  tx: Transaction,
  ns: string,
  memories: readonly number[],
): Promise<Map<number, ParkedPiece[]>> {
  const pieces = (await parkedPieces(tx, ns, memories)).filter(({ isCurrent }) => isCurrent)
  const byMemory = Map.groupBy(pieces, ({ memory }) => memory)
  return new Map(Array.from(byMemory, ([memory, own]) => [memory, own.map(({ reading }) => reading)]))
}

/** Of whichever embedder, without the vectors. */
export async function readingsOf(
  tx: Transaction,
  ns: string,
  memories: readonly number[],
): Promise<Map<number, Omit<ParkedPiece, 'vectors'>[]>> {
  if (memories.length === 0) return new Map()
  const rows = await tx.run<{ memory: number; reading: string }>(
    `MATCH (p:Parked { namespace: $ns }) WHERE p.memory IN $given.memories AND p.piece >= 0
     RETURN p.memory AS memory, p.reading AS reading ORDER BY p.memory, p.piece`,
    { ns, memories },
  )
  const byMemory = Map.groupBy(rows, ({ memory }) => memory)
  return new Map(Array.from(byMemory, ([memory, own]) => [memory, own.map(({ reading }) => JSON.parse(reading))]))
}

export const unpark = (tx: Transaction, ns: string, memories: readonly number[]): Promise<unknown> =>
  memories.length === 0
    ? Promise.resolve()
    : tx.run('MATCH (p:Parked { namespace: $ns }) WHERE p.memory IN $given.memories AND p.piece >= 0 DELETE p', {
        ns,
        memories,
      })

type Counts = Readonly<Record<string, number>>

const sum = (one: Counts, other: Counts): Counts =>
  Object.fromEntries(Object.keys({ ...one, ...other }).map((key) => [key, (one[key] ?? 0) + (other[key] ?? 0)]))

/** Begins a receipt, or adds to one that was begun. */
export async function addReceipt(
  tx: Transaction,
  ns: string,
  { id, scope, remaining }: Pick<Receipt, 'id' | 'scope' | 'remaining'>,
  at: number,
  { erased, memories }: { readonly erased: Erased; readonly memories: readonly number[] },
): Promise<void> {
  const [known] = await tx.run<{ erased: string }>(
    'MATCH (r:Receipt { namespace: $ns, id: $id }) RETURN r.erased AS erased',
    { ns, id },
  )
  const all = known ? sum(JSON.parse(known.erased), { ...erased }) : erased
  await Promise.all([
    tx.run(
      `MERGE (r:Receipt { namespace: $ns, id: $id })
       SET r.at = $at, r.scope = $scope, r.erased = $erased, r.remaining = $remaining`,
      { ns, id, at, remaining, scope: JSON.stringify(scope), erased: JSON.stringify(all) },
    ),
    memories.length > 0 && addErased(tx, ns, id, memories),
  ])
}

/** A node for each slice: a list of all of them would be written again with each. */
export const addErased = (tx: Transaction, ns: string, id: number, memories: readonly number[]) =>
  tx.run(
    `OPTIONAL MATCH (e:Erased { namespace: $ns, receipt: $id }) WHERE e.slice > 0 WITH coalesce(max(e.slice), 0) + 1 AS slice
     CREATE (:Erased { namespace: $ns, receipt: $id, slice: slice, memories: $given.memories })`,
    { ns, id, memories },
  )

/** By the receipt, of how many memories it is. */
export async function erasedCounts(tx: Transaction, ns: string, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.run<{ id: number; count: number }>(
    `MATCH (r:Receipt { namespace: $ns }) WHERE r.id IN $given.ids
     OPTIONAL MATCH (e:Erased { namespace: $ns, receipt: r.id }) WHERE e.slice > 0
     WITH r, sum(size(coalesce(e.memories, []))) AS slices RETURN r.id AS id, slices + size(coalesce(r.memories, [])) AS count`,
    { ns, ids },
  )
  return new Map(rows.map(({ id, count }) => [id, Number(count)]))
}

export const receipts: Operation<'receipts'> = async (tx, ns, { before, limit }) => {
  const rows = await tx.run<Omit<Receipt, 'scope' | 'erased'> & { scope: string; erased: string }>(
    `MATCH (r:Receipt { namespace: $ns }) WHERE r.id < $before
     RETURN r.id AS id, r.at AS at, r.scope AS scope, r.erased AS erased, r.remaining AS remaining
     ORDER BY r.namespace DESC, r.id DESC LIMIT toInteger($limit)`,
    { ns, before: before ?? Number.MAX_SAFE_INTEGER, limit: limit + 1 },
  )
  const found = rows.slice(0, limit).map((row) => ({
    ...row,
    scope: JSON.parse(row.scope),
    erased: JSON.parse(row.erased),
  }))
  return { receipts: found, next: rows.length > found.length ? found.at(-1)!.id : null }
}

/** Of a change, in its transaction. */
export const noteUnreset = (tx: Transaction, ns: string, sessions: readonly string[]): Promise<void> =>
  note(tx, ns, { add: sessions, remove: [] })

export const noteReset: Operation<'noteReset'> = (tx, ns, sessions) => note(tx, ns, { add: [], remove: sessions })

async function note(tx: Transaction, ns: string, change: Parameters<typeof withUnreset>[1]): Promise<void> {
  const [known] = await tx.run<{ unreset: string[] }>(
    'MATCH (n:Namespace { id: $ns }) SET n.writes = coalesce(n.writes, 0) + 1 RETURN coalesce(n.unreset, []) AS unreset',
    { ns },
  )
  if (!known) return
  const left = withUnreset(known.unreset, change)
  await tx.run('MATCH (n:Namespace { id: $ns }) SET n.unreset = CASE WHEN size($given.left) > 0 THEN $given.left END', {
    ns,
    left,
  })
}

export const history: Operation<'history'> = async (tx, ns, { id }) => {
  const [versions, [memory]] = await Promise.all([
    tx.run<Omit<FormerVersion, 'metadata'> & { metadata: string | null }>(
      `MATCH (v:Version { namespace: $ns, memory: $id }) WHERE v.version > 0
       RETURN v.version AS version, v.text AS text, v.persona AS persona, v.metadata AS metadata, v.occurredAt AS occurredAt,
         v.offsetMs AS offsetMs, v.replacedAt AS replacedAt ORDER BY version`,
      { ns, id },
    ),
    tx.run<Pick<MemoryRecord, 'changes'>>('MATCH (m:Memory { namespace: $ns, id: $id }) RETURN m.changes AS changes', {
      ns,
      id,
    }),
  ])
  return {
    versions: versions.map((version) => ({
      ...version,
      metadata: version.metadata === null ? null : JSON.parse(version.metadata),
    })),
    changes: memory ? stateChanges(memory) : [],
  }
}
