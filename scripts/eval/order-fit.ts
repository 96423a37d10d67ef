import { logistic } from '../../src/domain/ranking/logistic.ts'

export interface ComparedPair {
  /** Places in the order. */
  readonly newer: number
  readonly older: number
  readonly features: readonly number[]
}

/** What one question finds, best first, with what is known of it. */
export interface Order {
  readonly weight: number
  readonly talk: number
  readonly ranks: readonly number[]
  readonly right: readonly boolean[]
  readonly stale: readonly boolean[]
  readonly pairs: readonly ComparedPair[]
}

interface OrderFit {
  /** Of the regression, in the order of the features. */
  readonly constants: readonly number[]
  /** What a memory loses that was overturned for sure, and what of the way to it the newer one rises. */
  readonly sinks: number
  readonly rises: number
}

const STEPS = 250
const RATE = 0.03
/** How much the pairs count that are known by themselves, and what is stale above what is right, beside that the right one is first. */
const OF_PAIRS = 0.3
const OF_STALE = 0.25
const RIDGE = 0.001
/** Where the search begins. */
const START = { base: -2, sinks: 0.5, rises: 0.9, sharpness: 5 }

/**
 * Fits the regression of what is outdated by what comes of it: the order in which a question finds its memories. Pairs by themselves
 * say little about that, since most of them stand far from the first place, and how far one sinks has to suit how sure one can be.
 * The place of the constant among the features is `base`.
 */
export function fitOrder(orders: readonly Order[], base: number): OrderFit {
  const scale = scaleOf(orders, base)
  const scaled = orders.map((order) => ({
    ...order,
    pairs: order.pairs.map((pair) => ({ ...pair, features: scale.apply(pair.features) })),
  }))
  const known = scaled.filter(({ right }) => right.includes(true))
  const total = known.reduce((sum, { weight }) => sum + weight, 0)
  const pairs = scaled.reduce((sum, order) => sum + order.weight * labelledIn(order).length, 0)
  const size = scale.size
  const start = Array.from({ length: size }, (_, at) => (at === base ? START.base : 0))
  const step = createAdam([...start, START.sinks, START.rises, START.sharpness])
  let fit = step.at
  for (let round = 0; round < STEPS; round++) {
    const slope = fit.map((value, at) => (at < size && at !== base ? 2 * RIDGE * value : 0))
    for (const order of scaled) addSlope(slope, fit, order, size, order.weight / total, order.weight / pairs)
    fit = step.next(slope)
  }
  return { constants: scale.undo(fit.slice(0, size)), sinks: fit[size]!, rises: fit[size + 1]! }
}

/** Pairs of which it is known: the older one is stale and the newer right, or the older is right and the newer is not. */
const labelledIn = ({ pairs, right, stale }: Order): { readonly at: number; readonly is: boolean }[] =>
  pairs.flatMap(({ newer, older }, at) => {
    if (stale[older] && right[newer]) return { at, is: true }
    return right[older] && !right[newer] ? { at, is: false } : []
  })

function addSlope(
  slope: number[],
  fit: readonly number[],
  order: Order,
  size: number,
  ofAll: number,
  ofPairs: number,
): void {
  const { ranks, right, stale, pairs, talk } = order
  const [sinks, rises, sharpness] = [fit[size]!, fit[size + 1]!, fit[size + 2]!]
  const odds = pairs.map(({ features }) => {
    let sum = 0
    for (let at = 0; at < size; at++) sum += fit[at]! * features[at]!
    return logistic(sum)
  })
  const slopeOfOdds = new Array<number>(pairs.length).fill(0)
  for (const { at, is } of labelledIn(order)) slopeOfOdds[at]! += OF_PAIRS * ofPairs * (odds[at]! - Number(is))

  if (right.includes(true)) {
    const gapOf = (at: number) => Math.max(0, ranks[pairs[at]!.older]! - ranks[pairs[at]!.newer]!)
    const sunkBy = likeliest(pairs, ranks.length, ({ older }, at) => [older, odds[at]!])
    const risenBy = likeliest(pairs, ranks.length, ({ newer }, at) => [newer, odds[at]! * gapOf(at)])
    const lost = sunkBy.map((at) => (at < 0 ? 0 : (1 - talk) * odds[at]!))
    const won = risenBy.map((at) => (at < 0 ? 0 : (1 - talk) * odds[at]! * gapOf(at)))
    const scores = ranks.map((rank, place) => rank - sinks * lost[place]! + rises * won[place]!)
    for (const [place, more] of slopeOfScores(scores, right, stale, sharpness).entries()) {
      const by = ofAll * more
      slope[size + 2]! += by * scores[place]!
      slope[size]! -= by * sharpness * lost[place]!
      slope[size + 1]! += by * sharpness * won[place]!
      const [sunk, risen] = [sunkBy[place]!, risenBy[place]!]
      const change = (at: number) => by * sharpness * (1 - talk) * odds[at]! * (1 - odds[at]!)
      if (sunk >= 0) slopeOfOdds[sunk]! -= sinks * change(sunk)
      if (risen >= 0) slopeOfOdds[risen]! += rises * gapOf(risen) * change(risen)
    }
  }
  for (const [at, more] of slopeOfOdds.entries()) {
    if (more === 0) continue
    const { features } = pairs[at]!
    for (let feature = 0; feature < size; feature++) slope[feature]! += more * features[feature]!
  }
}

