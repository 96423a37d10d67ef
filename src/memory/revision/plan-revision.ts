import { chunksIn, factsIn, type MemoryId, toChunkId, toFactId } from '../../domain/memory-id.ts'
import { foldFact } from '../fold-tellings.ts'
import { chunkTelling, wordedTelling } from '../plan-records.ts'
import type { EntityName, EntityRecord, Evidence, MemoryRecord, StatedTarget, StoredFact } from '../records.ts'
import { tellingNumber } from '../telling-number.ts'
import { tellingsIn } from '../tellings-in.ts'
import { createLoaded, type Loaded } from './loaded.ts'
import { type Looking, look, type PlacedChunk } from './look.ts'
import { numberOf, type Piece, piecesOf, statedIn } from './pieces.ts'
import {
  type ChunkPlan,
  type ChunkPlans,
  changedIn,
  isUnready,
  planChunks,
  type Revisions,
  recordIn,
} from './plan-chunks.ts'
import type { ChunkTelling } from './regroup-chunks.ts'
import { type Meant, type Renamed, renameMentions } from './rename-mentions.ts'
import { type Identity, type Worded, wordedOf } from './worded.ts'

/** A fact as it is to be. */
export interface RevisedFact extends StoredFact {
  /** null: it is new. */
  readonly before: StoredFact | null
  /** Which of its chunk's vectors stands for it. */
  readonly vector: number
}

/** A chunk as it is to be, with the facts that it states. */
export interface RevisedChunk extends ChunkPlan {
  readonly facts: readonly number[]
  /** The facts that each of its vectors stands for; null: as they did. */
  readonly standsFor: readonly (readonly number[])[] | null
}

/** What is to be written, in full: nothing is left to be decided. */
export interface RevisionPlan {
  readonly chunks: readonly RevisedChunk[]
  /** Chunks that tell other facts, and stay what they are else. */
  readonly retargeted: readonly (Pick<RevisedChunk, 'id' | 'facts' | 'standsFor'> & { readonly before: PlacedChunk })[]
  readonly removedChunks: readonly PlacedChunk[]
  readonly facts: readonly RevisedFact[]
  readonly removedFacts: readonly StoredFact[]
  /** Entities that are not what they were, with all they go by: what they went by besides is void. Who is in no fact goes. */
  readonly entities: readonly EntityRecord[]
  readonly names: readonly EntityName[]
  readonly records: readonly MemoryRecord[]
  readonly removedRecords: readonly MemoryRecord[]
  readonly evidence: readonly Evidence[]
  readonly removedEvidence: readonly Evidence[]
  /** Abstractions that contain something of this, or compete with it. */
  readonly dissolved: readonly number[]
}

export type Planned = { readonly unread: readonly MemoryRecord[] } | { readonly plan: RevisionPlan }

/** Numbers that were never given before. */
type NextId = (kind: 'chunks' | 'facts') => number

/**
 * Decides what changes where memories go, or are told otherwise: afterwards everything is as if they had never been told, or had been told so
 * from the start. What they told is withdrawn, others' tellings of the same are read again, and nothing else is touched.
 */
export function* planRevision(revisions: Revisions, nextId: NextId): Looking<Planned> {
  const retold = new Map(revisions.retold)
  for (;;) {
    const loaded = createLoaded()
    const given = { ...revisions, retold }
    const plans = yield* planChunks(loaded, given, () => nextId('chunks'))
    if (!isUnready(plans)) return { plan: yield* complete(loaded, given, plans, () => nextId('facts')) }
    if (plans.unread.length > 0)
      return { unread: [...new Set(plans.unread)].map((id) => withText(loaded, recordIn(loaded, given, id)!)) }
    // It is read in other parts than it was: then it is told anew as a whole.
    for (const id of plans.otherwise)
      retold.set(id, { record: withText(loaded, recordIn(loaded, given, id)!), memory: revisions.read.get(id)! })
  }
}

/** A memory whose text is all of its chunk has it there. */
const withText = (loaded: Loaded, record: MemoryRecord): MemoryRecord => ({
  ...record,
  text:
    record.text ??
    chunksIn(record.stated.map(({ target }) => target))
      .flatMap((id) => loaded.chunks.get(id)?.text ?? [])
      .join('\n'),
})

/** What became of one part of a text. */
interface ToldPiece {
  readonly chunk: ChunkPlan
  readonly telling: ChunkTelling
  readonly isOwner: boolean
}

const pieceKey = (record: number, piece: number): string => `${record}/${piece}`

