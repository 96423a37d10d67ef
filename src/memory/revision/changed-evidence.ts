import { type MemoryId, toChunkId, toFactId } from '../../domain/memory-id.ts'
import type { Evidence } from '../records.ts'
import type { Loaded } from './loaded.ts'
import type { PlacedChunk } from './look.ts'
import type { FoldedFacts } from './refold-facts.ts'
import type { RevisedChunk } from './revised.ts'

/** Who says again what others brought, where that changes. */
export function changedEvidence(
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
