import { levelOf } from '../domain/lifecycle/strength.ts'
import { SOURCES, sourceKey, sourcesOf, trustRank, withSource } from '../domain/statement/source.ts'
import type { Kept } from '../ports/archive.ts'
import type { NewChunk, NewMemory } from '../ports/new-memory.ts'
import type { AddedChunk } from './change.ts'
import { betterStanding, createDuplicateRule } from './duplicate.ts'
import type { StatedFact, Telling } from './plan-facts.ts'
import type { Open, StoredChunk } from './records.ts'

/** The chunks that are stored and those that were added so far, by what they state. */
export function createChunkPlan(now: number, stored: readonly StoredChunk[]) {
  const byStatement = new Map<string, Open<StoredChunk>[]>()
  const added = new Set<Open<AddedChunk>>()
  const restated = new Set<Open<StoredChunk>>()
  const completed = new Set<Open<StoredChunk>>()
  const keep = (chunk: Open<StoredChunk>) => {
    const place = `${chunk.persona}\n${chunk.statement}`
    byStatement.set(place, [...(byStatement.get(place) ?? []), chunk])
  }
  for (const chunk of stored) keep({ ...chunk })

  return {
    find: ({ persona, source, speaker }: NewMemory, { text, statement }: NewChunk, at: number) =>
      byStatement.get(`${persona}\n${statement}`)?.find(createDuplicateRule({ text, source, speaker }, at)),
    isUnfinished: (chunk: Open<StoredChunk>) => chunk.unfinished === true && !completed.has(chunk),
    complete: (chunk: Open<StoredChunk>) => void completed.add(chunk),
    add(
      { memory, id, statedAt }: Telling,
      told: NewChunk,
      { id: chunkId, saidAt }: Required<Pick<StoredChunk, 'id' | 'saidAt'>>,
      stated: readonly StatedFact[],
      past?: Kept,
    ) {
      const chunk: Open<AddedChunk> = {
        ...(past ?? { createdAt: now, statedAt, lastAccess: now, accessCount: 0 }),
        id: chunkId,
        saidAt,
        persona: memory.persona,
        statement: told.statement,
        text: told.text,
        source: trustRank(memory.source),
        level: levelOf(memory.confidence),
        speaker: memory.speaker,
        metadata: memory.metadata && JSON.stringify(memory.metadata),
        memory: id,
        statedBy: past?.statedBy ?? [sourceKey(memory.source, memory.metadata)],
        session: memory.sessionId,
        // Known when the facts are decided.
        facts: [],
        stated: [],
        told,
        vectors: [...new Set([told.vector, ...stated.map(({ vector }) => vector)])],
      }
      added.add(chunk)
      keep(chunk)
      return chunk
    },
    /** Whoever is trusted less than those who said it before only says it too: when it was said, and how sure it is, stays as it was. */
    restate(chunk: Open<StoredChunk>, { memory, statedAt }: Telling): void {
      const trust = trustRank(memory.source)
      const known = sourcesOf({ ...chunk, source: SOURCES[chunk.source]! })
      const statedBy = withSource(known, sourceKey(memory.source, memory.metadata))
      const isLatest = trust < chunk.source || (trust === chunk.source && statedAt >= chunk.statedAt)
      if (!added.has(chunk as Open<AddedChunk>)) restated.add(chunk)
      Object.assign(
        chunk,
        betterStanding(chunk, memory.source, memory.confidence),
        { lastAccess: now, accessCount: chunk.accessCount + 1 },
        { statedBy },
        isLatest ? { statedAt } : {},
        isLatest && memory.metadata ? { metadata: JSON.stringify(memory.metadata) } : {},
      )
    },
    completed: () => [...completed],
    changes: () => ({ chunks: [...added], restatedChunks: [...restated] }),
  }
}
