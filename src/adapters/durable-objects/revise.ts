import { chunksIn, factsIn, toChunkId, toFactId } from '../../domain/memory-id.ts'
import { answerLook, type RevisionLooks } from '../../memory/revision/look.ts'
import { parkedPiece } from '../../memory/revision/parked.ts'
import { piecesOf } from '../../memory/revision/pieces.ts'
import { planRevision, type RevisionPlan } from '../../memory/revision/plan-revision.ts'
import { type Prepared, prepareRevision, type Revisable, toUnread } from '../../memory/revision/prepare.ts'
import type { RevisedChunk, RevisedFact } from '../../memory/revision/revised.ts'
import type { Erased, MemoryRevisions, Revised } from '../../ports/memory-revisions.ts'
import { driveSync } from '../../runtime/drive-sync.ts'
import { dissolve } from './abstractions.ts'
import { removeChunkRow, removeFact, removeUnusedVectors } from './forget.ts'
import { storeVectors } from './store-vectors.ts'
import { storedChunks, storedFacts, toStored } from './stored-rows.ts'
import type { ChunkRow } from './tables/chunks.ts'
import { noteUnreset } from './unreset-sessions.ts'
import type { VaultTables } from './vault-tables.ts'

type Request = Parameters<MemoryRevisions['revise']>[1]

/** Looks up what the rules ask for, and writes what they answer. Runs inside one transaction: all of it happens, or nothing. */
export function revise(tables: VaultTables, request: Request): Revised {
  const found = findRevisable(
    tables,
    request.revisions.map(({ id }) => id),
  )
  const prepared = prepareRevision(request, found)
  if ('kind' in prepared) return prepared
  const looks = createLooks(tables)
  const planned = driveSync(planRevision(prepared.revisions, tables.ids.next), (look) => answerLook(looks, look))
  if ('unread' in planned)
    return { kind: 'unread', texts: planned.unread.map((record) => toUnread(record, record.text!)) }
  return write(tables, request, prepared, planned.plan, found)
}

function findRevisable(tables: VaultTables, ids: readonly number[]): Map<number, Revisable> {
  const records = toStored(tables, tables.memories.byIds(ids))
  const chunks = new Map(
    tables.chunks
      .byIds(chunksIn(records.flatMap(({ stated }) => stated.map(({ target }) => target))))
      .map((row) => [row.id, row.text]),
  )
  return new Map(
    records.map((record) => {
      const said = chunksIn(record.stated.map(({ target }) => target)).flatMap((id) => chunks.get(id) ?? [])
      const parked = [...tables.revisions.parked(record.id).values()]
      return [record.id, { record: { ...record, text: record.text ?? said.join('\n') }, parked }]
    }),
  )
}

export function createLooks(tables: VaultTables): RevisionLooks {
  const facts = (ids: readonly number[]) => storedFacts(tables, tables.facts.byIds(ids))
  return {
    records: (ids) => toStored(tables, tables.memories.byIds(ids)),
    chunks: (ids) => storedChunks(tables, tables.chunks.byIds(ids)),
    saying: (statements) => {
      const wanted = new Set(statements.map(({ persona, statement }) => `${statement} ${persona}`))
      const rows = tables.chunks.byStatements([...new Set(statements.map(({ statement }) => statement))])
      return storedChunks(tables, rows).filter(({ persona, statement }) => wanted.has(`${statement} ${persona}`))
    },
    evidence: (targets) => tables.memories.evidenceOf(targets),
    facts,
    standing: (places) => {
      const personas = [...new Set(places.map(({ persona }) => persona))]
      const scopes = personas.flatMap((name) => tables.personas.find(name)?.id ?? [])
      return storedFacts(tables, tables.facts.inSlots(places, scopes))
    },
    touching: (keys) => storedFacts(tables, tables.facts.ofAll(keys, tables.graph.uses(keys))),
    metBefore: ({ met, besides }) => tables.facts.metBefore(met, besides).map((at) => met[at]!),
    entities: (keys) => tables.graph.records(keys),
    named: (names) => tables.graph.concerning(names),
  }
}

