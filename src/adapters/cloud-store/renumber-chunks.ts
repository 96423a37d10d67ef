import { type MemoryId, toChunkId } from '../../domain/memory-id.ts'
import type { Evidence, MemoryRecord, StatedTarget } from '../../memory/records.ts'
import type { RevisionPlan } from '../../memory/revision/plan-revision.ts'

/** A plan in which every number of a chunk stands for one content. */
export interface RenumberedPlan extends RevisionPlan {
  /** Numbers of chunks that read otherwise now, and the numbers that they have got. */
  readonly moved: ReadonlyMap<number, number>
}

/**
 * The rules let a chunk keep its number where it reads otherwise or is brought by another. Two stores cannot change a content at once: what
 * reads otherwise gets a number of its own here, and the old one goes, so that a point of the old content is known by its number to be outdated.
 */
export function renumberChunks(plan: RevisionPlan, nextId: () => number): RenumberedPlan {
  const moved = new Map(plan.chunks.flatMap(({ id, reading, before }) => (reading && before ? [[id, nextId()]] : [])))
  if (moved.size === 0) return { ...plan, moved }
  const now = (id: number): number => moved.get(id) ?? id
  const isMoved = (target: MemoryId) => target.startsWith('c') && moved.has(Number(target.slice(1)))
  const told = (one: StatedTarget): StatedTarget => ({
    ...one,
    ...(isMoved(one.target) && { target: toChunkId(now(Number(one.target.slice(1)))) }),
    ...(one.chunk !== undefined && { chunk: now(one.chunk) }),
  })
  const records = new Map<number, MemoryRecord>(plan.records.map((record) => [record.id, record]))
  const evidence: Evidence[] = plan.evidence.filter(({ target }) => !isMoved(target))
  for (const { id, tellings } of plan.chunks.filter((chunk) => moved.has(chunk.id))) {
    const [owner, ...others] = tellings.map(({ record }) => record)
    for (const record of others) if (!records.has(record.id)) records.set(record.id, record)
    for (const memory of new Set(others.map((record) => record.id)))
      if (memory !== owner!.id) evidence.push({ target: toChunkId(now(id)), memory })
  }
  return {
    ...plan,
    moved,
    evidence,
    chunks: plan.chunks.map((chunk) => ({ ...chunk, id: now(chunk.id) })),
    facts: plan.facts.map((fact) => ({ ...fact, chunk: now(fact.chunk) })),
    records: [...records.values()].map((record) => ({ ...record, stated: record.stated.map(told) })),
  }
}
