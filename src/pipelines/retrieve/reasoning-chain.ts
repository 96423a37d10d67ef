import { createCalibration, type Found } from '../../domain/ranking/calibrate.ts'
import type { Scores } from '../../domain/ranking/score.ts'
import { inverseOf } from '../../domain/statement/relations.ts'
import { saidSides, UNNAMED } from '../../domain/statement/said-sides.ts'
import type { SupersededBy } from '../../memory/resolve-conflicts.ts'
import type { Recollection } from '../../ports/recollection.ts'
import { ownRank } from '../search/rank.ts'

/**
 * The steps of the traversal, nearest first: which fact led from which entity to which, and how well it fits by itself. `isBound`: the
 * caller sees some personas alone, and must not hear what others call an entity.
 */
export function toReasoningChain(
  recollection: Recollection,
  supersededBy: SupersededBy,
  scores: Scores,
  isBound = false,
) {
  const steps = recollection.facts.filter((fact) => fact.candidate && fact.hop > 0 && !supersededBy.has(fact.id))
  const rated = steps.map((fact) => {
    const score = scores.facts.get(fact.id)!
    // A step need not mention whom the question names, and gains nothing by that.
    const rank = score.rank - (score.named ?? 0)
    const found: Found = { ...score, rank: ownRank({ score: { ...score, rank }, rank }), named: true }
    return { fact, found, rank }
  })
  const calibration = createCalibration(rated.map(({ found }) => found).sort((a, b) => b.rank - a.rank))
  return rated
    .sort((a, b) => a.fact.hop - b.fact.hop || b.rank - a.rank || a.fact.id - b.fact.id)
    .map(({ fact, found }) => {
      const said = saidSides(fact)
      const subject = said[0] ?? (isBound ? UNNAMED : fact.subject)
      const object = said[1] ?? (isBound ? UNNAMED : fact.object)
      const backwards = fact.from === fact.object
      return {
        hop: fact.hop,
        from: backwards ? object : subject,
        relation: backwards ? inverseOf(fact.predicate) : fact.relation,
        to: backwards ? subject : object,
        fact: fact.text,
        confidence: fact.source === 'user' ? 1 : fact.confidence,
        score: Math.round(calibration.score(found) * 10_000) / 10_000,
      }
    })
}
