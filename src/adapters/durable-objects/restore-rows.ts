import { vectorFromText } from '../../domain/ranking/packed-text.ts'
import { wordsOf } from '../../domain/ranking/words.ts'
import type { EntityKind } from '../../domain/statement/fact.ts'
import { withoutLabel } from '../../domain/statement/speaker.ts'
import { newReceiptLines, receiptsIn } from '../../memory/portable/receipt-lines.ts'
import { chunksOf, factsOf, firstInSessions, highestIds, saidAgain } from '../../memory/portable/references.ts'
import {
  isFormer,
  knownBeside,
  rehearsed,
  restoreConflict,
  restoreLook,
  type StoredRows,
  versionKey,
} from '../../memory/portable/restore-conflict.ts'
import type { Alias, StatedTarget } from '../../memory/records.ts'
import type { ParkedPiece } from '../../memory/revision/parked.ts'
import type {
  Portable,
  PortableChunk,
  PortableFact,
  PortableMemory,
  PortableRow,
  PortableVector,
  PortableVersion,
} from '../../ports/portable.ts'
import { storeVectors } from './store-vectors.ts'
import type { FactRow } from './tables/facts.ts'
import type { VaultTables } from './vault-tables.ts'

type Restored = Awaited<ReturnType<Portable['restoreRows']>>

type Request = Parameters<Portable['restoreRows']>[1]

/** Takes over rows of an export, in one transaction. What counts, indexes and finds them is made anew. */
export function restoreRows(tables: VaultTables, request: Request): Restored {
  const { rows, isPart = false } = request
  const stored = storedRows(tables, rows)
  const conflict = restoreConflict(rows, stored, isPart)
  if (conflict) return conflict
  const memories = rows.filter((row) => row.type === 'memory')
  const known = new Set(memories.flatMap(({ id }) => (stored.memories.has(id) ? id : [])))
  const created: number[] = []
  const counts = { memories: 0, chunks: 0, facts: 0, receipts: restoreReceipts(tables, rows) }
  for (const row of rows) {
    if (row.type === 'memory') {
      if (known.has(row.id)) continue
      known.add(row.id)
      created.push(row.id)
    }
    if (row.type !== 'history' && row.type !== 'receipt') restore(tables, row, counts)
  }
  // A file may have been sorted: what a memory was comes after the memory, wherever its lines stand.
  for (const row of rows) if (row.type === 'history') restoreHistory(tables, row, stored)
  const came = new Set(created)
  for (const [name, { id, persona }] of firstInSessions(memories.filter((row) => came.has(row.id))))
    tables.chunks.returnSession(name, { id, persona: tables.personas.open(persona).id }, created)
  reserveIds(tables, rows)
  tables.journal.collect('created', created)
  if (Object.values(counts).some((count) => count > 0)) tables.journal.note(request, counts)
  const beside = knownBeside(rows, stored)
  return { kind: 'done', memories: created.length, known: memories.length - created.length, knownBeside: beside }
}

/** What would come of it. */
export const rehearseRestore = (tables: VaultTables, { rows, isPart = false }: Request): Restored =>
  rehearsed(rows, storedRows(tables, rows), isPart)

type Row<Type extends PortableRow['type']> = Extract<PortableRow, { type: Type }>
type Counts = Record<'memories' | 'chunks' | 'facts' | 'receipts', number>

/** What is there of all that the rows are, and are about. */
function storedRows(tables: VaultTables, rows: readonly PortableRow[]): StoredRows {
  const look = restoreLook(rows)
  const named = <T extends { readonly id: number; readonly persona: number }>(list: readonly T[]) =>
    new Map(list.map((row) => [row.id, { ...row, persona: tables.personas.get(row.persona).name }]))
  const evidence = tables.memories.evidenceOf(look.arriving)
  const tellers = named(tables.memories.byIds([...new Set(evidence.map(({ memory }) => memory))]))
  return {
    memories: named(tables.memories.byIds(look.memories)),
    chunks: named(tables.chunks.byIds(look.chunks)),
    facts: named(tables.facts.byIds(look.facts)),
    tellers: evidence.flatMap(({ target, memory }) => {
      const teller = tellers.get(memory)
      return teller ? { target, persona: teller.persona } : []
    }),
    versions: tables.revisions.versionKeys(look.histories),
  }
}

