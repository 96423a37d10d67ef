import type { StoreCheck } from '../../ports/store-check.ts'
import type { Directory } from './directory.ts'
import { DIRECTORY_SHARDS, shardName } from './directory-shards.ts'
import type { RoundTrip } from './round-trip.ts'

/** The embedded stores all stand on Durable Objects: one that answers speaks for all. */
export function createEmbeddedStoreCheck(
  directory: DurableObjectNamespace<Directory>,
  roundTrip: RoundTrip,
): StoreCheck {
  return {
    backend: 'embedded',
    async check() {
      await roundTrip(async () => directory.getByName(shardName(DIRECTORY_SHARDS - 1)).find(''))
    },
  }
}
