import type { EntityName, EntityRecord, Evidence, MemoryRecord, StoredFact } from '../records.ts'
import { assignFacts, statedFacts } from './assign-facts.ts'
import { changedEvidence } from './changed-evidence.ts'
import { createLoaded, type Loaded } from './loaded.ts'
import type { Looking, PlacedChunk } from './look.ts'
import { type ChunkPlans, isUnready, planChunks, type Revisions, recordIn } from './plan-chunks.ts'
import { refoldFacts, touchedAbstractions } from './refold-facts.ts'
import { renameMentions } from './rename-mentions.ts'
import type { RevisedChunk, RevisedFact } from './revised.ts'
import { rewriteRecords } from './rewrite-records.ts'
import { toldPiecesIn, withText } from './told-pieces.ts'
import { wordedChanges } from './worded-changes.ts'

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

function* complete(
  loaded: Loaded,
  revisions: Revisions,
  plans: ChunkPlans,
  nextId: () => number,
): Looking<RevisionPlan> {
  const toldPieces = toldPiecesIn(plans)
  const { added, withdrawn, holds } = yield* wordedChanges(loaded, revisions, plans)
  const changed = [...revisions.removed, ...revisions.retold.keys()]
  const renamed = yield* renameMentions({ loaded, added, withdrawn, changed, holds })
  const assigned = yield* assignFacts(loaded, renamed, nextId)

  const factsOf = yield* statedFacts(loaded, plans, assigned, added)
  const records = rewriteRecords(loaded, revisions, { toldPieces, assigned, added, factsOf })
  const facts = yield* refoldFacts(loaded, revisions, records, assigned)
  const chunks = plans.chunks.map(
    (chunk): RevisedChunk => ({
      ...chunk,
      ...(factsOf.get(chunk.id) ?? { facts: chunk.before!.facts, standsFor: null }),
    }),
  )
  const readAnew = new Set(chunks.flatMap(({ id, reading }) => (reading ? id : [])))
  const evidence = changedEvidence(loaded, chunks, plans.removed, facts)
  return {
    chunks,
    retargeted: [...factsOf].flatMap(([id, stated]) =>
      readAnew.has(id) ? [] : { id, ...stated, before: loaded.chunks.get(id)! },
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
