import { chunksIn } from '../../domain/memory-id.ts'
import type { MemoryRecord } from '../records.ts'
import type { Loaded } from './loaded.ts'
import type { ChunkPlan, ChunkPlans } from './plan-chunks.ts'
import type { ChunkTelling } from './regroup-chunks.ts'

/** What became of one part of a text. */
export interface ToldPiece {
  readonly chunk: ChunkPlan
  readonly telling: ChunkTelling
  readonly isOwner: boolean
}

export const pieceKey = (record: number, piece: number): string => `${record}/${piece}`

/** By memory and part. */
export function toldPiecesIn(plans: ChunkPlans): Map<string, ToldPiece> {
  const pieces = new Map<string, ToldPiece>()
  for (const chunk of plans.chunks)
    for (const [at, telling] of chunk.tellings.entries())
      pieces.set(pieceKey(telling.record.id, telling.piece), { chunk, telling, isOwner: at === 0 })
  return pieces
}

/** A memory whose text is all of its chunk has it there. */
export const withText = (loaded: Loaded, record: MemoryRecord): MemoryRecord => ({
  ...record,
  text:
    record.text ??
    chunksIn(record.stated.map(({ target }) => target))
      .flatMap((id) => loaded.chunks.get(id)?.text ?? [])
      .join('\n'),
})