function* complete(
  loaded: Loaded,
  revisions: Revisions,
  plans: ChunkPlans,
  nextId: () => number,
): Looking<RevisionPlan> {
  const toldPieces = new Map<string, ToldPiece>()
  for (const chunk of plans.chunks)
    for (const [at, telling] of chunk.tellings.entries())
      toldPieces.set(pieceKey(telling.record.id, telling.piece), { chunk, telling, isOwner: at === 0 })

  const { added, withdrawn, holds } = yield* wordedChanges(loaded, revisions, plans)
  const changed = [...revisions.removed, ...revisions.retold.keys()]
  const renamed = yield* renameMentions({ loaded, added, withdrawn, changed, holds })
  const assigned = yield* assignFacts(loaded, renamed, nextId)

  const factsOf = yield* statedFacts(loaded, plans, assigned, added)
  const records = rewriteRecords(loaded, revisions, { toldPieces, assigned, added, factsOf })
  const facts = yield* foldFacts(loaded, revisions, records, assigned)
  const chunks = plans.chunks.map(
    (chunk): RevisedChunk => ({
      ...chunk,
      ...(factsOf.get(chunk.id) ?? { facts: chunk.before!.facts, standsFor: null }),
    }),
  )
  const planned = new Set(chunks.map(({ id }) => id))
  const evidence = evidenceOf(loaded, chunks, plans.removed, facts)
  return {
    chunks,
    retargeted: [...factsOf].flatMap(([id, stated]) =>
      planned.has(id) ? [] : { id, ...stated, before: loaded.chunks.get(id)! },
    ),
    removedChunks: plans.removed,
    facts: facts.kept.map(({ tellers: _, ...fact }) => fact),
    removedFacts: facts.removed,
    entities: renamed.entities,
    names: renamed.names,
    records: [...records.values()],
    removedRecords: [...revisions.removed].flatMap((id) => loaded.records.get(id) ?? []),
    ...evidence,
    dissolved: yield* touchedAbstractions(facts),
  }
}

interface WordedChanges {
  /** With the chunk and the vector of it that they are told by. */
  readonly added: readonly AddedWorded[]
  readonly withdrawn: readonly Worded[]
  readonly holds: (telling: Pick<Worded, 'record' | 'piece'>) => boolean
}

interface AddedWorded extends Worded {
  readonly chunk: ChunkPlan
  readonly at: number
}

/** What is told in words of its own no longer, and what is from now on. */
function* wordedChanges(loaded: Loaded, { removed, retold }: Revisions, plans: ChunkPlans): Looking<WordedChanges> {
  const gone = new Set<string>()
  for (const { before } of [
    ...plans.chunks.filter(({ reading }) => reading),
    ...plans.removed.map((row) => ({ before: row })),
  ]) {
    const record = before && loaded.records.get(before.memory)
    if (!record) continue
    const piece = piecesOf(record).findIndex(({ chunk }) => chunk?.target === `c${before.id}`)
    if (piece >= 0) gone.add(pieceKey(record.id, piece))
  }
  const isChanged = (id: number) => removed.has(id) || retold.has(id)
  const holds = ({ record, piece }: Pick<Worded, 'record' | 'piece'>) =>
    !isChanged(record) && !gone.has(pieceKey(record, piece))
  const losing = new Set([...removed, ...retold.keys(), ...[...gone].map((key) => Number(key.split('/')[0]))])
  const lost = [...losing].flatMap((id) => loaded.records.get(id) ?? [])
  yield* loaded.loadFacts(factsIn(lost.flatMap(({ stated }) => stated.map(({ target }) => target))))
  return {
    holds,
    withdrawn: lost.flatMap((record) =>
      wordedOf(record, (id) => loaded.facts.get(id)).filter((telling) => !holds(telling)),
    ),
    added: plans.chunks.flatMap((chunk) => {
      const { record, piece } = chunk.tellings[0]!
      return (chunk.reading?.facts ?? []).map((fact, at): AddedWorded => {
        const { predicate, negated, aspect, slot, subject, object } = fact
        return {
          ...{ record: record.id, piece, place: at, number: tellingNumber(record.id, piece, at), chunk, at },
          identity: { persona: record.persona, predicate, negated, aspect, slot },
          ...{ subject, object, fact: null },
        }
      })
    }),
  }
}

interface Assigned {
  /** The fact that each telling tells by now, of those that are told anew or mean somebody else. */
  readonly factOf: ReadonlyMap<Worded, number>
  /** Facts that there were none of. */
  readonly statements: ReadonlyMap<number, Identity & Meant>
  /** Those among them that were told before, of another fact. */
  readonly moved: readonly Worded[]
}

