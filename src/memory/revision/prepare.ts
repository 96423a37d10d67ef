import { confidenceOf, levelOf } from '../../domain/lifecycle/strength.ts'
import { SOURCES } from '../../domain/statement/source.ts'
import type { MemoryRevisions, Revised, Revision, StateChange, Unread } from '../../ports/memory-revisions.ts'
import type { NewMemory } from '../../ports/new-memory.ts'
import type { MemoryRecord } from '../records.ts'
import { isInvalidated, stateChanges } from '../state-changes.ts'
import { type ParkedPiece, unparked } from './parked.ts'
import type { Retold, Revisions } from './plan-chunks.ts'

type Request = Parameters<MemoryRevisions['revise']>[1]

/** A memory with its whole text, and what is kept of it while it is out of retrieval. */
export interface Revisable {
  readonly record: MemoryRecord & { readonly text: string }
  readonly parked: readonly ParkedPiece[]
}

export interface Prepared {
  readonly revisions: Revisions
  /** Memories whose own rows change beside what they tell, as they are to be. */
  readonly records: ReadonlyMap<number, MemoryRecord>
  readonly erased: readonly number[]
  /** They are kept whole, and told by nobody. */
  readonly invalidated: readonly number[]
  readonly restored: readonly number[]
  /** What was replaced, of memories that have a new version. */
  readonly replaced: readonly MemoryRecord[]
}

type Refusal = Extract<Revised, { kind: 'unread' | 'missing' | 'refused' }>

export const toUnread = (record: MemoryRecord, text: string): Unread => ({
  id: record.id,
  text,
  persona: record.persona,
  source: SOURCES[record.source]!,
  sessionId: record.session,
  speaker: record.speaker,
  metadata: record.metadata === null ? null : JSON.parse(record.metadata),
  confidence: confidenceOf(record.level),
  occurredAt: record.occurredAt,
  offsetMs: record.offsetMs,
})

/** May it be done to a memory in this state, at this version? */
function isAllowed({ kind, version }: Revision, record: MemoryRecord): boolean {
  if (version != null && version !== record.version) return false
  const hidden = isInvalidated(record)
  return kind === 'erase' || (kind === 'restore' ? hidden : !hidden)
}

/** Whether what is asked for can be done, and what it comes to. */
export function prepareRevision(
  { revisions, read, personas, now }: Pick<Request, 'revisions' | 'read' | 'personas' | 'now'>,
  found: ReadonlyMap<number, Revisable>,
): Refusal | Prepared {
  const known = (id: number) => {
    const one = found.get(id)
    return one && (personas === null || personas.includes(one.record.persona)) ? one : undefined
  }
  const missing = revisions.flatMap(({ id }) => (known(id) ? [] : id))
  if (missing.length > 0) return { kind: 'missing', ids: missing }
  const readings = new Map(read.map(({ id, memory }) => [id, memory]))
  const removed = new Set<number>()
  const retold = new Map<number, Retold>()
  const retagged = new Map<number, MemoryRecord>()
  const records = new Map<number, MemoryRecord>()
  const replaced: MemoryRecord[] = []
  const unread: Unread[] = []
  const of = (kind: Revision['kind']) => revisions.flatMap((one) => (one.kind === kind ? one.id : []))

  const changed = (record: MemoryRecord, change: StateChange): MemoryRecord => ({
    ...record,
    changes: JSON.stringify([...stateChanges(record), change]),
  })
  const tellAnew = (record: MemoryRecord, text: string, stored: NewMemory | null) => {
    const memory = stored ?? readings.get(record.id)
    if (memory?.text !== text) {
      unread.push(toUnread(record, text))
      return
    }
    const own = { ...record, text, speaker: memory.speaker, level: levelOf(memory.confidence) }
    records.set(record.id, own)
    retold.set(record.id, { record: own, memory })
  }

  for (const revision of revisions) {
    const { id } = revision
    const { record, parked } = known(id)!
    if (!isAllowed(revision, record)) {
      const state = isInvalidated(record) ? 'invalidated' : 'current'
      return { kind: 'refused', id, version: record.version, state }
    }
    switch (revision.kind) {
      case 'erase':
        if (!isInvalidated(record)) removed.add(id)
        break
      case 'invalidate': {
        const { reason } = revision
        removed.add(id)
        records.set(id, { ...changed(record, { at: now, state: 'invalidated', reason }), stated: [] })
        break
      }
      case 'restore': {
        const { reason } = revision
        const isWhole = parked.reduce((length, { chunk }) => length + chunk.text.length, 0) === record.text.length
        const back = changed(record, { at: now, state: 'restored', reason })
        tellAnew(back, record.text, isWhole ? unparked(record, parked) : null)
        break
      }
      case 'edit': {
        const edited = editedRecord(record, revision.edit)
        replaced.push(record)
        if (isToldOtherwise(record, edited)) tellAnew(edited, edited.text!, null)
        else {
          retagged.set(id, edited)
          records.set(id, edited)
        }
      }
    }
  }
  if (unread.length > 0) return { kind: 'unread', texts: unread }
  return {
    revisions: { removed, retold, retagged, read: readings },
    ...{ records, replaced, erased: of('erase'), invalidated: of('invalidate'), restored: of('restore') },
  }
}

function editedRecord(
  record: MemoryRecord,
  { text, metadata, persona, occurredAt, offsetMs }: Extract<Revision, { kind: 'edit' }>['edit'],
): MemoryRecord {
  return {
    ...record,
    version: record.version + 1,
    ...(text !== undefined && { text }),
    ...(persona !== undefined && { persona }),
    ...(metadata !== undefined && { metadata: metadata && JSON.stringify(metadata) }),
    // What was told now has a time of its own; what was told of another time has that.
    ...(occurredAt !== undefined && occurredAt !== record.occurredAt && { occurredAt, statedAt: occurredAt }),
    ...(offsetMs !== undefined && { offsetMs: offsetMs || null }),
  }
}

/** Other metadata alone change nothing of what is said. */
const isToldOtherwise = (before: MemoryRecord, after: MemoryRecord): boolean =>
  (['text', 'persona', 'occurredAt', 'offsetMs'] as const).some((field) => before[field] !== after[field])
