import type { StoreCheck } from '../../ports/store-check.ts'
import type { RoundTrip } from './round-trip.ts'
import type { StorageWatch } from './storage-watch.ts'

/** The embedded stores all stand on Durable Objects: one that can be written speaks for all. */
export const createEmbeddedStoreCheck = (storage: StorageWatch, roundTrip: RoundTrip): StoreCheck => ({
  backend: 'embedded',
  check: () => roundTrip(storage.check),
  countDamaged: storage.countDamaged,
})
