import { denseClusters } from '../domain/lifecycle/cluster.ts'
import { type Chosen, type ClusterLimits, createClusterChoice, type FoundCluster } from './cluster-choice.ts'
import { endsOf } from './edge.ts'
import { isPlain } from './neighbourhood.ts'
import { type Slot, type StoredFact, slotKey } from './records.ts'
import { resolveConflicts } from './resolve-conflicts.ts'

/** Changed facts are looked at this many at a time, and no more than some slices a call: others are served meanwhile. */
const SLICE = 200
const MAX_SLICES = 5

export type ClusterLook =
  /** The facts that came after one, oldest first. */
  | { readonly after: number; readonly limit: number }
  /** The persona's facts around entities, as `neighbourhood` finds them. */
  | { readonly around: readonly string[]; readonly persona: string }
  /** All of the persona's facts in these places. */
  | { readonly competing: readonly Slot[]; readonly persona: string }

/** Dense clusters around the facts that came since `after`: only what changed is looked at, with its neighbourhood. */
export function* findClusters(
  after: number,
  persona: string | null,
  limits: ClusterLimits,
): Generator<ClusterLook, Chosen, readonly StoredFact[]> {
  const choice = createClusterChoice(limits)
  let upTo = after
  for (let slice = 0; slice < MAX_SLICES && !choice.isFull(); slice++) {
    const facts = yield { after: upTo, limit: SLICE }
    if (facts.length === 0) break
    const changed = facts.filter((fact) => persona === null || fact.persona === persona)
    for (const cluster of yield* clustersAround(changed)) {
      const ended = choice.take(cluster)
      if (ended) return ended
    }
    upTo = facts.at(-1)!.id
  }
  return choice.end(upTo)
}

/** In the order of the changed facts. */
function* clustersAround(
  changed: readonly StoredFact[],
): Generator<ClusterLook, FoundCluster[], readonly StoredFact[]> {
  const clusters: FoundCluster[] = []
  for (const [persona, own] of Map.groupBy(changed.filter(isPlain), (fact) => fact.persona)) {
    const near = yield { around: [...new Set(own.flatMap(endsOf))], persona }
    if (near.length === 0) continue
    // What is merged has to hold, against all that competes with it, near or not.
    const places = new Map(near.map(({ subject, slot }) => [slotKey({ subject, slot }), { subject, slot }]))
    const supersededBy = resolveConflicts(yield { competing: [...places.values()], persona })
    const facts = new Map(near.map((fact) => [fact.id, fact]))
    const links = near.flatMap(({ id, subject, object, leaf }) =>
      supersededBy.has(id) ? [] : { id, from: subject, to: leaf ? null : object },
    )
    for (const ids of denseClusters(links)) {
      const first = own.find(({ id }) => ids.includes(id))?.id
      if (first !== undefined) clusters.push({ persona, facts: ids.map((id) => facts.get(id)!), first })
    }
  }
  return clusters.sort((a, b) => a.first - b.first)
}