/** What rows refer to and what is not there is never given to anything else: it would become theirs. */
function reserveIds(tables: VaultTables, rows: readonly PortableRow[]): void {
  tables.ids.forget()
  for (const [table, highest] of Object.entries(highestIds(rows)) as ['memories' | 'chunks' | 'facts', number][])
    if (tables.ids.last(table) < highest) tables.meta.set(`last ${table}`, highest)
  tables.ids.forget()
}

/** Former versions that are there stay, and without its memory, or beyond the version that it has, none is kept. */
function restoreHistory(tables: VaultTables, { memory, versions }: Row<'history'>, stored: StoredRows): void {
  const [current] = tables.memories.byIds([memory])
  if (!current) return
  addVersions(
    tables,
    memory,
    versions.filter(({ version }) => isFormer(current, version) && !stored.versions.has(versionKey(memory, version))),
  )
}

function addVersions(tables: VaultTables, memory: number, versions: readonly PortableVersion[]): void {
  for (const version of versions) {
    const persona = tables.personas.open(version.persona).id
    tables.revisions.addVersion({ ...version, offsetMs: version.offsetMs ?? null, memory, persona })
  }
}

/** How many of them were not there. */
function restoreReceipts(tables: VaultTables, rows: readonly PortableRow[]): number {
  const lines = receiptsIn(rows)
  if (lines.length === 0) return 0
  const known = tables.revisions.erasedCounts(lines.map(({ id }) => id))
  const { created, continued } = newReceiptLines(lines, known)
  for (const line of created) tables.revisions.restoreReceipt(line)
  for (const { id, memories } of continued) tables.revisions.addErased(id, JSON.parse(memories))
  return created.length
}

function restore(tables: VaultTables, row: Exclude<PortableRow, Row<'history' | 'receipt'>>, counts: Counts): void {
  switch (row.type) {
    case 'persona': {
      const persona = tables.personas.open(row.name)
      if (row.consolidatedAt !== null && persona.consolidated_at === null)
        tables.personas.consolidated(persona, row.consolidatedAt)
      return
    }
    case 'session':
      tables.chunks.sessionId(row.name, tables.personas.open(row.persona).id)
      return
    case 'entity':
      if (tables.graph.has(row.key)) return
      tables.graph.learn(
        [{ key: row.key, name: row.name, kind: row.kind as EntityKind, aliases: JSON.parse(row.aliases) as Alias[] }],
        row.names.map((name) => ({ name, entity: row.key })),
      )
      return
    case 'memory':
      restoreMemory(tables, row, counts)
      return
    case 'chunk':
      restoreChunk(tables, row, counts)
      return
    case 'fact':
      restoreFact(tables, row, counts)
      return
    case 'vector':
      restoreOwnVector(tables, row)
      return
    case 'state':
      for (const table of ['memories', 'chunks', 'facts'] as const)
        if (tables.ids.last(table) < row[table]) tables.meta.set(`last ${table}`, row[table])
      tables.ids.forget()
      if (tables.horizon.watermark() < row.compressedUpTo) tables.horizon.advance(row.compressedUpTo)
  }
}

