import type { StoreCheck } from '../../ports/store-check.ts'
import type { Cross } from './cross.ts'
import { DIRECTORY_SHARDS, type Directory } from './directory.ts'

/** The embedded stores all stand on Durable Objects: one that answers speaks for all. */
export function createEmbeddedStoreCheck(directory: DurableObjectNamespace<Directory>, cross: Cross): StoreCheck {
  return {
    backend: 'embedded',
    async check() {
      await cross(async () => directory.getByName(`shard-${DIRECTORY_SHARDS - 1}`).find(''))
    },
  }
}
