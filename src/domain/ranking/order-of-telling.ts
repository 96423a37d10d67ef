import { type Source, trustRank } from '../statement/source.ts'

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

interface Stated extends Told {
  readonly source: Source
}

/** Of two of one time the one that was told later; but of documents told at one moment, as the pages of one are, none is newer than another. */
export function isNewer(one: Stated, other: Stated): boolean {
  if (one.statedAt === other.statedAt && one.source === 'document' && other.source === 'document') return false
  return inOrderOfTelling(one, other) > 0
}

/** Nothing is overturned by what is older or less trusted. */
export const mayOverturn = (one: Stated, other: Stated): boolean =>
  isNewer(one, other) && trustRank(one.source) <= trustRank(other.source)