/** By place, the pair that counts most there; -1: none. */
function likeliest(
  pairs: readonly ComparedPair[],
  places: number,
  worthOf: (pair: ComparedPair, at: number) => readonly [number, number],
): number[] {
  const best = new Array<number>(places).fill(-1)
  const most = new Array<number>(places).fill(0)
  for (const [at, pair] of pairs.entries()) {
    const [place, worth] = worthOf(pair, at)
    if (worth > most[place]!) [best[place], most[place]] = [at, worth]
  }
  return best
}

/** Of the loss by each score, times the sharpness: the right ones should come first, and before what is stale. */
function slopeOfScores(
  scores: readonly number[],
  right: readonly boolean[],
  stale: readonly boolean[],
  sharpness: number,
): number[] {
  const top = Math.max(...scores)
  const chances = scores.map((score) => Math.exp(sharpness * (score - top)))
  const sumOf = (some: readonly number[]) => some.reduce((sum, value) => sum + value, 0)
  const [all, found] = [sumOf(chances), sumOf(chances.filter((_, place) => right[place]))]
  const slopes = chances.map((chance, place) => chance / all - (right[place] ? chance / found : 0))
  const bestOf = (is: readonly boolean[]) =>
    scores.reduce((best, score, place) => (is[place] && (best < 0 || score > scores[best]!) ? place : best), -1)
  const [holds, held] = [bestOf(right), bestOf(stale)]
  if (held >= 0) {
    const above = OF_STALE * logistic(sharpness * (scores[held]! - scores[holds]!))
    slopes[held]! += above
    slopes[holds]! -= above
  }
  return slopes
}

/** Features of one size, so that one rate suits all of them. */
function scaleOf(orders: readonly Order[], base: number) {
  const rows = orders.flatMap(({ pairs }) => pairs.map(({ features }) => features))
  const size = rows[0]?.length ?? 0
  const columns = Array.from({ length: size }, (_, at) => {
    if (at === base) return { mean: 0, deviation: 1 }
    const mean = rows.reduce((sum, row) => sum + row[at]!, 0) / rows.length
    const spread = rows.reduce((sum, row) => sum + (row[at]! - mean) ** 2, 0) / rows.length
    return { mean, deviation: Math.sqrt(spread) || 1 }
  })
  return {
    size,
    apply: (features: readonly number[]): number[] =>
      features.map((value, at) => (value - columns[at]!.mean) / columns[at]!.deviation),
    undo(fit: readonly number[]): number[] {
      const plain = fit.map((value, at) => value / columns[at]!.deviation)
      plain[base]! -= plain.reduce((sum, value, at) => sum + value * columns[at]!.mean, 0)
      return plain
    },
  }
}

/** Adam, with its usual constants. */
function createAdam(start: readonly number[]) {
  const [first, second] = [start.map(() => 0), start.map(() => 0)]
  let at = [...start]
  let steps = 0
  return {
    at,
    next(slope: readonly number[]): number[] {
      steps++
      at = at.map((value, i) => {
        first[i] = 0.9 * first[i]! + 0.1 * slope[i]!
        second[i] = 0.999 * second[i]! + 0.001 * slope[i]! ** 2
        const [m, v] = [first[i]! / (1 - 0.9 ** steps), second[i]! / (1 - 0.999 ** steps)]
        return value - (RATE * m) / (Math.sqrt(v) + 1e-8)
      })
      return at
    },
  }
}
