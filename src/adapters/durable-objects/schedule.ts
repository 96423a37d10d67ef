import { BrainError } from '../../domain/errors.ts'
import type { Schedule } from '../../ports/schedule.ts'
import { mapConcurrent } from '../../runtime/map-concurrent.ts'
import type { Directory } from './directory.ts'
import { DIRECTORY_SHARDS, ROUNDS, shardName, shardOf } from './directory-shards.ts'
import { toSummary } from './round-collector.ts'
import type { RoundTrip } from './round-trip.ts'

interface Parts {
  readonly directory: DurableObjectNamespace<Directory>
  readonly roundTrip: RoundTrip
}

/** Shards asked at a time. */
const CONCURRENT_SHARDS = 8

/** The schedule in the directory's shards: each knows what is due in it and works it off by itself. */
export function createEmbeddedSchedule({ directory, roundTrip }: Parts): Schedule {
  const shardFor = (namespace: string) => directory.getByName(shardName(shardOf(namespace)))
  return {
    async begin(round) {
      let due = 0
      let shards = 0
      let unreached = 0
      const numbers = Array.from({ length: DIRECTORY_SHARDS }, (_, number) => number)
      await mapConcurrent(numbers, CONCURRENT_SHARDS, async (number) => {
        try {
          const here = await roundTrip(async () => directory.getByName(shardName(number)).begin(round))
          due += here
          if (here > 0) shards++
        } catch {
          // The next round finds what was due in it.
          unreached++
        }
      })
      await roundTrip(async () => directory.getByName(ROUNDS).begun(round.at, { due, shards, unreached }))
      if (unreached === DIRECTORY_SHARDS)
        throw new BrainError('store-unavailable', 'No shard of the directory could be reached.')
    },
    announce: (namespace, horizon) => roundTrip(async () => shardFor(namespace).tell(namespace, horizon)),
    forget: (namespace) => roundTrip(async () => shardFor(namespace).forget(namespace)),
    async rounds(limit) {
      return (await roundTrip(async () => directory.getByName(ROUNDS).rounds(limit))).map(toSummary)
    },
  }
}
