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
 * The dense clusters among facts: communities of entities with at least as many relations among them as entities (more than a tree, so
 * that each is known from more than one side), each with the values of its entities. Largest first; ids in order.
 */
export function denseClusters(links: readonly Link[]): number[][] {
  const edges = links.flatMap(({ from, to }) => (to === null || to === from ? [] : { from, to }))
  const clusters: number[][] = []
  for (const members of communitiesOf(edges)) {
    const inside = new Set(members)
    const within = links.filter(({ from, to }) => inside.has(from) && (to === null || inside.has(to)))
    const relations = within.filter(({ from, to }) => to !== null && to !== from)
    if (members.length < 2 || relations.length < members.length || within.length < MIN_FACTS) continue
    const chosen = [...relations, ...within.filter((link) => !relations.includes(link))].slice(0, MAX_FACTS)
    clusters.push(chosen.map(({ id }) => id).sort((a, b) => a - b))
  }
  return clusters.sort((a, b) => b.length - a.length || a[0]! - b[0]!)
}
