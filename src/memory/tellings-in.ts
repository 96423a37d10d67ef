import type { MemoryRecord, StatedTarget } from './records.ts'
import { tellingNumber } from './telling-number.ts'

export interface NumberedTelling {
  readonly told: StatedTarget
  /** The part of the text that it is in, and its place among the facts of that. */
  readonly piece: number
  readonly place: number
  /** By `tellingNumber`. */
  readonly number: number
}

/** What a memory tells, each telling with its place in the order of all: facts follow the chunk through which they are told. */
export function tellingsIn({ id, stated }: Pick<MemoryRecord, 'id' | 'stated'>): NumberedTelling[] {
  let piece = -1
  let facts = 0
  return stated.map((told) => {
    const isChunk = told.target.startsWith('c')
    if (isChunk || piece < 0) {
      piece++
      facts = 0
    }
    const place = isChunk ? 0 : facts++
    return { told, piece, place, number: tellingNumber(id, piece, place) }
  })
}
