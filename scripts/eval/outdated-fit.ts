import { readQuestion } from '../../src/domain/question/read-question.ts'
import { type Dated, findOutdated, OUTDATED, type Overturned, pairsAmong } from '../../src/domain/ranking/outdated.ts'
import { weights } from '../../src/domain/ranking/weights.ts'
import { adjustScores } from '../../src/pipelines/search/adjust-scores.ts'
import { scoreAll } from '../../src/pipelines/search/rank.ts'
import { fitLogistic } from './logistic-fit.ts'
import { HALF_LIFE_DAYS, type Recollected } from './recollections.ts'

export type OutdatedConstants = Readonly<Record<keyof typeof OUTDATED, number>>

/** A question and what may answer it, as it is ranked before anything sinks for being outdated. */
export interface Compared {
  readonly question: Recollected
  readonly talk: number
  readonly time: ReturnType<typeof readQuestion>['time']
  readonly dated: readonly (Dated & { readonly turn: string })[]
}

const RIDGE = 3
const NAMES = Object.keys(OUTDATED) as (keyof typeof OUTDATED)[]

export function comparedOf(question: Recollected): Compared {
  const { recollection, supersededBy, plan, request, reranked } = question
  const reading = readQuestion(request.query)
  const own = scoreAll(recollection, supersededBy, plan, request, HALF_LIFE_DAYS)
  const without = { ...weights, outdated: 0, overturns: 0 }
  const { scores } = adjustScores(own, {
    ...{ recollection, supersededBy, reading, query: request.query },
    ...{ readings: reranked, hops: plan.hops, roles: plan.roles, weights: without },
  })
  const dated = recollection.chunks
    .filter(({ candidate }) => candidate)
    .map((chunk) => {
      const { rank, reranked: holds, answered } = scores.chunks.get(chunk.id)!
      return { ...chunk, rank, reranked: holds, answered, turn: String(chunk.metadata?.turn) }
    })
  return { question, talk: own.talk, time: reading.time, dated }
}

/** Pairs of which it is known: the older one is stale and the newer expected, or the older is expected and the newer is not. */
export const labelledPairs = (compared: readonly Compared[]) =>
  compared.flatMap(({ question: { evidence, stale = [] }, time, dated }) => {
    const turnOf = new Map(dated.map(({ id, turn }) => [id, turn]))
    return pairsAmong(dated, time).flatMap(({ newer, older, features }) => {
      const [now, before] = [turnOf.get(newer.id)!, turnOf.get(older.id)!]
      const overturned = stale.includes(before) && evidence.includes(now)
      const holds = evidence.includes(before) && !evidence.includes(now)
      return overturned || holds ? { features, is: overturned, weight: 1 } : []
    })
  })

export const fitOutdated = (compared: readonly Compared[]): OutdatedConstants =>
  fitLogistic(labelledPairs(compared), NAMES, RIDGE)

const NOTHING: Overturned = { outdated: new Map(), behind: new Map() }
const DEPTHS = [1, 3, 5, 10]
const MARKED_AT = [0.5, 0.7]

/** What is found how early, how often something stale is above all that holds, and what would be marked as outdated. */
export function describeOutdated(
  compared: readonly Compared[],
  constantsOf: (question: Recollected) => OutdatedConstants | null,
): string {
  const judged = compared.map((one) => {
    const constants = constantsOf(one.question)
    const { outdated, behind } = constants === null ? NOTHING : findOutdated(one.dated, one.time, constants)
    const oddsOf = (id: number): number => (1 - one.talk) * (outdated.get(id)?.odds ?? 0)
    const risesBy = (id: number): number => (1 - one.talk) * weights.overturns * (behind.get(id) ?? 0)
    const order = one.dated
      .map(({ id, rank, turn }) => ({
        ...{ turn, odds: oddsOf(id) },
        rank: rank - weights.outdated * oddsOf(id) + risesBy(id),
      }))
      .sort((a, b) => b.rank - a.rank)
    return { ...one.question, order, places: placesIn(order.map(({ turn }) => turn)) }
  })
  const found = DEPTHS.map((depth) => {
    const right = judged.filter(({ places, evidence, anyOf }) =>
      anyOf || depth === 1 ? places(evidence)[0]! < depth : places(evidence).at(-1)! < depth,
    )
    return `R@${depth} ${(right.length / judged.length).toFixed(3)}`
  })
  const changed = judged.filter(({ stale = [] }) => stale.length > 0)
  const above = changed.filter(({ places, evidence, stale = [] }) => places(stale)[0]! < places(evidence)[0]!)
  const marks = MARKED_AT.map((least) => {
    const marked = judged.flatMap(({ order, evidence, stale = [] }) =>
      order
        .filter(({ odds }) => odds >= least)
        .map(({ turn }) => ({ stale: stale.includes(turn), right: evidence.includes(turn) })),
    )
    const [good, bad] = [marked.filter(({ stale }) => stale).length, marked.filter(({ right }) => right).length]
    return `odds ≥ ${least}: ${good} stale, ${bad} evidence, ${marked.length - good - bad} neither`
  })
  return `  ${found.join('  ')}  stale above what holds: ${above.length} of ${changed.length}\n  ${marks.join('; ')}`
}

/** A memory's place is that of the first of its chunks. */
function placesIn(turns: readonly string[]): (wanted: readonly string[]) => number[] {
  const order = [...new Set(turns)]
  const placeOf = new Map(order.map((turn, at) => [turn, at]))
  return (wanted) => wanted.map((turn) => placeOf.get(turn) ?? Number.POSITIVE_INFINITY).sort((a, b) => a - b)
}
