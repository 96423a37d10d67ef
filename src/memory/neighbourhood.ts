import { endsOf } from './edge.ts'
import type { StoredFact } from './records.ts'

/** How far clusters are looked for around what changed, the same in both stores. */
export const NEIGHBOURHOOD = {
  reach: 2,
  /** An entity in more facts than this joins everything with everything, and says nothing of what belongs together. */
  hubFacts: 64,
  factsPerEntity: 32,
  maxFacts: 1000,
} as const

/** Wants those of the entities that are no hubs, and what touches them: entity by entity, newest first. */
export interface NeighbourLook {
  readonly entities: readonly string[]
  /** false: only which are no hubs. */
  readonly facts: boolean
}

interface Neighbours {
  readonly quiet: readonly string[]
  readonly facts: readonly StoredFact[]
}

/** Neither merged nor an abstraction. */
export const isPlain = (fact: Pick<StoredFact, 'abstraction' | 'members'>): boolean =>
  fact.abstraction === null && fact.members === 0

/** The facts around entities, without those of hubs. */
export function* neighbourhood(entities: readonly string[]): Generator<NeighbourLook, StoredFact[], Neighbours> {
  const facts = new Map<number, StoredFact>()
  const quiet = new Set<string>()
  let frontier = new Set(entities)
  for (let step = 0; step < NEIGHBOURHOOD.reach && frontier.size > 0; step++) {
    const near = yield { entities: [...frontier], facts: true }
    for (const entity of near.quiet) quiet.add(entity)
    const next = new Set<string>()
    for (const fact of near.facts.filter(isPlain)) {
      if (facts.size >= NEIGHBOURHOOD.maxFacts) break
      facts.set(fact.id, fact)
      for (const end of endsOf(fact)) if (!quiet.has(end) && !frontier.has(end)) next.add(end)
    }
    frontier = next
  }
  // The last step's ends may be hubs too.
  if (frontier.size > 0) for (const entity of (yield { entities: [...frontier], facts: false }).quiet) quiet.add(entity)
  return [...facts.values()].filter((fact) => endsOf(fact).every((end) => quiet.has(end)))
}
