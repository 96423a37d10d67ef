import { chunksIn, factsIn } from '../../../domain/memory-id.ts'
import { vectorFromText } from '../../../domain/ranking/packed-text.ts'
import type { MemoryRecord } from '../../../memory/records.ts'
import { parkedPiece } from '../../../memory/revision/parked.ts'
import { piecesOf } from '../../../memory/revision/pieces.ts'
import type { Prepared, Revisable } from '../../../memory/revision/prepare.ts'
import { isInvalidated } from '../../../memory/state-changes.ts'
import type { Erased, MemoryRevisions, Revised } from '../../../ports/memory-revisions.ts'
import { factKey } from '../fact-key.ts'
import type { RenumberedPlan } from '../renumber-chunks.ts'
import { dissolve } from './abstractions.ts'
import { runEach, type Transaction } from './connection.ts'
import { removePairs, writePairs } from './filter.ts'
import { toText } from './records.ts'
import type { createRevisionLooks } from './revision-looks.ts'
import { addReceipt, addVersions, noteUnreset, park, parkedPlaces, removeVersions, unpark } from './revisions.ts'
import { writeRevisedChunks } from './write-revised-chunks.ts'
import { writeRevisedFacts } from './write-revised-facts.ts'

type Request = Parameters<MemoryRevisions['revise']>[1]

export interface Revising {
  readonly request: Request
  readonly prepared: Prepared
  readonly plan: RenumberedPlan
  readonly found: ReadonlyMap<number, Revisable>
  readonly reader: ReturnType<typeof createRevisionLooks>
  readonly nextId: () => number
}

export interface WrittenRevision {
  readonly revised: Extract<Revised, { kind: 'done' }>
  readonly pending: readonly number[]
  readonly tombstoned: readonly number[]
}

const NOTHING: Erased = { memories: 0, chunks: 0, facts: 0, entities: 0, abstractions: 0, versions: 0, sessions: 0 }

/** Everything that a revision writes, in its transaction. */
export async function writeRevision(tx: Transaction, ns: string, revising: Revising): Promise<WrittenRevision> {
  const { request, prepared, plan, found, reader, nextId } = revising
  const { now, receipt, revisions } = request
  const { erased, restored, replaced } = prepared
  const { keys, stored } = reader
  for (const fact of plan.facts) if (!fact.before) keys.set(fact.id, factKey(fact))
  const places = await parkedPlaces(tx, ns, restored)
  await parkInvalidated(tx, ns, revising)
  let abstractions = 0
  for (const id of plan.dissolved) abstractions += Number(await dissolve(tx, ns, id))

  const chunkOf = async (id: number) => {
    if (!stored.has(id)) await reader.looks.chunks([id])
    return stored.get(id)
  }
  const written = await writeRevisedChunks(tx, ns, { plan, now, stored, keys, parkedPlaces: places, nextId })
  const entities = await writeRevisedFacts(tx, ns, { plan, keys, chunkOf })
  await writeRecords(tx, ns, revising)
  await Promise.all([unpark(tx, ns, [...restored, ...erased]), addVersions(tx, ns, replaced, now)])
  const former = await removeVersions(tx, ns, erased)

  const sessions = [...new Set(revisions.flatMap(({ id }) => found.get(id)!.record.session ?? []))]
  const left = await tidySessions(tx, ns, sessions, nextId)
  const personas = [...revisions.map(({ id }) => found.get(id)!.record.persona), ...former]
  await removeEmptyPersonas(tx, ns, [...new Set(personas)])
  const counts: Erased = {
    memories: erased.length,
    chunks: plan.removedChunks.length,
    facts: plan.removedFacts.length,
    ...{ entities, abstractions, versions: former.length, sessions: left },
  }
  if (receipt) await addReceipt(tx, ns, receipt, now, { erased: counts, memories: erased })
  if (sessions.length > 0) await noteUnreset(tx, ns, sessions)
  return {
    ...written,
    revised: {
      kind: 'done',
      erased: erased.length > 0 ? counts : NOTHING,
      sessions,
      versions: revisions.flatMap(({ id }) => {
        const record = prepared.records.get(id)
        return record ? { id, version: record.version } : []
      }),
    },
  }
}

