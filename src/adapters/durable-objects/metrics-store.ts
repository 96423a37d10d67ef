import { MOST_DIGITS } from '../../memory/magnitude.ts'
import type { MetricsStore } from '../../ports/metrics-store.ts'
import { mapConcurrent } from '../../runtime/map-concurrent.ts'
import type { Directory } from './directory.ts'
import { DIRECTORY_SHARDS, shardName } from './directory-shards.ts'
import type { Metrics } from './metrics.ts'
import type { RoundTrip } from './round-trip.ts'

interface Parts {
  readonly metrics: DurableObjectNamespace<Metrics>
  readonly directory: DurableObjectNamespace<Directory>
  readonly roundTrip: RoundTrip
  /** Where memories are in another store, that one knows how many each namespace has. */
  readonly byMagnitude?: (() => Promise<readonly number[]>) | undefined
}

/** The name of the one object that adds up: an isolate reports a few times a minute, of which an object takes hundreds a second. */
const SUM = 'sum'

/** Shards asked at a time. */
const CONCURRENT_SHARDS = 8

export function createEmbeddedMetricsStore({ metrics, directory, roundTrip, byMagnitude }: Parts): MetricsStore {
  const sum = () => metrics.getByName(SUM)
  return {
    report: (report) => roundTrip(async () => sum().report(report)),
    exchange: (report) => roundTrip(async () => sum().exchange(report)),
    async takeInventory(now) {
      const numbers = Array.from({ length: DIRECTORY_SHARDS }, (_, number) => number)
      const shards = await mapConcurrent(numbers, CONCURRENT_SHARDS, (number) =>
        roundTrip(async () => directory.getByName(shardName(number)).inventory()),
      )
      const inventory = {
        at: now,
        accounts: shards.reduce((total, { accounts }) => total + accounts, 0),
        namespaces: shards.reduce((total, { namespaces }) => total + namespaces, 0),
        byMagnitude: (await byMagnitude?.()) ?? addUp(shards.map((shard) => shard.byMagnitude)),
      }
      await roundTrip(async () => sum().keepInventory(inventory))
      return inventory
    },
  }
}

const addUp = (counts: readonly (readonly number[])[]): number[] =>
  Array.from({ length: MOST_DIGITS }, (_, at) => counts.reduce((total, count) => total + count[at]!, 0))
