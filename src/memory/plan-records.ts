import { levelOf } from '../domain/lifecycle/strength.ts'
import type { MemoryId } from '../domain/memory-id.ts'
import { trustRank } from '../domain/statement/source.ts'
import type { Kept } from '../ports/archive.ts'
import type { NewChunk, NewFact } from '../ports/new-memory.ts'
import type { Telling } from './plan-facts.ts'
import type { Evidence, MemoryRecord, StatedTarget, StoredChunk, StoredFact } from './records.ts'

type Place = Pick<NewChunk, 'start' | 'end'>

/** How a fact is told: through which chunk, and in words of its own where one of the chunk's vectors is named for them. */
interface Through {
  readonly chunk: number
  readonly vector?: number
  readonly past?: Kept | undefined
}

/** A telling of a chunk by a memory of this text. Of the one that brought it the chunk itself knows its place. */
export function chunkTelling(chunk: number, isOwn: boolean, text: string, { start, end }: Place): StatedTarget {
  const isKnown = isOwn || (start === 0 && end === text.length)
  return { target: `c${chunk}`, ...(!isKnown && { start, end }) }
}

/** A telling of a fact in words of its own. Of the vectors of a chunk the first one is its own, and is not named. */
export const wordedTelling = (
  fact: number,
  told: NewFact,
  chunk: number,
  vector: number,
  at?: number,
): StatedTarget => ({
  target: `f${fact}`,
  level: levelOf(told.confidence),
  subject: told.subject.name,
  object: told.object.name,
  subjectKind: told.subject.kind,
  objectKind: told.object.kind,
  chunk,
  text: told.text,
  relation: told.relation,
  value: told.value,
  ...(told.denies && { denies: true }),
  ...(told.date && { date: told.date }),
  ...(vector > 0 && { vector }),
  ...(at !== undefined && { at }),
})

/**
 * A record for each text, with all that it tells, in order. Who stated a chunk or a fact first is kept with that; whoever says it again is
 * evidence, so that most texts take one row.
 */
export function createRecordPlan(now: number) {
  const records = new Map<number, MemoryRecord & { readonly stated: StatedTarget[] }>()
  const evidence = new Map<string, Evidence>()

  function add(id: number, stated: StatedTarget, first: number): void {
    const record = records.get(id)
    if (!record) return
    record.stated.push(stated)
    const { target } = stated
    if (first !== id) evidence.set(`${target} ${id}`, { target, memory: id })
  }

  return {
    open({ id, memory, statedAt }: Telling, createdAt = now): void {
      if (id === 0 || records.has(id)) return
      const { persona, sessionId, speaker, metadata, text, chunks } = memory
      records.set(id, {
        id,
        persona,
        source: trustRank(memory.source),
        level: levelOf(memory.confidence),
        session: sessionId,
        speaker,
        metadata: metadata && JSON.stringify(metadata),
        occurredAt: memory.occurredAt ?? now,
        offsetMs: memory.offsetMs || null,
        statedAt,
        createdAt,
        text: chunks.length === 0 ? null : text,
        version: 1,
        changes: null,
        stated: [],
      })
    },
    noteChunk({ id, memory }: Telling, chunk: StoredChunk, isNew: boolean, told: Place): void {
      add(id, chunkTelling(chunk.id, isNew, memory.text, told), chunk.memory)
      const record = records.get(id)
      // The text is kept once: where it is all of a chunk that it brought, the chunk has it.
      if (record && record.text === chunk.text && chunk.memory === id) records.set(id, { ...record, text: null })
    },
    /** `told`: the statement as it was written, where it is known. */
    note({ id, memory }: Telling, fact: StoredFact, told: NewFact | undefined, { chunk, vector, past }: Through): void {
      if (told && vector !== undefined) {
        add(id, wordedTelling(fact.id, told, chunk, vector, past?.statedAt), fact.memory)
        return
      }
      const level = levelOf(told?.confidence ?? memory.confidence)
      const named = told && { subject: told.subject.name, object: told.object.name }
      add(id, { target: `f${fact.id}` as MemoryId, level, ...named, chunk }, fact.memory)
    },
    changes: () => ({ memories: [...records.values()], evidence: [...evidence.values()] }),
  }
}
