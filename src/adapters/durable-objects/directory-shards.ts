export const DIRECTORY_SHARDS = 64

/** FNV-1a: spreads names evenly over the shards and is the same everywhere, forever. */
export function shardOf(name: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193)
  return (hash >>> 0) % DIRECTORY_SHARDS
}

/** The name of the object that is a shard. */
export const shardName = (shard: number): string => `shard-${shard}`

/** The name of the object that gathers what the shards report of a round. */
export const ROUNDS = 'rounds'
