import type { StoredFact } from './records.ts'

/** Roughly four characters a token, and what is said around the facts; a call is charged with what it really took. */
const CHARS_PER_TOKEN = 4
const TOKENS_AROUND = 600

export interface ClusterLimits {
  readonly maxClusters: number
  /** What is left of the day's. */
  readonly tokens: number
}

export interface FoundCluster {
  readonly persona: string
  readonly facts: readonly StoredFact[]
  /** The changed fact around which it was found. */
  readonly first: number
}

export interface Chosen {
  readonly clusters: readonly FoundCluster[]
  /** Everything that changed up to this fact has been looked at. */
  readonly upTo: number
  /** The day's tokens are spent, and there is more. */
  readonly spent: boolean
}

/** Takes clusters one by one as long as there is room, none that shares a fact with one that was taken. */
export function createClusterChoice({ maxClusters, tokens }: ClusterLimits) {
  const clusters: FoundCluster[] = []
  const taken = new Set<number>()
  let left = tokens
  return {
    isFull: (): boolean => clusters.length >= maxClusters,
    /** null where there was room, or nothing new in it; else how it ends. */
    take(cluster: FoundCluster): Chosen | null {
      if (cluster.facts.some(({ id }) => taken.has(id))) return null
      const cost = TOKENS_AROUND + cluster.facts.reduce((sum, { text }) => sum + text.length, 0) / CHARS_PER_TOKEN
      const spent = cost > left
      if (spent || clusters.length >= maxClusters) return { clusters, upTo: cluster.first - 1, spent }
      left -= cost
      for (const { id } of cluster.facts) taken.add(id)
      clusters.push(cluster)
      return null
    },
    end: (upTo: number): Chosen => ({ clusters, upTo, spent: false }),
  }
}
