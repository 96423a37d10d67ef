import type { MemoryRecord, StatedTarget } from './records.ts'
import { tellingNumber } from './telling-number.ts'

export interface NumberedTelling {
  readonly told: StatedTarget
  /** By `tellingNumber`. */
  readonly number: number
}

/** What a memory tells, each telling with its place in the order of all: facts follow the chunk through which they are told. */
export function tellingsIn({ id, stated }: Pick<MemoryRecord, 'id' | 'stated'>): NumberedTelling[] {
  let piece = -1
  let fact = 0
  return stated.map((told) => {
    if (told.target.startsWith('c')) {
      piece++
      fact = 0
      return { told, number: tellingNumber(id, piece, 0) }
    }
    return { told, number: tellingNumber(id, Math.max(0, piece), fact++) }
  })
}