const identityKey = (one: Identity & Meant): string =>
  JSON.stringify([one.persona, one.subject, one.slot, one.object, one.predicate, one.negated, one.aspect])

function* assignFacts(loaded: Loaded, { meant }: Renamed, nextId: () => number): Looking<Assigned> {
  const others = [...meant].filter(
    ([{ fact }, { subject, object }]) => fact?.subject !== subject || fact.object !== object,
  )
  const places = others.map(
    ([
      {
        identity: { persona, slot },
      },
      { subject },
    ]) => ({ persona, subject, slot }),
  )
  const standing = (yield* look('standing', places)).filter(({ members }) => members === 0)
  loaded.keepFacts(standing)
  const known = new Map([...standing].sort((a, b) => b.id - a.id).map((fact) => [identityKey(fact), fact.id]))
  const statements = new Map<number, Identity & Meant>()
  const factOf = new Map<Worded, number>()
  // In the order in which they are told, as an ingest would number them.
  for (const [telling, { subject, object }] of others.sort(([a], [b]) => a.number - b.number)) {
    const statement = { ...telling.identity, subject, object }
    const key = identityKey(statement)
    const id = known.get(key) ?? nextId()
    if (!known.has(key)) statements.set(id, statement)
    known.set(key, id)
    factOf.set(telling, id)
  }
  return { factOf, statements, moved: others.map(([telling]) => telling).filter(({ fact }) => fact !== null) }
}

type StatedFacts = Pick<RevisedChunk, 'facts' | 'standsFor'>

/** Which facts each chunk states, of those that do not state what they did. */
function* statedFacts(
  loaded: Loaded,
  plans: ChunkPlans,
  { factOf, moved }: Assigned,
  added: readonly AddedWorded[],
): Looking<Map<number, StatedFacts>> {
  const stated = new Map<number, StatedFacts>()
  const addedTo = Map.groupBy(added, ({ chunk }) => chunk.id)
  for (const { id, reading } of plans.chunks) {
    if (!reading) continue
    const told = addedTo.get(id) ?? []
    const facts = told.map((telling) => factOf.get(telling)!)
    const standsFor = reading.vectors.map((vector) => facts.filter((_, at) => reading.facts[at]!.vector === vector))
    stated.set(id, { facts, standsFor })
  }
  for (const tellings of Map.groupBy(moved, ({ record, piece }) => pieceKey(record, piece)).values()) {
    const [{ record: id, piece }] = tellings as [Worded]
    const own = piecesOf(loaded.records.get(id)!)[piece]!
    if (!own.chunk) continue
    const chunk = numberOf(own.chunk.target)
    yield* loaded.loadTellers({ chunks: [chunk] })
    const row = loaded.chunks.get(chunk)
    if (!row) continue
    const by = new Map(tellings.map((telling) => [telling.place, factOf.get(telling)!]))
    const targets = own.facts.map(({ target }, place) => by.get(place) ?? numberOf(target))
    const vectors = own.facts.map(({ vector = 0 }) => vector)
    const standsFor = Array.from({ length: Math.max(0, ...vectors) + 1 }, (_, at) =>
      targets.filter((_target, place) => vectors[place] === at),
    )
    stated.set(chunk, { facts: targets, standsFor })
  }
  return stated
}

interface Rewriting {
  readonly toldPieces: ReadonlyMap<string, ToldPiece>
  readonly assigned: Assigned
  readonly added: readonly AddedWorded[]
  readonly factsOf: ReadonlyMap<number, StatedFacts>
}

