import type { MemoryId } from '../../../domain/memory-id.ts'
import { vectorFromText } from '../../../domain/ranking/packed-text.ts'
import { unpackVector } from '../../../domain/ranking/vector.ts'
import type { EntityKind } from '../../../domain/statement/fact.ts'
import { changedOf } from '../../../memory/note-change.ts'
import { newReceiptLines, receiptsIn } from '../../../memory/portable/receipt-lines.ts'
import { chunksOf, factsOf, firstInSessions, highestIds, saidAgain } from '../../../memory/portable/references.ts'
import {
  knownBeside,
  rehearsed,
  restoreConflict,
  restoreLook,
  versionKey,
} from '../../../memory/portable/restore-conflict.ts'
import type { Alias, EntityRecord, StatedTarget } from '../../../memory/records.ts'
import { isInvalidated } from '../../../memory/state-changes.ts'
import { restoredTexts } from '../../../memory/stored-texts.ts'
import type { PortableFact, PortableRow } from '../../../ports/portable.ts'
import { factKey } from '../fact-key.ts'
import type { Change, ChunkRecord, FactRecord, Known, RestoredGraph } from '../graph-store.ts'
import { comingFact, restoredChunk, withFacts } from '../restored-chunk.ts'
import { countByPersona } from '../to-records.ts'
import { write } from './change.ts'
import { runEach, type Transaction } from './connection.ts'
import type { RestoredIds } from './export-page.ts'
import { factsByIds } from './facts-around.ts'
import { evidenceOf } from './filter.ts'
import { factsByKeys, LOCK, loadChunks } from './known.ts'
import type { Operation } from './operation.ts'
import { loadRecords, recordsByIds } from './record-reader.ts'
import { restoreBeside } from './restore-beside.ts'
import { erasedCounts } from './revisions.ts'

type State = Pick<Known, 'embedder' | 'erased' | 'lastId' | 'told' | 'watched' | 'lastStatedAt'>
type Row<Type extends PortableRow['type']> = Extract<PortableRow, { type: Type }>

/** Takes over rows of an export. What counts and finds them is made anew; the vector store gets the chunks from their marks. */
export const restoreRows: Operation<'restoreRows'> = async (tx, ns, request) => {
  const { isPart = false } = request
  if (request.dryRun)
    return { answer: rehearsed(request.rows, await storedRows(tx, ns, request.rows), isPart), changed: null }
  const [state] = await tx.run<State>(LOCK, { ns })
  if (state!.erased) return { refused: 'erased' }
  if (state!.embedder === null && !request.isNew) return { refused: 'unknown' }
  if (state!.embedder !== null && state!.embedder !== request.embedder)
    return { refused: 'other embedder', embedder: state!.embedder }
  const stored = await storedRows(tx, ns, request.rows)
  const conflict = restoreConflict(request.rows, stored, isPart)
  if (conflict) return { answer: conflict, changed: null }
  const memories = request.rows.filter((row) => row.type === 'memory')
  const created = onceEach(memories.filter(({ id }) => !stored.memories.has(id)))
  const rows = [...request.rows.filter(({ type }) => type !== 'memory'), ...created]
  const answer = {
    ...{ kind: 'done' as const, memories: created.length, known: memories.length - created.length },
    knownBeside: knownBeside(request.rows, stored),
  }
  const count = restoredTexts(request.rows, answer)
  const tally = request.tally && count > 0 ? { name: request.tally, count } : null
  const restored = await restore(tx, ns, state!, { ...request, rows }, stored, tally)
  return { answer, changed: { watched: state!.watched, told: state!.told, ...restored } }
}

type Changed = Extract<RestoredGraph, { answer: unknown }>['changed']
type Request = Parameters<typeof restoreRows>[2]
type Stored = Awaited<ReturnType<typeof storedRows>>

const onceEach = <T extends { readonly id: number }>(rows: readonly T[]): T[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
]