function restoreMemory(tables: VaultTables, row: PortableMemory, counts: Counts): void {
  counts.memories++
  const { type: _, chunks: __, facts: ___, versions, parked, ...record } = row
  const stated = JSON.parse(record.stated) as StatedTarget[]
  const offsetMs = row.offsetMs ?? null
  tables.memories.insert({ ...record, offsetMs, persona: tables.personas.open(row.persona).id, stated })
  addVersions(tables, row.id, versions)
  tables.revisions.park(
    row.id,
    parked.map(({ piece, reading, vectors }) => ({
      ...(JSON.parse(reading) as Omit<ParkedPiece, 'vectors'>),
      piece,
      vectors: vectors.map(({ data }) => vectorFromText(data!)),
    })),
  )
  for (const chunk of chunksOf([row])) restoreChunk(tables, chunk, counts)
  for (const fact of factsOf([row])) restoreFact(tables, fact, counts)
  for (const target of saidAgain(row)) tables.memories.addEvidence({ target, memory: row.id })
}

function restoreChunk(tables: VaultTables, chunk: PortableChunk, counts: Counts): void {
  if (tables.chunks.has(chunk.id)) return
  counts.chunks++
  const persona = tables.personas.open(chunk.persona)
  const vectors = addVectors(tables, chunk.vectors, chunk.id, persona.id)
  const words = wordsOf(chunk.start === 0 ? withoutLabel(chunk.text, chunk.speaker) : chunk.text)
  tables.chunks.insert(
    {
      ...chunk,
      persona: persona.id,
      session: chunk.session === null ? null : tables.chunks.sessionId(chunk.session, persona.id),
      vectors,
      words: words.length,
    },
    words,
  )
  tables.personas.add(persona, { chunks: 1, words: words.length })
  tables.horizon.saw(chunk.level)
  if (chunk.speaker) tables.personas.addSpeaker(persona, chunk.speaker, 1)
}

function restoreFact(tables: VaultTables, fact: PortableFact, counts: Counts): void {
  if (tables.facts.byIds([fact.id]).length > 0) return
  counts.facts++
  const persona = tables.personas.open(fact.persona)
  const missing = [fact.subject, fact.object].filter((key) => !tables.graph.has(key))
  // The file of somebody who may not see what others call them has no entities.
  tables.graph.learn(
    missing.map((key) => ({ key, name: key, kind: 'thing', aliases: [] })),
    [],
  )
  const vectors = fact.vector === null ? [] : tables.chunks.vectorsOf([fact.chunk])
  const vector = fact.vector === null ? NO_VECTOR : (vectors[fact.vector] ?? comingVector(fact.vector))
  const row = {
    ...fact,
    date: fact.date ?? null,
    persona: persona.id,
    vector,
    contested: tables.facts.contest(fact),
  } as unknown as FactRow
  tables.facts.insert(row)
  tables.horizon.saw(fact.level)
  // An abstraction counts as what was merged into it.
  if (fact.members > 0) return
  tables.personas.add(persona, { facts: 1 })
  tables.graph.use(persona, [fact.subject, fact.object], 1)
}

/** A fact may come before the chunk whose words it has, and before a vector of its own: until then it has a number that no vector has. */
const NO_VECTOR = 0
const comingVector = (at: number): number => -1 - at

/** Their numbers. They are new ones, since the index wants them in the order in which they come. */
function addVectors(tables: VaultTables, vectors: readonly PortableVector[], chunk: number, persona: number): number[] {
  const rows = vectors.map(({ facts, data }) => ({
    ...{ id: tables.ids.next('vectors'), chunk, persona, facts },
    vector: vectorFromText(data!),
  }))
  storeVectors(tables, rows)
  for (const [at, { id, facts }] of rows.entries()) tables.facts.giveVector(facts, chunk, comingVector(at), id)
  return rows.map(({ id }) => id)
}

/** Of facts whose chunk is gone. Those that have one have been restored with it. */
function restoreOwnVector(tables: VaultTables, row: Row<'vector'>): void {
  const waiting = tables.facts.byIds(row.facts).filter((fact) => fact.vector === NO_VECTOR)
  if (waiting.length === 0) return
  const [id] = addVectors(tables, [row], row.chunk, tables.personas.open(row.persona).id)
  for (const fact of waiting) tables.facts.giveVector([fact.id], fact.chunk, NO_VECTOR, id!)
}