function write(
  tables: VaultTables,
  { now, receipt, revisions }: Request,
  prepared: Prepared,
  plan: RevisionPlan,
  found: ReadonlyMap<number, Revisable>,
): Revised {
  tables.ids.keep()
  const { erased, invalidated, restored, replaced } = prepared
  const entities = tables.graph.count()
  park(tables, prepared, plan)
  let abstractions = 0
  for (const id of plan.dissolved) abstractions += Number(dissolve(tables, id))
  for (const { persona } of plan.records) tables.personas.open(persona)
  const sessions = new Set(revisions.flatMap(({ id }) => found.get(id)!.record.session ?? []))
  apply(tables, plan, now)

  const after = new Map([...prepared.records, ...plan.records.map((record) => [record.id, record] as const)])
  for (const [id, record] of after) {
    const own = prepared.records.get(id)
    const isHidden = invalidated.includes(id)
    const { text, stated } = isHidden ? { text: found.get(id)!.record.text, stated: [] } : record
    const persona = tables.personas.open(record.persona).id
    tables.memories.put({ ...(own ?? record), text, stated, persona })
  }
  tables.revisions.unpark([...restored, ...erased])
  for (const record of replaced) {
    const persona = tables.personas.open(record.persona).id
    const { id: memory, version, metadata, occurredAt, offsetMs } = record
    const former = { memory, version, text: record.text!, metadata, persona, occurredAt, offsetMs }
    tables.revisions.addVersion({ ...former, replacedAt: now })
  }
  const former = erased.flatMap((id) => tables.revisions.versionsOf(id))
  tables.revisions.removeVersions(erased)
  for (const row of tables.memories.byIds(erased)) tables.memories.remove(row)
  const left = [...sessions].filter((name) => !tables.chunks.tidySession(name))
  const personas = new Set(revisions.map(({ id }) => found.get(id)!.record.persona))
  for (const { persona } of former) personas.add(tables.personas.get(persona).name)
  for (const name of personas) {
    const persona = tables.personas.find(name)
    if (persona) tables.personas.removeIfEmpty(persona)
  }
  if (erased.length > 0) {
    tables.chunks.purgeWords()
    tables.nextVectors.tidy()
  }
  tables.index.purge()
  tables.journal.collect('erased', erased)
  tables.journal.collect('updated', [...replaced.map(({ id }) => id), ...invalidated, ...restored])
  const counts: Erased = {
    memories: erased.length,
    chunks: plan.removedChunks.length,
    facts: plan.removedFacts.length,
    entities: Math.max(0, entities - tables.graph.count()),
    ...{ abstractions, versions: former.length, sessions: left.length },
  }
  if (receipt) tables.revisions.addReceipt(receipt, now, counts, erased)
  if (sessions.size > 0) noteUnreset(tables, [...sessions])
  return {
    kind: 'done',
    erased: erased.length > 0 ? counts : { ...NOTHING },
    sessions: [...sessions],
    versions: revisions.flatMap(({ id }) => {
      const record = prepared.records.get(id)
      return record ? { id, version: record.version } : []
    }),
  }
}

const NOTHING: Erased = { memories: 0, chunks: 0, facts: 0, entities: 0, abstractions: 0, versions: 0, sessions: 0 }

/** Keeps what those say that are taken out of retrieval: as much of it as they were the first to say. */
function park(tables: VaultTables, { invalidated }: Prepared, { removedRecords }: RevisionPlan): void {
  for (const record of removedRecords.filter(({ id }) => invalidated.includes(id))) {
    const { id } = record
    const targets = record.stated.map(({ target }) => target)
    const chunks = new Map(storedChunks(tables, tables.chunks.byIds(chunksIn(targets))).map((row) => [row.id, row]))
    const facts = new Map(storedFacts(tables, tables.facts.byIds(factsIn(targets))).map((row) => [`f${row.id}`, row]))
    const pieces = piecesOf(record).flatMap(({ chunk: told, facts: stated }, piece) => {
      const chunk = told && chunks.get(Number(told.target.slice(1)))
      if (chunk?.memory !== id) return []
      const byId = new Map(tables.vectors.byIds(chunk.vectors).map((row) => [row.id, row.vector]))
      const vectors = chunk.vectors.flatMap((one) => byId.get(one) ?? [])
      return { piece, ...parkedPiece(record, chunk, stated, (target) => facts.get(target), vectors) }
    })
    tables.revisions.park(id, pieces)
  }
}

