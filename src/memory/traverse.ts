import { type Edge, endsOf } from './edge.ts'

/** How far facts are followed, the same in both stores. */
export const TRAVERSAL = {
  /** The newest of an entity and side. */
  factsPerEntity: 24,
  /** A named entity with more facts than this (the user, mostly) says nothing about which of them is meant. */
  tellingFacts: 48,
  /** Nor is one with more than this followed. */
  hubFacts: 400,
  factsPerHop: 64,
  frontier: 48,
  /** Where the query names nobody, the traversal starts from what these are about. */
  seedFacts: 6,
} as const

export interface Walk {
  /** The entities that the query names, and the facts nearest to it, nearest first. */
  readonly named: readonly string[]
  readonly near: readonly number[]
  readonly hops: number
  /** See RecallPlan. */
  readonly everySeed?: boolean | undefined
  /** Entities whose facts are among those found already. */
  readonly touched: ReadonlySet<string>
}

/** A fact, in how many steps and from which entity it was reached. */
export interface Reached<F> {
  readonly fact: F
  /** 0: found by itself. */
  readonly hop: number
  readonly from: string | null
  /** false: there to decide a conflict or a chunk's standing, not as an answer. */
  readonly candidate: boolean
}

/** Wants the facts that touch one of the entities, entity by entity, newest first; hubs are left out. */
export interface TouchingLook {
  readonly touching: readonly string[]
}

/**
 * Breadth first from the entities that the query names, or else from those of the nearest facts; what is loaded is only what the caller may
 * see. Facts that are reached are added to `facts`; one that was found by itself gets its distance too.
 */
export function* traverse<F extends Edge>(
  { named, near, hops, everySeed, touched }: Walk,
  facts: Map<number, Reached<F>>,
): Generator<TouchingLook, void, readonly F[]> {
  const nearest = near.slice(0, TRAVERSAL.seedFacts).flatMap((id) => {
    const known = facts.get(id)
    return known ? endsOf(known.fact) : []
  })
  let frontier = new Set(everySeed ? [...named, ...nearest] : named.length > 0 ? named : nearest)
  const visited = new Set(frontier)
  for (let hop = 1; hop <= hops && frontier.size > 0; hop++) {
    const touching = yield { touching: [...frontier].filter((end) => !touched.has(end)) }
    // Of an entity with too many facts to follow only those count that were found by themselves.
    const found = [...facts.values()].flatMap(({ fact }) =>
      endsOf(fact).some((end) => frontier.has(end)) ? [fact] : [],
    )
    const next = new Set<string>()
    for (const fact of [...touching.slice(0, TRAVERSAL.factsPerHop), ...found]) {
      if ((facts.get(fact.id)?.hop ?? 0) > 0) continue
      const from = frontier.has(fact.subject) ? fact.subject : fact.object
      facts.set(fact.id, { fact, hop, from, candidate: true })
      for (const end of endsOf(fact)) if (!visited.has(end)) next.add(end)
    }
    frontier = new Set([...next].slice(0, TRAVERSAL.frontier))
    for (const end of frontier) visited.add(end)
  }
}