/** What is there of all that the rows are, and are about. */
async function storedRows(tx: Transaction, ns: string, rows: readonly PortableRow[]) {
  const look = restoreLook(rows)
  const [memories, chunks, facts, evidence, versions] = await Promise.all([
    recordsByIds(tx, ns, look.memories),
    loadChunks(tx, 'MATCH (c:Chunk { namespace: $ns }) WHERE c.id IN $given.ids AND c.doomed IS NULL', {
      ...{ ns, ids: look.chunks },
    }),
    factsByIds(tx, ns, look.facts),
    evidenceOf(tx, ns, look.arriving),
    look.histories.length === 0
      ? []
      : tx.run<{ memory: number; version: number }>(
          `MATCH (v:Version { namespace: $ns }) WHERE v.memory IN $given.memories AND v.version > 0
           RETURN v.memory AS memory, v.version AS version`,
          { ns, memories: look.histories },
        ),
  ])
  const tellers = new Map(
    (await recordsByIds(tx, ns, [...new Set(evidence.map(({ memory }) => memory))])).map((row) => [row.id, row]),
  )
  return {
    memories: new Map(memories.map((row) => [row.id, row])),
    chunks: new Map(chunks.map((row) => [row.id, row])),
    facts: new Map(facts.map((row) => [row.id, row])),
    tellers: evidence.flatMap(({ target, memory }) => {
      const teller = tellers.get(memory)
      return teller ? { target, persona: teller.persona, teller } : []
    }),
    versions: new Set(versions.map(({ memory, version }) => versionKey(memory, version))),
  }
}

async function restore(
  tx: Transaction,
  ns: string,
  state: State,
  request: Request,
  stored: Stored,
  tally: Change['tally'],
) {
  const { rows, now, by, embedder } = request
  const newFacts = onceEach(factsOf(rows)).filter(({ id }) => !stored.facts.has(id))
  const keys = await keysOf(tx, ns, newFacts)
  const facts = newFacts.map(({ vector: _, ...fact }): FactRecord => ({ ...fact, date: fact.date ?? null, key: keys.get(fact.id)! })) // biome-ignore format: one line
  const known = new Map([...stored.facts, ...facts.map((fact) => [fact.id, fact] as const)])
  let lastId = Math.max(state.lastId, ...Object.values(highestIds(rows)))
  const sessions = await openSessions(tx, ns, rows, () => ++lastId)
  const chunks = await newChunks(ns, rows, { stored, sessions, factOf: (id) => known.get(id) })
  const memories = rows.filter((row) => row.type === 'memory')
  const { entities, names } = await newEntities(tx, ns, rows, facts)
  const last = rows.findLast((row) => row.type === 'state')
  if (last) lastId = Math.max(lastId, last.memories, last.chunks, last.facts)
  const lines = receiptsIn(rows)
  const receipts = newReceiptLines(lines, await erasedCounts(tx, ns, [...new Set(lines.map(({ id }) => id))]))
  const sizes = { memories: memories.length, chunks: chunks.length, facts: facts.length }
  const counts = { ...sizes, receipts: receipts.created.length }
  const isSomething = Object.values(counts).some((count) => count > 0)
  const change: Change = {
    ...{ now, embedder, lastId, entities, names, chunks, tally },
    lastStatedAt: memories.reduce((latest, { createdAt }) => Math.max(latest, createdAt), state.lastStatedAt),
    personas: countByPersona(personasOf(rows), chunks),
    sessions: [...sessions.values()],
    memories: memories.map(({ type: _, chunks: __, facts: ___, versions: ____, parked: _____, ...record }) => ({
      ...record,
      offsetMs: record.offsetMs ?? null,
      stated: JSON.parse(record.stated) as StatedTarget[],
    })),
    evidence: memories.flatMap((row) => saidAgain(row).map((target) => ({ target, memory: row.id }))),
    facts: withVectors(
      newFacts,
      facts,
      new Map([...stored.chunks, ...chunks.map((chunk) => [chunk.id, chunk] as const)]),
    ),
    ...{ restatedChunks: [], restatedFacts: [], supportedFacts: [], accessedFacts: [], dissolved: [] },
    noted:
      by && isSomething ? { by, now, counts, changed: changedOf({ created: memories.map(({ id }) => id) }) } : null,
  }
  const written = await write(tx, ns, change)
  await giveVectors(tx, ns, rows, stored)
  await completeChunks(tx, ns, facts, stored)
  await returnSessions(tx, ns, memories)
  await restoreBeside(tx, ns, rows, {
    placeOf: (session) => sessions.get(session)?.places ?? 0,
    abstractions: facts.filter(({ members }) => members > 0).length,
    lowestFact: facts.length === 0 ? null : Math.min(...facts.map(({ id }) => id)),
    receipts,
    ids: last && ({ until: idsIn(last), lastId } satisfies RestoredIds),
  })
  const levels = [...new Set([...chunks, ...facts].map(({ level }) => level))]
  return { levels, renamed: entities.length > 0, facts: written.facts } satisfies Partial<NonNullable<Changed>>
}

const idsIn = ({ memories, chunks, facts }: Row<'state'>) => ({ memories, chunks, facts })

const personasOf = (rows: readonly PortableRow[]): string[] => [
  ...new Set(
    rows.flatMap((row) => {
      if (row.type === 'persona') return row.name
      if (row.type === 'memory' || row.type === 'history')
        return [row.persona, ...row.versions.map(({ persona }) => persona)]
      return 'persona' in row && row.type !== 'session' ? row.persona : []
    }),
  ),
]

