import type { Machine } from './machine.ts'
import type { RetrieveFigures } from './measure-retrieve.ts'
import type { PeerFigures } from './peers/measure.ts'

/** Everything that a run measured; null where it was left out. */
export interface Figures {
  readonly at: string
  readonly quick: boolean
  readonly seconds: number
  readonly machine: Machine
  readonly retrieve: readonly RetrieveFigures[] | null
  readonly peers: readonly PeerFigures[] | null
}
