import { communitiesOf } from './communities.ts'

/** A fact as an edge: `to` is null where its object is a value, which belongs to its subject and joins nothing. */
export interface Link {
  readonly id: number
  readonly from: string
  readonly to: string | null
}

/** Fewer facts than this are no shorter when summarised. */
const MIN_FACTS = 5
/** More would not fit a prompt that is read with care; what is over follows with the next change around it. */
const MAX_FACTS = 40

/**
 * The dense clusters among facts: of each community of entities its core, in which every entity has at least two relations with the
 * others (neither chains nor stars have one), with the values of these entities. Largest first; ids in order.
 */
export function denseClusters(links: readonly Link[]): number[][] {
  const edges = links.filter((link): link is Link & { to: string } => link.to !== null && link.to !== link.from)
  const clusters: number[][] = []
  for (const members of communitiesOf(edges)) {
    const core = coreOf(new Set(members), edges)
    const relations = edges.filter(({ from, to }) => core.has(from) && core.has(to))
    const values = links.filter(({ from, to }) => (to === null || to === from) && core.has(from))
    if (relations.length + values.length < MIN_FACTS) continue
    const chosen = [...relations, ...values].slice(0, MAX_FACTS)
    clusters.push(chosen.map(({ id }) => id).sort((a, b) => a - b))
  }
  return clusters.sort((a, b) => b.length - a.length || a[0]! - b[0]!)
}

/** What is left when whoever has fewer than two relations with the rest has gone, again and again. */
function coreOf(members: Set<string>, edges: readonly { readonly from: string; readonly to: string }[]): Set<string> {
  for (;;) {
    const degree = new Map<string, number>()
    for (const { from, to } of edges) {
      if (!members.has(from) || !members.has(to)) continue
      degree.set(from, (degree.get(from) ?? 0) + 1)
      degree.set(to, (degree.get(to) ?? 0) + 1)
    }
    const core = new Set([...members].filter((name) => (degree.get(name) ?? 0) >= 2))
    if (core.size === members.size) return core
    members = core
  }
}