/** A fact is named by what it says. Where two say the same, the later one by its number too. */
async function keysOf(tx: Transaction, ns: string, facts: readonly PortableFact[]): Promise<Map<number, string>> {
  const named = facts.map((fact) => ({ id: fact.id, key: fact.members > 0 ? `abstraction ${fact.id}` : factKey(fact) }))
  const taken = new Set((await factsByKeys(tx, ns, [...new Set(named.map(({ key }) => key))])).map(({ key }) => key))
  const keys = new Map<number, string>()
  for (const { id, key } of named) {
    const own = taken.has(key) ? `${key} ${id}` : key
    taken.add(own)
    keys.set(id, own)
  }
  return keys
}

type Session = Known['sessions'][number] & { readonly persona: string; places: number }

async function openSessions(
  tx: Transaction,
  ns: string,
  rows: readonly PortableRow[],
  nextId: () => number,
): Promise<Map<string, Session>> {
  const wanted = new Map<string, string>()
  for (const row of rows) if (row.type === 'session') wanted.set(row.name, row.persona)
  for (const { session, persona } of chunksOf(rows))
    if (session !== null && !wanted.has(session)) wanted.set(session, persona)
  if (wanted.size === 0) return new Map()
  const known = await tx.run<Session>(
    `MATCH (s:Session { namespace: $ns }) WHERE s.name IN $given.names
     RETURN s.name AS name, s.id AS id, s.places AS places, s.persona AS persona`,
    { ns, names: [...wanted.keys()] },
  )
  const byName = new Map(known.map((session) => [session.name, session]))
  return new Map(
    Array.from(wanted, ([name, persona]) => [name, byName.get(name) ?? { name, persona, id: nextId(), places: 0 }]),
  )
}

/** A session is the persona's again whose memory came back, if that was said before those whose persona has the session now. */
async function returnSessions(tx: Transaction, ns: string, came: readonly Row<'memory'>[]): Promise<void> {
  const first = Array.from(firstInSessions(came), ([name, { id, persona }]) => ({ name, id, persona }))
  if (first.length === 0) return
  const sessions = await tx.run<{ name: string; persona: string }>(
    'MATCH (s:Session { namespace: $ns }) WHERE s.name IN $given.names RETURN s.name AS name, s.persona AS persona',
    { ns, names: first.map(({ name }) => name) },
  )
  const ownerOf = new Map(sessions.map(({ name, persona }) => [name, persona]))
  const back = first.filter(({ name, persona }) => (ownerOf.get(name) ?? persona) !== persona)
  if (back.length === 0) return
  const here = await loadRecords(
    tx,
    'MATCH (m:Memory { namespace: $ns }) WHERE m.session IN $given.names AND NOT m.id IN $given.came',
    { ns, names: back.map(({ name }) => name), came: came.map(({ id }) => id) },
    'ORDER BY m.id',
  )
  const returned = back.filter(({ name, id }) => {
    const other = here.find((one) => one.session === name && !isInvalidated(one))
    return other !== undefined && other.persona === ownerOf.get(name) && other.id > id
  })
  await runEach(tx, ns, returned, 'MATCH (s:Session { namespace: $ns, name: row.name }) SET s.persona = row.persona')
}

interface Around {
  readonly stored: Stored
  readonly sessions: ReadonlyMap<string, Session>
  readonly factOf: (id: number) => FactRecord | undefined
}

/** In the order in which they were said, memory by memory: so they stand in their sessions. */
async function newChunks(
  ns: string,
  rows: readonly PortableRow[],
  { stored, sessions, factOf }: Around,
): Promise<ChunkRecord[]> {
  const memories = new Map(rows.flatMap((row) => (row.type === 'memory' ? [[row.id, row] as const] : [])))
  const inOrder = onceEach(chunksOf(rows)).sort((a, b) => a.memory - b.memory || a.start - b.start || a.id - b.id)
  const chunks: ChunkRecord[] = []
  for (const chunk of inOrder) {
    if (stored.chunks.has(chunk.id)) continue
    const session = chunk.session === null ? null : sessions.get(chunk.session)!
    chunks.push(
      await restoredChunk(ns, chunk, {
        memory: memories.get(chunk.memory) ?? null,
        session: session && { id: session.id, place: session.places++ },
        factOf,
      }),
    )
  }
  return chunks
}

