/** Roughly four characters a token, and what is said around the facts; a call is charged with what it really took. */
const CHARS_PER_TOKEN = 4
const TOKENS_AROUND = 600

export interface ClusterLimits {
  readonly maxClusters: number
  /** What is left of the day's. */
  readonly tokens: number
}

interface Cluster {
  readonly facts: readonly { readonly id: number; readonly text: string }[]
  /** The changed fact around which it was found. */
  readonly first: number
}

export interface Chosen<C> {
  readonly clusters: readonly C[]
  /** Everything that changed up to this fact has been looked at. */
  readonly upTo: number
  /** The day's tokens are spent, and there is more. */
  readonly spent: boolean
}

/** Takes clusters one by one as long as there is room, none that shares a fact with one that was taken. */
export function createClusterChoice<C extends Cluster>({ maxClusters, tokens }: ClusterLimits) {
  const clusters: C[] = []
  const taken = new Set<number>()
  let left = tokens
  return {
    isFull: (): boolean => clusters.length >= maxClusters,
    /** null where there was room, or nothing new in it; else how it ends. */
    take(cluster: C): Chosen<C> | null {
      if (cluster.facts.some(({ id }) => taken.has(id))) return null
      const cost = TOKENS_AROUND + cluster.facts.reduce((sum, { text }) => sum + text.length, 0) / CHARS_PER_TOKEN
      const spent = cost > left
      if (spent || clusters.length >= maxClusters) return { clusters, upTo: cluster.first - 1, spent }
      left -= cost
      for (const { id } of cluster.facts) taken.add(id)
      clusters.push(cluster)
      return null
    },
    end: (upTo: number): Chosen<C> => ({ clusters, upTo, spent: false }),
  }
}
