import type { FactRecord, GatherLimits, ReachedFact } from '../graph-store.ts'

interface Row {
  readonly fact: FactRecord
  readonly meaning: number
}

interface Walk {
  readonly facts: Map<number, ReachedFact>
  readonly named: readonly string[]
  readonly near: readonly number[]
  readonly hops: number
  readonly everySeed?: boolean
  readonly limits: GatherLimits
  /** Those of the entities that are no hubs. */
  quiet(entities: readonly string[]): Promise<string[]>
  touching(entities: readonly string[]): Promise<Row[]> | Row[]
}

const ends = (fact: FactRecord | undefined): string[] =>
  !fact ? [] : fact.leaf ? [fact.subject] : [fact.subject, fact.object]

/**
 * Breadth first from the entities that the query names, or else from those of the nearest facts; every hop looks only at what the caller
 * may see. A fact that was found by itself gets its distance too.
 */
export async function traverse({ facts, named, near, hops, everySeed, limits, quiet, touching }: Walk): Promise<void> {
  const nearest = near.slice(0, limits.seedFacts).flatMap((id) => ends(facts.get(id)))
  let frontier = [...new Set(everySeed ? [...named, ...nearest] : named.length > 0 ? named : nearest)]
  const visited = new Set(frontier)
  for (let hop = 1; hop <= hops && frontier.length > 0; hop++) {
    const reached = (await touching(await quiet(frontier))).slice(0, limits.factsPerHop)
    // Of an entity with too many facts to follow only those count that were found by themselves.
    const found = [...facts.values()].filter((fact) => ends(fact).some((end) => frontier.includes(end)))
    const rows = new Map<number, Row>(found.map((fact) => [fact.id, { fact, meaning: fact.meaning }]))
    for (const row of reached) rows.set(row.fact.id, row)
    const next = new Set<string>()
    for (const { fact, meaning } of rows.values()) {
      const known = facts.get(fact.id)
      if (known && known.hop > 0) continue
      const from = frontier.includes(fact.subject) ? fact.subject : fact.object
      facts.set(fact.id, { ...fact, meaning, memberTexts: [], hop, from, candidate: true })
      for (const end of ends(fact)) if (!visited.has(end)) next.add(end)
    }
    frontier = [...next].slice(0, limits.frontier)
    for (const end of frontier) visited.add(end)
  }
}