/** What is not there yet. The file of somebody who may not see what others call them has no entities: they are called by their keys. */
async function newEntities(tx: Transaction, ns: string, rows: readonly PortableRow[], facts: readonly FactRecord[]) {
  const sent = rows.filter((row) => row.type === 'entity')
  const keys = [
    ...new Set([...sent.map(({ key }) => key), ...facts.flatMap(({ subject, object }) => [subject, object])]),
  ]
  const there = await tx.run<{ key: string }>(
    'MATCH (e:Entity { namespace: $ns }) WHERE e.key IN $given.keys RETURN e.key AS key',
    { ns, keys },
  )
  const known = new Set(there.map(({ key }) => key))
  const byKey = new Map(sent.map((row) => [row.key, row]))
  const missing = keys.filter((key) => !known.has(key))
  const entities = missing.map((key): EntityRecord => {
    const { name, kind, aliases } = byKey.get(key) ?? { name: key, kind: 'thing', aliases: '[]' }
    return { key, name, kind: kind as EntityKind, aliases: JSON.parse(aliases) as Alias[] }
  })
  const names = missing.flatMap((key) =>
    [...new Set([key, ...(byKey.get(key)?.names ?? [])])].map((name) => ({ name, entity: key })),
  )
  return { entities, names }
}

/** `awaits`: its chunk comes later, and this one of the chunk's vectors is its own. */
function withVectors(
  sent: readonly PortableFact[],
  facts: readonly FactRecord[],
  chunks: ReadonlyMap<number, ChunkRecord>,
): Change['facts'] {
  return facts.map((fact, at) => {
    const { vector } = sent[at]!
    const data = vector === null ? undefined : chunks.get(fact.chunk)?.vectors[vector]
    const awaits = data === undefined ? vector : null
    return { ...fact, awaits, vector: data === undefined ? [] : toFloats(data) }
  })
}

const toFloats = (data: string): number[] => [...unpackVector(vectorFromText(data))]

const SET_VECTOR = `SET r.vector = row.vector, r.indexed = CASE WHEN r.indexed IS NULL THEN null ELSE row.vector END`

/** To facts that came before the chunk whose words they have, and to those that have one of their own. */
async function giveVectors(
  tx: Transaction,
  ns: string,
  rows: readonly PortableRow[],
  { facts, chunks }: Stored,
): Promise<void> {
  const ofChunks = chunksOf(rows)
    .filter(({ id }) => !chunks.has(id))
    .flatMap(({ id: chunk, vectors }) =>
      vectors.flatMap(({ facts: list, data }, at) => {
        const waiting = list.filter((id) => facts.get(id)?.chunk === chunk)
        const vector = waiting.length === 0 ? [] : toFloats(data!)
        return waiting.map((id) => ({ id, at, vector }))
      }),
    )
  const own = rows
    .filter((row) => row.type === 'vector')
    .flatMap(({ facts: list, data }) => list.map((id) => ({ id, vector: toFloats(data!) })))
  await runEach(
    tx,
    ns,
    ofChunks,
    `MATCH ()-[r:FACT { namespace: $ns, id: row.id }]->() WHERE r.awaits = row.at ${SET_VECTOR} REMOVE r.awaits`,
  )
  await runEach(
    tx,
    ns,
    own,
    `MATCH ()-[r:FACT { namespace: $ns, id: row.id }]->() WHERE size(r.vector) = 0 AND r.awaits IS NULL ${SET_VECTOR}`,
  )
}

/** Chunks that were there before the facts that they state learn the keys of those. */
async function completeChunks(
  tx: Transaction,
  ns: string,
  facts: readonly FactRecord[],
  { tellers }: Stored,
): Promise<void> {
  const arrived = new Map(facts.map((fact) => [comingFact(fact.id), fact]))
  const told = tellers
    .filter(({ target }) => arrived.has(target))
    .flatMap(({ teller }) => teller.stated.map(({ target }) => target as MemoryId))
  const ids = [...facts.map(({ chunk }) => chunk), ...told.flatMap((id) => (id.startsWith('c') ? Number(id.slice(1)) : []))] // biome-ignore format: one line
  const waiting = await tx.run<Pick<ChunkRecord, 'id' | 'facts' | 'stated'>>(
    `MATCH (c:Chunk { namespace: $ns }) WHERE c.id IN $given.ids AND any(key IN c.facts WHERE key IN $given.coming)
     RETURN c.id AS id, c.facts AS facts, c.stated AS stated`,
    { ns, ids: [...new Set(ids)], coming: [...arrived.keys()] },
  )
  await runEach(
    tx,
    ns,
    waiting.flatMap((chunk) => {
      const set = withFacts(chunk, arrived)
      return set ? { id: chunk.id, set } : []
    }),
    'MATCH (c:Chunk { namespace: $ns, id: row.id }) SET c += row.set, c.pending = $ns',
  )
}
