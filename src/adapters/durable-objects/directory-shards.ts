import { fnv1a } from '../../runtime/fnv1a.ts'

export const DIRECTORY_SHARDS = 64

export const shardOf = (name: string): number => fnv1a(name) % DIRECTORY_SHARDS

/** The name of the object that is a shard. */
export const shardName = (shard: number): string => `shard-${shard}`

/** The name of the object that gathers what the shards report of a round. */
export const ROUNDS = 'rounds'
