import type { Machine } from './machine.ts'
import type { BesideFigures } from './measure-beside.ts'
import type { ColdFigures } from './measure-cold.ts'
import type { FilterFigures } from './measure-filters.ts'
import type { IngestFigures } from './measure-ingest.ts'
import type { CeilingFigures, LoadFigures } from './measure-load.ts'
import type { MemoryFigures } from './measure-memory.ts'
import type { RetrieveFigures } from './measure-retrieve.ts'
import type { RoundTripFigures } from './measure-round-trips.ts'
import type { RowFigures } from './measure-rows.ts'
import type { StartupFigures } from './measure-startup.ts'
import type { ExactnessFigures, StorageFigures } from './measure-storage.ts'
import type { PeerFigures } from './peers/measure.ts'

/** Everything that a run measured; null where it was left out or cannot be measured here. */
export interface Figures {
  readonly at: string
  readonly quick: boolean
  readonly seconds: number
  readonly machine: Machine
  readonly startup: StartupFigures | null
  readonly retrieve: readonly RetrieveFigures[] | null
  readonly filters: FilterFigures | null
  readonly rows: readonly RowFigures[] | null
  readonly roundTrips: RoundTripFigures | null
  readonly ingest: { readonly service: IngestFigures; readonly storage: StorageFigures } | null
  readonly cold: ColdFigures | null
  readonly memory: MemoryFigures | null
  readonly load: {
    readonly chunks: number
    readonly one: LoadSummary
    readonly many: LoadSummary
    readonly ceiling: CeilingFigures
  } | null
  readonly beside: BesideFigures | null
  readonly exactness: readonly ExactnessFigures[] | null
  readonly peers: readonly PeerFigures[] | null
}

/** The texts themselves are looked for and then forgotten. */
export type LoadSummary = Omit<LoadFigures, 'acknowledged'> & { readonly acknowledged: number; readonly lost: number }