/** Keeps what those say that are taken out of retrieval: as much of it as they were the first to say. */
async function parkInvalidated(tx: Transaction, ns: string, { prepared, plan, reader }: Revising): Promise<void> {
  for (const record of plan.removedRecords.filter(({ id }) => prepared.invalidated.includes(id))) {
    const { id } = record
    const targets = record.stated.map(({ target }) => target)
    const chunks = new Map((await reader.looks.chunks(chunksIn(targets))).map((row) => [row.id, row]))
    const facts = new Map((await reader.looks.facts(factsIn(targets))).map((row) => [`f${row.id}`, row]))
    const pieces = piecesOf(record).flatMap(({ chunk: told, facts: stated }, piece) => {
      const chunk = told && chunks.get(Number(told.target.slice(1)))
      if (chunk?.memory !== id) return []
      const { vectors, place } = reader.stored.get(chunk.id)!
      const read = parkedPiece(record, chunk, stated, (target) => facts.get(target), vectors.map(vectorFromText))
      return { memory: id, piece, place, ...read }
    })
    await park(tx, ns, pieces)
  }
}

/** The memories' own nodes, with what they are found by, and who says again what others brought. */
async function writeRecords(tx: Transaction, ns: string, { prepared, plan, found }: Revising): Promise<void> {
  const { erased, invalidated, records } = prepared
  const after = new Map([...records, ...plan.records.map((record) => [record.id, record] as const)])
  const rows = [...after].map(([id, record]) => {
    const isHidden = invalidated.includes(id)
    const { text, stated } = isHidden ? { text: found.get(id)!.record.text, stated: [] } : record
    const own: MemoryRecord = { ...(records.get(id) ?? record), text }
    return { id, record: { ...own, namespace: ns, stated: stated.map(toText) } }
  })
  await removePairs(
    tx,
    ns,
    [...found.values()].map(({ record }) => record),
  )
  const kept = [...found.values()].filter(({ record }) => !erased.includes(record.id))
  await Promise.all([
    runEach(tx, ns, rows, 'MERGE (m:Memory { namespace: $ns, id: row.id }) SET m = row.record'),
    tx.run('MATCH (m:Memory { namespace: $ns }) WHERE m.id IN $given.erased DELETE m', { ns, erased }),
    writePairs(
      tx,
      ns,
      kept.map(({ record }) => records.get(record.id) ?? record),
    ),
    tx.run('MATCH (e:Evidence { namespace: $ns }) WHERE e.target IN $given.targets AND e.memory > 0 DELETE e', {
      ns,
      targets: [...plan.moved.keys()].map((id) => `c${id}`),
    }),
    runEach(
      tx,
      ns,
      plan.removedEvidence,
      'MATCH (e:Evidence { namespace: $ns, target: row.target, memory: row.memory }) DELETE e',
    ),
    runEach(tx, ns, plan.evidence, 'MERGE (:Evidence { namespace: $ns, target: row.target, memory: row.memory })'),
  ])
}

type Said = Pick<MemoryRecord, 'id' | 'persona' | 'changes'> & { readonly session: string }

/** A session is of the persona that was the first to say something in it; one in which nothing was said goes. Returns how many went. */
async function tidySessions(
  tx: Transaction,
  ns: string,
  names: readonly string[],
  nextId: () => number,
): Promise<number> {
  if (names.length === 0) return 0
  const said = await tx.run<Said>(
    `MATCH (m:Memory { namespace: $ns }) WHERE m.session IN $given.names
     RETURN m.session AS session, m.id AS id, m.persona AS persona, m.changes AS changes ORDER BY id`,
    { ns, names },
  )
  const first = new Map<string, Said>()
  for (const one of said) if (!first.has(one.session) && !isInvalidated(one)) first.set(one.session, one)
  await runEach(
    tx,
    ns,
    [...first].map(([name, { persona }]) => ({ name, persona, id: nextId() })),
    `MERGE (s:Session { namespace: $ns, name: row.name }) ON CREATE SET s.id = row.id, s.places = 0 SET s.persona = row.persona`,
  )
  const over = names.filter((name) => !first.has(name))
  await tx.run('MATCH (s:Session { namespace: $ns }) WHERE s.name IN $given.over DELETE s', { ns, over })
  return over.length
}

/** A persona that nothing is left of goes with its name. */
async function removeEmptyPersonas(tx: Transaction, ns: string, names: readonly string[]): Promise<void> {
  const empty = await tx.run<{ name: string }>(
    'MATCH (p:Persona { namespace: $ns }) WHERE p.name IN $given.names AND p.chunks <= 0 RETURN p.name AS name',
    { ns, names },
  )
  if (empty.length === 0) return
  await tx.run(
    `MATCH (p:Persona { namespace: $ns }) WHERE p.name IN $given.names
       AND NOT EXISTS { MATCH (m:Memory { namespace: $ns }) WHERE m.id > 0 AND m.persona = p.name }
       AND NOT EXISTS { MATCH (v:Version { namespace: $ns }) WHERE v.memory > 0 AND v.version > 0 AND v.persona = p.name }
     DELETE p`,
    { ns, names: empty.map(({ name }) => name) },
  )
}
