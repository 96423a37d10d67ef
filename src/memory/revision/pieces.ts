import type { MemoryRecord, StatedTarget } from '../records.ts'

/** A part of a text: the chunk that it tells, and the facts that are told through that. */
export interface Piece {
  /** null: its chunk is gone. */
  readonly chunk: StatedTarget | null
  readonly facts: readonly StatedTarget[]
}

/** What a memory tells, part by part. */
export function piecesOf({ stated }: Pick<MemoryRecord, 'stated'>): Piece[] {
  const pieces: { chunk: StatedTarget | null; facts: StatedTarget[] }[] = []
  for (const told of stated) {
    if (told.target.startsWith('c')) pieces.push({ chunk: told, facts: [] })
    else if (pieces.length === 0) pieces.push({ chunk: null, facts: [told] })
    else pieces.at(-1)!.facts.push(told)
  }
  return pieces
}

export const statedIn = (pieces: readonly Piece[]): StatedTarget[] =>
  pieces.flatMap(({ chunk, facts }) => [...(chunk ? [chunk] : []), ...facts])

export const numberOf = (target: string): number => Number(target.slice(1))
