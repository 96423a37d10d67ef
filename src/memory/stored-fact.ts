import type { Claim } from '../domain/statement/slot.ts'
import type { Edge } from './edge.ts'

/** A fact as the rules see it, whichever store keeps it. A persona is a number in one and a name in the other. */
export interface StoredFact<Persona> extends Edge, Claim {
  readonly persona: Persona
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
export type Place = Pick<StoredFact<unknown>, 'subject' | 'slot'>

export const placeKey = ({ subject, slot }: Place): string => `${subject}\n${slot}`
