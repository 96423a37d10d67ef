import type { Claim } from '../domain/statement/slot.ts'

/** A fact as an edge between entities. */
export interface Edge {
  readonly id: number
  readonly subject: string
  readonly object: string
  /** Its object is a value, where no traversal goes on. */
  readonly leaf: boolean | number
}

/** The entities that a fact joins. */
export const endsOf = ({ subject, object, leaf }: Edge): string[] => (leaf ? [subject] : [subject, object])

/** A fact as the rules see it, whichever store keeps it. */
export interface StoredFact extends Edge, Claim {
  readonly persona: string
  readonly text: string
  /** Its source by trust, 0 the best; its confidence by level. */
  readonly source: number
  readonly level: number
  readonly statedAt: number
  readonly lastAccess: number
  /** The abstraction that it was merged into. */
  readonly abstraction: number | null
  /** Of an abstraction, how many facts were merged into it; else 0. */
  readonly members: number
}

/** Where facts compete: one subject and one slot. */
export type Place = Pick<StoredFact, 'subject' | 'slot'>

export const placeKey = ({ subject, slot }: Place): string => `${subject}\n${slot}`
