/** What is told of when a memory was told. */
export interface Told {
  readonly id: number
  readonly statedAt: number
  /** The record that told it first. */
  readonly memory?: number
}

/** The oldest first; of two of one time the one that came first. */
export const inOrderOfTelling = (one: Told, other: Told): number =>
  one.statedAt - other.statedAt || (one.memory ?? 0) - (other.memory ?? 0) || one.id - other.id
