import { type MemoryId, toFactId } from '../../domain/memory-id.ts'
import { SCORE_FLOOR } from '../../domain/ranking/weights.ts'
import { wordsOf } from '../../domain/ranking/words.ts'
import type { RecalledFact } from '../../ports/recollection.ts'
import type { Ranked } from '../search/rank.ts'

interface Scored {
  readonly fact: RecalledFact
  readonly score: number
}

/**
 * The facts within `maxHops` of a seed, best first. Seeds are the entities that the question names and those of the facts that are like it;
 * the store has looked only at what the caller may see, so that no step here can leave it.
 */
export function expand(
  facts: readonly RecalledFact[],
  ranked: readonly Ranked[],
  isNamed: (entity: string) => boolean,
  maxHops: number,
): Scored[] {
  const byId = new Map<MemoryId, RecalledFact>(facts.map((fact) => [toFactId(fact.id), fact]))
  const scored = ranked.flatMap(({ id, score }) => {
    const fact = byId.get(id)
    return fact ? { fact, score } : []
  })
  let frontier = new Set(
    scored.flatMap(({ fact, score }) =>
      // A fact that fits vouches for both its ends, a name only for itself.
      ends(fact).filter((end) => score >= SCORE_FLOOR || isNamed(end)),
    ),
  )
  const reached = new Set<RecalledFact>()
  const visited = new Set<string>()
  for (let hop = 1; hop <= maxHops && frontier.size > 0; hop++) {
    const next = new Set<string>()
    for (const { fact } of scored) {
      if (reached.has(fact) || !ends(fact).some((end) => frontier.has(end))) continue
      reached.add(fact)
      for (const end of ends(fact)) next.add(end)
    }
    for (const end of frontier) visited.add(end)
    frontier = new Set([...next].filter((end) => !visited.has(end)))
  }
  return scored.filter(({ fact }) => reached.has(fact))
}

const ends = (fact: RecalledFact): string[] => [fact.subject, fact.object]

/** Says of an entity whether the question names it: as it is called, or by the first or last of its names. */
export function namedIn(names: readonly string[], telling: readonly string[]): (entity: string) => boolean {
  const whole = new Set(names)
  const words = new Set(telling)
  const parts = names.filter((name) => wordsOf(name).every((word) => words.has(word)))
  return (entity) =>
    whole.has(entity) || parts.some((name) => entity.startsWith(`${name} `) || entity.endsWith(` ${name}`))
}
