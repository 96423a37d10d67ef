import { packVector } from '../../domain/ranking/vector.ts'
import type { AbstractionReport, Cluster, ClusterFact, NewAbstraction } from '../../ports/consolidation.ts'
import type { Authored } from '../../ports/journal.ts'
import type { Ports } from '../../ports/ports.ts'
import { mapConcurrent } from '../../runtime/map-concurrent.ts'
import { turnsOf } from '../../runtime/turns.ts'

/** What a call may work on clusters, all together. */
export const MAX_WORK_MS = 20_000
/** Clusters put into words side by side. */
const CONCURRENT_CLUSTERS = 4
/** A statement in the place of one other makes nothing shorter. */
const MIN_MEMBERS = 2

export interface Summary {
  /** null: the model had nothing to say that the facts bear out, and would not have the next time. */
  readonly text: string | null
  /** Which of the facts it says, by their place: only these are merged. */
  readonly said: readonly number[]
  readonly tokens: number
}

/** Puts a cluster into one statement that says nothing beyond its facts. Throws where another try may help. */
export type SummariseCluster = (facts: readonly ClusterFact[], timeoutMs: number) => Promise<Summary>

interface Offer extends Authored {
  readonly namespace: string
  readonly now: number
  readonly run: number
  readonly clusters: readonly Cluster[]
}

/** Merges the clusters that a run offers, as many as the time allows; the rest is offered again. */
export async function abstractClusters(
  ports: Ports,
  summarise: SummariseCluster,
  { namespace, now, run, clusters, by }: Offer,
): Promise<AbstractionReport> {
  const begun = ports.clock()
  const written: { cluster: number; members: number[]; text: string }[] = []
  const unfinished: number[] = []
  let tokens = 0
  await mapConcurrent(clusters, CONCURRENT_CLUSTERS, async (cluster) => {
    const leftMs = MAX_WORK_MS - (ports.clock() - begun)
    if (leftMs <= 0) {
      unfinished.push(cluster.number)
      return
    }
    try {
      const summary = await summarise(cluster.facts, leftMs)
      tokens += summary.tokens
      const members = [...new Set(summary.said)].flatMap((at) => cluster.facts[at]?.id ?? [])
      if (summary.text !== null && members.length >= MIN_MEMBERS)
        written.push({ cluster: cluster.number, members, text: summary.text })
    } catch (error) {
      tokens += tokensOf(error)
      unfinished.push(cluster.number)
    }
  })
  // In the hourly round nothing has asked for the encoder yet.
  if (written.length > 0) await ports.embedder.load()
  const vectors = written.length > 0 ? await ports.embedder.embed(textsOf(written), 'passage', turnsOf(namespace)) : []
  const abstractions = written.map((one, at): NewAbstraction => ({ ...one, vector: packVector(vectors[at]!) }))
  return ports.memory.abstract(namespace, {
    now,
    by,
    embedder: ports.embedder.id,
    run,
    abstractions,
    unfinished,
    tokens,
  })
}

const textsOf = (written: readonly { readonly text: string }[]): string[] => written.map(({ text }) => text)

/** What a failed call cost, as far as it tells. */
function tokensOf(error: unknown): number {
  const { tokens } = error as { tokens?: { in: number; out: number } }
  return tokens ? tokens.in + tokens.out : 0
}
