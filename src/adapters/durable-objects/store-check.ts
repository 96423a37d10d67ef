import type { StoreCheck } from '../../ports/store-check.ts'
import { DIRECTORY_SHARDS, type Directory } from './directory.ts'
import type { RoundTrip } from './round-trip.ts'

/** The embedded stores all stand on Durable Objects: one that answers speaks for all. */
export function createEmbeddedStoreCheck(
  directory: DurableObjectNamespace<Directory>,
  roundTrip: RoundTrip,
): StoreCheck {
  return {
    backend: 'embedded',
    async check() {
      await roundTrip(async () => directory.getByName(`shard-${DIRECTORY_SHARDS - 1}`).find(''))
    },
  }
}