/** The memories whose own rows change: what they tell, by new numbers or in other words. */
function rewriteRecords(loaded: Loaded, revisions: Revisions, given: Rewriting): Map<number, MemoryRecord> {
  const { toldPieces, assigned, added, factsOf } = given
  const { retold, retagged, removed } = revisions
  const movedIn = new Map(assigned.moved.map((one) => [`${pieceKey(one.record, one.piece)}/${one.place}`, one]))
  const addedIn = Map.groupBy(added, ({ record, piece }) => pieceKey(record, piece))
  const isSame = (one: readonly number[], other: readonly number[]) =>
    [...new Set(one)].join() === [...new Set(other)].join()
  /** Whoever says it again says other facts by that. */
  const restatesOthers = (chunk: number) => {
    const next = factsOf.get(chunk)?.facts
    const before = loaded.chunks.get(chunk)?.facts
    return next !== undefined && !(before && isSame(next, before))
  }

  const concerned = new Set([...retold.keys(), ...retagged.keys(), ...assigned.moved.map(({ record }) => record)])
  for (const { chunk, telling, isOwner } of toldPieces.values())
    if (
      isOwner !== telling.isOwner ||
      telling.from?.id !== chunk.id ||
      (isOwner ? chunk.reading !== null : restatesOthers(chunk.id))
    )
      concerned.add(telling.record.id)
  for (const [chunk] of factsOf)
    if (restatesOthers(chunk)) for (const id of loaded.tellersOf(toChunkId(chunk))) concerned.add(id)

  /** A part whose chunk somebody else brings. */
  function restated(record: MemoryRecord, chunk: number, own: StatedTarget, before: readonly StatedTarget[]): Piece {
    const facts = factsOf.get(chunk)?.facts ?? loaded.chunks.get(chunk)?.facts ?? []
    const known = new Map(before.map((told) => [told.target, told]))
    return {
      chunk: own,
      facts: [...new Set(facts)].map((id): StatedTarget => {
        const { level = record.level, subject, object } = known.get(toFactId(id)) ?? {}
        return { target: toFactId(id), level, ...(subject !== undefined && { subject, object: object! }), chunk }
      }),
    }
  }

  function rewritten(record: MemoryRecord, piece: number, before: Piece | undefined, text: string): Piece {
    const key = pieceKey(record.id, piece)
    const told = toldPieces.get(key)
    if (told?.isOwner && told.chunk.reading) {
      const { id, reading } = told.chunk
      return {
        chunk: chunkTelling(id, true, text, told.telling),
        facts: (addedIn.get(key) ?? []).map((one) => {
          const fact = reading.facts[one.at]!
          return wordedTelling(assigned.factOf.get(one)!, fact, id, reading.vectors.indexOf(fact.vector))
        }),
      }
    }
    if (told && !told.isOwner) {
      const { id } = told.chunk
      const own = chunkTelling(id, false, text, told.telling)
      const isAsBefore = told.telling.from?.id === id && !told.telling.isOwner && !restatesOthers(id)
      return isAsBefore && before ? { ...before, chunk: own } : restated(record, id, own, before?.facts ?? [])
    }
    const { chunk, facts } = before!
    const isOwn = facts.some((one) => one.text !== undefined)
    if (chunk && !isOwn && restatesOthers(numberOf(chunk.target)))
      return restated(record, numberOf(chunk.target), chunk, facts)
    return {
      chunk,
      facts: facts.map((one, place) => {
        const moved = movedIn.get(`${key}/${place}`)
        return moved ? { ...one, target: toFactId(assigned.factOf.get(moved)!) } : one
      }),
    }
  }

  const records = new Map<number, MemoryRecord>()
  for (const id of concerned) {
    const record = recordIn(loaded, revisions, id)
    if (removed.has(id) || !record) continue
    const anew = retold.get(id)
    const full = withText(loaded, anew ? { ...record, text: anew.memory.text } : record)
    const before = anew ? [] : piecesOf(record)
    const count = anew ? anew.memory.chunks.length : before.length
    const pieces = Array.from({ length: count }, (_, at) => rewritten(record, at, before[at], full.text!))
    // The text is kept once: where it is all of a chunk that it brings, the chunk has it.
    const isBrought = pieces.some((_, at) => {
      const told = toldPieces.get(pieceKey(id, at))
      return told ? told.isOwner && told.telling.text === full.text : record.text === null
    })
    records.set(id, { ...record, text: isBrought ? null : full.text, stated: statedIn(pieces) })
  }
  return records
}

interface FoldedFacts {
  readonly kept: readonly (RevisedFact & { readonly tellers: readonly number[] })[]
  readonly removed: readonly StoredFact[]
}

