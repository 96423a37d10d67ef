import { levelOf } from '../domain/lifecycle/strength.ts'
import type { MemoryId } from '../domain/memory-id.ts'
import { trustRank } from '../domain/statement/source.ts'
import type { NewFact } from '../ports/new-memory.ts'
import type { Telling } from './plan-facts.ts'
import type { Evidence, MemoryRecord, StatedTarget, StoredChunk, StoredFact } from './records.ts'

/**
 * A record for each text, with what it states. Who stated a chunk or a fact first is kept with that; whoever says it again is evidence, so
 * that most texts take one row.
 */
export function createRecordPlan(now: number) {
  const records = new Map<number, MemoryRecord & { readonly stated: StatedTarget[] }>()
  const evidence = new Map<string, Evidence>()

  function add(id: number, stated: StatedTarget, first: number): void {
    const record = records.get(id)
    if (!record || record.stated.some(({ target }) => target === stated.target)) return
    record.stated.push(stated)
    const { target } = stated
    if (first !== id) evidence.set(`${target} ${id}`, { target, memory: id })
  }

  return {
    open({ id, memory }: Telling, createdAt = now): void {
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
        createdAt,
        text: chunks.length === 0 ? null : text,
        stated: [],
      })
    },
    noteChunk({ id }: Telling, chunk: StoredChunk): void {
      add(id, { target: `c${chunk.id}` as MemoryId }, chunk.memory)
      const record = records.get(id)
      // The text is kept once: where it is all of a chunk that it brought, the chunk has it.
      if (record && record.text === chunk.text && chunk.memory === id) records.set(id, { ...record, text: null })
    },
    /** Returns the fact's id. `told`: the statement as it was written, where it is known. */
    note({ id, memory }: Telling, fact: StoredFact, told: NewFact | undefined): number {
      const level = levelOf(told?.confidence ?? memory.confidence)
      const named = told && { subject: told.subject.name, object: told.object.name }
      add(id, { target: `f${fact.id}` as MemoryId, level, ...named }, fact.memory)
      return fact.id
    },
    changes: () => ({ memories: [...records.values()], evidence: [...evidence.values()] }),
  }
}
