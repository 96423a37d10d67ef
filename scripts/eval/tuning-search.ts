import type { Weights } from '../../src/domain/ranking/weights.ts'
import { rank } from '../../src/pipelines/search/rank.ts'
import { mean } from './figures.ts'
import { HALF_LIFE_DAYS, type Recollected } from './recollections.ts'
import type { TuningSet } from './tuning-data.ts'

/** What every question of a set is worth under some weights. */
type Values = readonly (readonly number[])[]

/** The steps that are tried for each weight, around where it stands. */
const FACTORS = [0, 0.5, 0.7, 0.85, 1.2, 1.5] as const
const ROUNDS = 3
/** Less is noise: nothing is moved for it. */
const WORTH_MOVING = 0.0005

export interface Search {
  /** The weights that are best for all sets together. */
  best(start: Weights, names: readonly (keyof Weights)[]): Weights
  /** Among all that were tried so far, those that are best on the questions that are let through. */
  bestTried(use: (question: Recollected) => boolean): Weights
  worthOf(weights: Weights, use: (question: Recollected) => boolean): number[]
}

/** Coordinate search. What some weights are worth to each question is computed once: the folds choose among what was tried. */
export function createSearch(sets: readonly TuningSet[], progress: (line: string) => void): Search {
  const known = new Map<string, { readonly weights: Weights; readonly values: Values }>()
  const evaluate = (weights: Weights): Values => {
    const key = JSON.stringify(weights)
    const tried = known.get(key)
    if (tried) return tried.values
    const values = sets.map((set) => set.questions.map((question) => worthOfOne(set, question, weights)))
    known.set(key, { weights, values })
    progress(`${known.size} choices of weights tried`)
    return values
  }
  const worthOf: Search['worthOf'] = (weights, use) =>
    evaluate(weights).map((values, at) => {
      const { questions } = sets[at]!
      return mean(values.filter((_, place) => use(questions[place]!)))
    })

  // The surer a set is, the more it counts; and none is sacrificed to a larger one, as it would be if every question counted the same.
  const parts = sets.map(({ questions }) => Math.sqrt(questions.length))
  const whole = parts.reduce((sum, part) => sum + part, 0)
  const together = (values: readonly number[]) =>
    values.reduce((sum, value, at) => sum + (parts[at]! / whole) * (Number.isNaN(value) ? 0 : value), 0)

  return {
    worthOf,
    bestTried: (use) =>
      [...known.values()]
        .map(({ weights }) => ({ weights, value: together(worthOf(weights, use)) }))
        .reduce((best, one) => (one.value > best.value ? one : best)).weights,
    best(start, names) {
      const all = () => true
      let weights = start
      let value = together(worthOf(weights, all))
      for (let round = 0; round < ROUNDS; round++) {
        const before = value
        for (const name of names) {
          for (const factor of FACTORS) {
            const candidate = { ...weights, [name]: rounded(weights[name] * factor) }
            if (candidate[name] === weights[name]) continue
            const reached = together(worthOf(candidate, all))
            if (reached > value + WORTH_MOVING) [weights, value] = [candidate, reached]
          }
        }
        if (value - before <= WORTH_MOVING) break
      }
      return weights
    },
  }
}

const rounded = (value: number) => Math.round(value * 1000) / 1000

/** Recall at the set's depths, and a little for being early. */
function worthOfOne({ depths }: TuningSet, question: Recollected, weights: Weights): number {
  const ranks = ranksOf(question, weights)
  const recall = mean(depths.map((depth) => ranks.filter((at) => at <= depth).length / ranks.length))
  return 0.9 * recall + 0.1 * mean(ranks.map((at) => 1 / at))
}

export function ranksOf(question: Recollected, weights: Weights): number[] {
  const { recollection, supersededBy, plan, request, evidence, anyOf, reranked } = question
  const ranked = rank(recollection, supersededBy, plan, request, HALF_LIFE_DAYS, weights, undefined, reranked)
  const carried = ranked.slice(0, 20).map(({ metadata }) => metadata?.turn)
  const ranks = evidence.map((id) => {
    const at = carried.indexOf(id)
    return at < 0 ? Number.POSITIVE_INFINITY : at + 1
  })
  return anyOf ? [Math.min(...ranks)] : ranks
}