/** All facts of which a telling goes, comes or changes, made of their tellings again. */
function* foldFacts(
  loaded: Loaded,
  revisions: Revisions,
  records: ReadonlyMap<number, MemoryRecord>,
  { statements }: Assigned,
): Looking<FoldedFacts> {
  const after = (id: number) => records.get(id) ?? recordIn(loaded, revisions, id)
  const concerned = new Set<number>()
  const newTellers = new Map<number, Set<number>>()
  const isChanged = new Set(changedIn(revisions))
  for (const id of new Set([...isChanged, ...records.keys()])) {
    const told = (record: MemoryRecord | undefined) =>
      Map.groupBy(
        record ? tellingsIn(record).filter(({ told: { target } }) => target.startsWith('f')) : [],
        ({ told }) => numberOf(told.target),
      )
    const before = told(loaded.records.get(id))
    const now = told(after(id))
    for (const fact of new Set([...before.keys(), ...now.keys()]))
      if (isChanged.has(id) || JSON.stringify(before.get(fact)) !== JSON.stringify(now.get(fact))) concerned.add(fact)
    for (const fact of now.keys()) newTellers.set(fact, (newTellers.get(fact) ?? new Set()).add(id))
  }
  yield* loaded.loadTellers({ facts: [...concerned].filter((id) => !statements.has(id)) })

  const kept: (RevisedFact & { tellers: number[] })[] = []
  const removed: StoredFact[] = []
  for (const id of concerned) {
    const before = loaded.facts.get(id) ?? null
    const target = toFactId(id)
    const tellers = [...new Set([...loaded.tellersOf(target), ...(newTellers.get(id) ?? [])])]
    const tellings = tellers
      .flatMap((one) => after(one) ?? [])
      .flatMap((teller) => tellingsIn(teller).flatMap((one) => (one.told.target === target ? { ...one, teller } : [])))
      .sort((a, b) => a.number - b.number)
    if (tellings.length === 0) {
      if (before) removed.push(before)
      continue
    }
    const { first, worded, ...folded } = foldFact(tellings)
    const toldBefore = tellingsBefore(loaded, target)
    kept.push({
      ...(before ? statementIn(before) : { ...statements.get(id)!, abstraction: null, members: 0 }),
      ...folded,
      id,
      value: first.told.value ?? before?.value ?? '',
      denies: first.told.text === undefined ? (before?.denies ?? false) : (first.told.denies ?? false),
      leaf: first.told.text === undefined ? (before?.leaf ?? false) : first.told.objectKind === 'value',
      text: worded.told.text ?? before?.text ?? '',
      relation: worded.told.relation ?? before?.relation ?? '',
      chunk: worded.told.chunk ?? before?.chunk ?? 0,
      vector: worded.told.vector ?? 0,
      lastAccess: before?.lastAccess ?? folded.createdAt,
      accessCount: Math.max(0, (before?.accessCount ?? 0) + tellings.length - Math.max(1, toldBefore)),
      before,
      tellers: [...new Set(tellings.map(({ teller }) => teller.id))],
    })
  }
  return { kept, removed }
}

const tellingsBefore = (loaded: Loaded, target: MemoryId): number =>
  loaded
    .tellersOf(target)
    .flatMap((id) => loaded.records.get(id)?.stated ?? [])
    .filter((told) => told.target === target).length

const statementIn = ({
  persona,
  subject,
  object,
  predicate,
  negated,
  aspect,
  slot,
  abstraction,
  members,
}: StoredFact) => ({
  ...{ persona, subject, object, predicate, negated, aspect, slot, abstraction, members },
})

/** Who says again what others brought, where that changes. */
function evidenceOf(
  loaded: Loaded,
  chunks: readonly RevisedChunk[],
  removedChunks: readonly PlacedChunk[],
  facts: FoldedFacts,
): { readonly evidence: Evidence[]; readonly removedEvidence: Evidence[] } {
  const after = new Map<MemoryId, readonly number[]>([
    ...chunks.map(
      ({ id, tellings: [owner, ...others] }) =>
        [toChunkId(id), others.map(({ record }) => record.id).filter((one) => one !== owner!.record.id)] as const,
    ),
    ...removedChunks.map(({ id }) => [toChunkId(id), []] as const),
    ...facts.kept.map(({ id, memory, tellers }) => [toFactId(id), tellers.filter((one) => one !== memory)] as const),
    ...facts.removed.map(({ id }) => [toFactId(id), []] as const),
  ])
  const evidence: Evidence[] = []
  const removedEvidence: Evidence[] = []
  for (const [target, memories] of after) {
    const now = new Set(memories)
    const before = new Set(loaded.evidenceOf(target))
    for (const memory of now) if (!before.has(memory)) evidence.push({ target, memory })
    for (const memory of before) if (!now.has(memory)) removedEvidence.push({ target, memory })
  }
  return { evidence, removedEvidence }
}

/** One holds as long as all that it was made of is what it was, and nothing else is said there. */
function* touchedAbstractions({ kept, removed }: FoldedFacts): Looking<number[]> {
  const touched = [...kept.flatMap(({ before }) => before ?? []), ...removed]
  const rivals = yield* look(
    'standing',
    [...kept, ...removed].map(({ persona, subject, slot }) => ({ persona, subject, slot })),
  )
  return [...new Set([...touched, ...rivals].flatMap(({ abstraction }) => abstraction ?? []))]
}