function apply(tables: VaultTables, plan: RevisionPlan, now: number): void {
  tables.graph.relearn(plan.entities, plan.names)
  const rows = tables.accesses.exact('c', tables.chunks.byIds(plan.chunks.map(({ id }) => id)))
  const before = new Map(rows.map((row) => [row.id, row]))
  const removedChunks = tables.chunks.byIds(plan.removedChunks.map(({ id }) => id))
  const vectors = new Map<number, readonly number[]>()
  for (const chunk of plan.chunks) if (chunk.reading) vectors.set(chunk.id, addVectors(tables, chunk))
  const vectorsOf = (chunk: number): readonly number[] =>
    vectors.get(chunk) ?? tables.chunks.byIds([chunk])[0]?.vectors ?? []
  for (const { id, facts, standsFor } of plan.retargeted) {
    tables.chunks.retarget(id, facts)
    for (const [at, vector] of vectorsOf(id).entries())
      if (standsFor?.[at]) tables.vectors.retarget(vector, standsFor[at])
  }
  const left = [
    ...putFacts(tables, plan.facts, vectorsOf),
    ...rows.flatMap((row) => (vectors.has(row.id) ? row.vectors : [])),
    ...removedChunks.flatMap((row) => row.vectors),
  ]
  for (const row of tables.facts.byIds(plan.removedFacts.map(({ id }) => id))) {
    removeFact(tables, row)
    left.push(row.vector)
  }
  for (const row of removedChunks) removeChunkRow(tables, row)
  for (const chunk of plan.chunks) putChunk(tables, chunk, before.get(chunk.id), vectors.get(chunk.id), now)
  tables.vectors.forgetSources()
  removeUnusedVectors(
    tables,
    left.filter((id) => !isInChunk(tables, id)),
  )
  for (const evidence of plan.removedEvidence) tables.memories.removeEvidence(evidence)
  for (const evidence of plan.evidence) tables.memories.addEvidence(evidence)
}

const isInChunk = (tables: VaultTables, vector: number): boolean => {
  const [row] = tables.vectors.standingFor([vector])
  return row !== undefined && (tables.chunks.byIds([row.chunk])[0]?.vectors.includes(vector) ?? false)
}

/** The chunk's own first, then those of its sentences. */
function addVectors(tables: VaultTables, { id, tellings, reading, standsFor }: RevisedChunk): number[] {
  const persona = tables.personas.open(tellings[0]!.record.persona).id
  const rows = reading!.vectors.map((vector, at) => ({
    ...{ id: tables.ids.next('vectors'), chunk: id, persona, vector },
    facts: standsFor?.[at] ?? [],
  }))
  storeVectors(tables, rows)
  return rows.map((row) => row.id)
}

/** Returns the vectors that stood for them before. */
function putFacts(
  tables: VaultTables,
  facts: readonly RevisedFact[],
  vectorsOf: (chunk: number) => readonly number[],
): number[] {
  const rows = new Map(tables.facts.byIds(facts.map(({ id }) => id)).map((row) => [row.id, row]))
  const left: number[] = []
  for (const { before: _, vector: at, ...fact } of facts) {
    const row = rows.get(fact.id)
    const isWordedSo = row?.chunk === fact.chunk && row.text === fact.text && vectorsOf(fact.chunk).includes(row.vector)
    // What outlived its chunk keeps the vector that it has.
    const vector = isWordedSo ? row.vector : (vectorsOf(fact.chunk)[at] ?? row?.vector ?? 0)
    tables.horizon.saw(fact.level)
    if (row) {
      tables.facts.retell({ ...fact, vector })
      tables.accesses.drop([toFactId(fact.id)])
      if (row.vector !== vector) left.push(row.vector)
      continue
    }
    const persona = tables.personas.open(fact.persona)
    tables.facts.insert({ ...fact, persona: persona.id, vector, contested: tables.facts.contest(fact) })
    tables.personas.add(persona, { facts: 1 })
    tables.graph.use(persona, [fact.subject, fact.object], 1)
  }
  return left
}

function putChunk(
  tables: VaultTables,
  { id, tellings, standing, reading, facts }: RevisedChunk,
  row: ChunkRow | undefined,
  vectors: readonly number[] | undefined,
  now: number,
): void {
  const tellers = new Set(tellings.map(({ record }) => record.id)).size
  const before = row ? 1 + tables.memories.evidenceOf([toChunkId(id)]).length : tellers
  const times = {
    lastAccess: row?.lastAccess ?? now,
    accessCount: Math.max(0, (row?.accessCount ?? 0) + tellers - before),
  }
  tables.horizon.saw(standing.level)
  if (!reading) {
    tables.chunks.restate({ id, ...standing, ...times })
    tables.accesses.drop([toChunkId(id)])
    return
  }
  if (row) removeChunkRow(tables, row)
  const { record } = tellings[0]!
  const persona = tables.personas.open(record.persona)
  const { text, start, statement, words } = reading.told
  tables.chunks.insert(
    {
      ...{ id, persona: persona.id, statement, text, start, facts, speaker: record.speaker, words: words.length },
      ...{ ...standing, ...times, vectors: vectors! },
      session: record.session === null ? null : tables.chunks.sessionId(record.session, persona.id),
    },
    words,
  )
  tables.personas.add(persona, { chunks: 1, words: words.length })
  if (record.speaker) tables.personas.addSpeaker(persona, record.speaker, 1)
}
