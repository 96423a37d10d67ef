import { inverseOf } from '../../domain/relations.ts'
import type { Recollection } from '../../ports/memory-store.ts'
import type { Ranked } from './rank.ts'

/** The steps of the traversal, nearest first: which fact led from which entity to which. */
export function toReasoningChain(recollection: Recollection, lost: ReadonlySet<number>, ranked: readonly Ranked[]) {
  const scores = new Map(ranked.map(({ id, score }) => [id, score]))
  return recollection.facts
    .filter((fact) => fact.candidate && !lost.has(fact.id) && scores.has(`f${fact.id}`))
    .sort((a, b) => a.hop - b.hop || scores.get(`f${b.id}`)! - scores.get(`f${a.id}`)! || a.id - b.id)
    .map((fact) => {
      const backwards = fact.from === fact.object
      return {
        hop: Math.max(1, fact.hop),
        from: backwards ? fact.object : fact.subject,
        relation: backwards ? inverseOf(fact.predicate) : fact.relation,
        to: backwards ? fact.subject : fact.object,
        fact: fact.text,
        confidence: fact.source === 'user' ? 1 : fact.confidence,
        score: scores.get(`f${fact.id}`)!,
      }
    })
}
