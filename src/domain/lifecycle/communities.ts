/** An edge of an undirected graph; the same two ends may be joined many times. */
export interface Edge {
  readonly from: string
  readonly to: string
}

/** Local moves end when a pass moves nothing; this many passes are never needed in practice. */
const MAX_PASSES = 16
const MAX_LEVELS = 8

/** Plain modularity (1) takes small dense graphs apart, a clique with one more neighbour already; neighbourhoods are small graphs. */
const RESOLUTION = 0.5

type Weights = Map<number, Map<number, number>>

/**
 * The communities of a graph by modularity (Louvain: local moves, then the same on the graph of the communities, until nothing gains),
 * each then cut into its connected parts, which plain Louvain does not promise. The same edges give the same communities, whatever
 * their order.
 */
export function communitiesOf(edges: readonly Edge[]): string[][] {
  const names = [...new Set(edges.flatMap(({ from, to }) => [from, to]))].sort()
  const indexOf = new Map(names.map((name, at) => [name, at]))
  let weights: Weights = new Map(names.map((_, at) => [at, new Map()]))
  for (const { from, to } of edges) addWeight(weights, indexOf.get(from)!, indexOf.get(to)!, 1)

  let groups = names.map((name) => [name])
  for (let level = 0; level < MAX_LEVELS; level++) {
    const community = moveLocally(weights)
    const labels = [...new Set(community)]
    if (labels.length === groups.length) break
    const newIndex = new Map(labels.map((label, at) => [label, at]))
    groups = labels.map((label) => groups.filter((_, at) => community[at] === label).flat())
    weights = aggregate(weights, (node) => newIndex.get(community[node]!)!, labels.length)
  }
  return groups.flatMap((group) => connectedParts(group, edges)).map((group) => group.sort())
}

/** A loop counts for both of its ends, as modularity has it. */
function addWeight(weights: Weights, a: number, b: number, weight: number): void {
  const add = (from: number, to: number, by: number) =>
    weights.get(from)!.set(to, (weights.get(from)!.get(to) ?? 0) + by)
  if (a === b) add(a, a, 2 * weight)
  else {
    add(a, b, weight)
    add(b, a, weight)
  }
}

const sum = (values: Iterable<number>): number => {
  let total = 0
  for (const value of values) total += value
  return total
}

/** Every node goes to the neighbouring community that gains most; ties go to the lower label, so that the outcome is one. */
function moveLocally(weights: Weights): number[] {
  const degree = new Map([...weights].map(([node, row]) => [node, sum(row.values())]))
  const total = sum(degree.values())
  const community = [...weights.keys()]
  const mass = new Map(degree)
  for (let pass = 0, moved = true; moved && pass < MAX_PASSES; pass++) {
    moved = false
    for (const [node, row] of weights) {
      const own = community[node]!
      const toward = new Map<number, number>([[own, 0]])
      for (const [other, weight] of row) {
        if (other !== node) toward.set(community[other]!, (toward.get(community[other]!) ?? 0) + weight)
      }
      const k = degree.get(node)!
      mass.set(own, mass.get(own)! - k)
      const gain = (label: number) => toward.get(label)! - (RESOLUTION * k * mass.get(label)!) / total
      let best = own
      for (const label of [...toward.keys()].sort((a, b) => a - b)) {
        if (gain(label) > gain(best) + 1e-12) best = label
      }
      mass.set(best, mass.get(best)! + k)
      if (best !== own) {
        community[node] = best
        moved = true
      }
    }
  }
  return community
}

function aggregate(weights: Weights, indexOf: (node: number) => number, size: number): Weights {
  const next: Weights = new Map(Array.from({ length: size }, (_, at) => [at, new Map()]))
  for (const [node, row] of weights) {
    const from = next.get(indexOf(node))!
    for (const [other, weight] of row) from.set(indexOf(other), (from.get(indexOf(other)) ?? 0) + weight)
  }
  return next
}

function connectedParts(group: readonly string[], edges: readonly Edge[]): string[][] {
  const inside = new Set(group)
  const next = new Map<string, string[]>(group.map((name) => [name, []]))
  for (const { from, to } of edges) {
    if (!inside.has(from) || !inside.has(to)) continue
    next.get(from)!.push(to)
    next.get(to)!.push(from)
  }
  const seen = new Set<string>()
  return group.flatMap((start) => {
    if (seen.has(start)) return []
    const part: string[] = []
    const open = [start]
    seen.add(start)
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      part.push(at)
      for (const name of next.get(at)!) if (!seen.has(name) && seen.add(name)) open.push(name)
    }
    return [part]
  })
}
