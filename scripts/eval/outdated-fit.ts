import { numbersInCommon } from '../../src/domain/question/numbers-in-common.ts'
import { readQuestion } from '../../src/domain/question/read-question.ts'
import { type Dated, findOutdated, OUTDATED, type Overturned, pairsAmong } from '../../src/domain/ranking/outdated.ts'
import { weights } from '../../src/domain/ranking/weights.ts'
import { adjustScores } from '../../src/pipelines/search/adjust-scores.ts'
import { scoreAll } from '../../src/pipelines/search/rank.ts'
import { type ComparedPair, fitOrder } from './order-fit.ts'
import { HALF_LIFE_DAYS, type Recollected } from './recollections.ts'

/** The regression, and what its odds are worth: `outdated` and `overturns` of the weights. */
export interface OutdatedFit {
  readonly constants: Readonly<Record<keyof typeof OUTDATED, number>>
  readonly outdated: number
  readonly overturns: number
}

export const AS_IT_IS: OutdatedFit = { ...weights, constants: OUTDATED }

/** A question and what may answer it, as it is ranked before anything sinks for being outdated. */
export interface Compared {
  readonly question: Recollected
  /** What the question counts beside those of other sets. */
  readonly weight: number
  readonly talk: number
  readonly time: ReturnType<typeof readQuestion>['time']
  readonly dated: readonly (Dated & { readonly turn: string })[]
}

const NAMES = Object.keys(OUTDATED) as (keyof typeof OUTDATED)[]

export function comparedOf(question: Recollected, weight = 1): Compared {
  const { recollection, supersededBy, plan, request, reranked } = question
  const reading = readQuestion(request.query)
  const own = scoreAll(recollection, plan, request, HALF_LIFE_DAYS)
  const without = { ...weights, outdated: 0, overturns: 0, answers: 0 }
  const { scores } = adjustScores(own, {
    ...{ recollection, supersededBy, reading },
    ...{ logits: reranked, hops: plan.hops, weights: without },
  })
  const numbersIn = numbersInCommon(reading.names)
  const dated = recollection.chunks
    .filter(({ candidate }) => candidate)
    .map((chunk) => {
      const { rank, named } = scores.chunks.get(chunk.id)!
      const asked = { isNamed: named !== undefined, numbers: numbersIn(chunk.text) }
      return { ...chunk, rank, ...asked, turn: String(chunk.metadata?.turn) }
    })
  return { question, weight, talk: own.talk, time: reading.time, dated }
}

/** So many of the best are put in order. */
const ORDERED = 15

export function fitOutdated(compared: readonly Compared[]): OutdatedFit {
  const orders = compared.map(({ question: { evidence, stale = [] }, weight, talk, time, dated }) => {
    const best = [...dated].sort((a, b) => b.rank - a.rank).slice(0, ORDERED)
    const placeOf = new Map(best.map(({ id }, at) => [id, at]))
    const pairs = pairsAmong(dated, time).flatMap(({ newer, older, features }): ComparedPair | [] => {
      const [now, before] = [placeOf.get(newer.id), placeOf.get(older.id)]
      if (now === undefined || before === undefined) return []
      return { newer: now, older: before, features: NAMES.map((name) => features[name]) }
    })
    return {
      ...{ weight, talk, pairs },
      ranks: best.map(({ rank }) => rank),
      right: best.map(({ turn }) => evidence.includes(turn)),
      stale: best.map(({ turn }) => stale.includes(turn)),
    }
  })
  const { constants, sinks, rises } = fitOrder(orders, NAMES.indexOf('base'))
  const rounded = (value: number) => Math.round(value * 1000) / 1000
  return {
    constants: Object.fromEntries(NAMES.map((name, at) => [name, rounded(constants[at]!)])) as OutdatedFit['constants'],
    ...{ outdated: rounded(sinks), overturns: rounded(rises) },
  }
}

const NOTHING: Overturned = { outdated: new Map(), behind: new Map() }
const DEPTHS = [1, 3, 5, 10]
const MARKED_AT = [0.5, 0.7]

/** What is found how early, how often something stale is above all that holds, and what would be marked as outdated. */
export function describeOutdated(
  compared: readonly Compared[],
  fitOf: (question: Recollected) => OutdatedFit | null,
): string {
  const judged = compared.map((one) => {
    const fit = fitOf(one.question)
    const { outdated, behind } = fit === null ? NOTHING : findOutdated(one.dated, one.time, fit.constants)
    const oddsOf = (id: number): number => (1 - one.talk) * (outdated.get(id)?.odds ?? 0)
    const order = one.dated
      .map(({ id, rank, turn }) => ({
        ...{ turn, odds: oddsOf(id), sure: outdated.get(id)?.sure ?? false },
        rank: rank - (fit?.outdated ?? 0) * oddsOf(id) + (fit?.overturns ?? 0) * (1 - one.talk) * (behind.get(id) ?? 0),
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
  type Marked = (typeof judged)[number]['order'][number]
  const marked = (name: string, is: (one: Marked) => boolean): string => {
    const all = judged.flatMap(({ order, evidence, stale = [] }) =>
      order.filter(is).map(({ turn }) => ({ stale: stale.includes(turn), right: evidence.includes(turn) })),
    )
    const [good, bad] = [all.filter(({ stale }) => stale).length, all.filter(({ right }) => right).length]
    return `${name}: ${good} stale, ${bad} evidence, ${all.length - good - bad} neither`
  }
  const marks = [
    ...MARKED_AT.map((least) => marked(`odds ≥ ${least}`, ({ odds }) => odds >= least)),
    marked('marked', ({ sure }) => sure),
  ]
  return `  ${found.join('  ')}  stale above what holds: ${above.length} of ${changed.length}\n  ${marks.join('; ')}`
}

/** A memory's place is that of the first of its chunks. */
function placesIn(turns: readonly string[]): (wanted: readonly string[]) => number[] {
  const order = [...new Set(turns)]
  const placeOf = new Map(order.map((turn, at) => [turn, at]))
  return (wanted) => wanted.map((turn) => placeOf.get(turn) ?? Number.POSITIVE_INFINITY).sort((a, b) => a - b)
}
