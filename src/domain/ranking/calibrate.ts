import { probabilityBy } from './logistic.ts'

/**
 * Ranks mean nothing by themselves: the best of nothing relevant is still first. How sure one can be of a memory is how sure it is that the
 * question has an answer here at all, times how sure it is that this memory is the answer, if there is one. Both are logistic regressions.
 * The first goes by the nearest of all that was found and how far that is from others, by what the reranker thinks of the best, by whether the
 * first mentions who or what the question names, and by how many of the question's words one memory has: one that has them all is near for
 * its words alone. The second goes by how far the memory is behind the first, behind the nearest and behind what
 * the reranker likes best, and by whether it seems outdated. `npm run tune -- --calibrate` fits them anew, with the reranker and without.
 */
export const CALIBRATION = {
  reranked: {
    known: { base: -1.86, reranked: 0.45, meaning: 7.81, unnamed: -2.35, apart: 0.1, covered: -1.59 },
    answers: { base: 0.75, behind: -2.62, meaning: -2.89, reranked: -0.2, outdated: -0.3 },
    scoreAt: { maybe: 0.48, sure: 0.53 },
  },
  alone: {
    known: { base: -2.9, reranked: 0, meaning: 9.2, unnamed: -2.7, apart: 0.8, covered: -0.5 },
    answers: { base: 0.19, behind: -7.1, meaning: -3.9, reranked: 0, outdated: -2.2 },
    scoreAt: { maybe: 0.39, sure: 0.44 },
  },
} as const

/** The probabilities that a score stands for: where the bands of docs/api.md begin. Between them it goes straight. */
const scoreAt = ({ maybe, sure }: Constants['scoreAt']) =>
  [
    [0, 0],
    [0.001, 0.2],
    [maybe, 0.4],
    [sure, 0.7],
    [0.6, 0.95],
    [1, 1],
  ] as const

/** So many of the best are what one stands out from; where there are fewer, the missing ones are taken to be half as good as the best. */
const OTHERS = 20
const MISSING_SHARE = 0.5
/** The nearest is apart from what so many others are nearer than. */
const NEAR = 4
/** Beyond these it makes no difference. */
const MOST_OUTSTANDING = 3
const LEAST_OUTSTANDING = -1.5
/** So many others make a choice. */
const CROWD = 5
/** What was not reranked is taken to be so far behind. */
const NOT_RERANKED = 8

/** What is known of a memory, best first. */
export interface Found {
  readonly rank: number
  readonly meaning: number
  readonly reranked?: number
  /** Never more than 0. */
  readonly outdated?: number
  /** It was reached from another, and need not be near the question itself. */
  readonly proximity: number
  /** Share of the question's words, by weight, that it contains. */
  readonly coverage: number
  /** It mentions somebody or something that the question names; true where that names nobody. */
  readonly named: boolean
}

export interface Calibration {
  /** How far a rank stands out from all. */
  outstanding(rank: number): number
  /** How sure one can be of it: 0 to 1. */
  score(found: Found): number
}

/** The two regressions, and the scores of what they come to. */
export interface Constants {
  readonly known: Readonly<Record<'base' | 'reranked' | 'meaning' | 'unnamed' | 'apart' | 'covered', number>>
  readonly answers: Readonly<Record<'base' | 'behind' | 'meaning' | 'reranked' | 'outdated', number>>
  /** From which probabilities on a memory may answer, and does. */
  readonly scoreAt: Readonly<Record<'maybe' | 'sure', number>>
}

/** What they go by. */
type Features = Pick<Constants, 'known' | 'answers'>

/** For the memories of one question, best first. */
export function createCalibration(all: readonly Found[]): Calibration {
  const { outstanding, isReranked, known, answers } = featuresOf(all)
  const constants = CALIBRATION[isReranked ? 'reranked' : 'alone']
  // Where there is hardly anything else, what answers can only be the first.
  const crowd = Math.min(1, (all.length - 1) / CROWD)
  return {
    outstanding,
    score(found) {
      const features = { known, answers: answers(found) }
      return scoreBy(constants, features, features.answers.behind > 0 ? 1 : crowd)
    },
  }
}

/** What the regressions go by, under the names of the constants. */
export function featuresOf(all: readonly Found[]) {
  const outstanding = createOutstanding(all.map(({ rank }) => rank))
  const top = all[0]?.rank ?? 0
  const nearestFirst = all.map(({ meaning }) => meaning).sort((a, b) => b - a)
  const nearest = Math.max(0, nearestFirst[0] ?? 0)
  const logits = all.flatMap(({ reranked }) => reranked ?? [])
  const likeliest = Math.max(...logits)
  const known: Constants['known'] = {
    base: 1,
    reranked: logits.length > 0 ? likeliest : 0,
    meaning: nearest,
    unnamed: Number(!all[0]?.named),
    apart: nearest - (nearestFirst[NEAR] ?? MISSING_SHARE * nearest),
    covered: all.reduce((most, { coverage }) => Math.max(most, coverage), 0),
  }
  const answers = ({ rank, meaning, reranked, outdated, proximity }: Found): Constants['answers'] => ({
    base: 1,
    behind: top - Math.min(rank, top),
    meaning: proximity > 0 ? 0 : nearest - meaning,
    reranked: proximity > 0 || logits.length === 0 ? 0 : likeliest - (reranked ?? likeliest - NOT_RERANKED),
    outdated: -(outdated ?? 0),
  })
  return { outstanding, isReranked: logits.length > 0, known, answers }
}

/** How sure one can be, 0 to 1, by the features of a question and of a memory. */
export function scoreBy({ known, answers, scoreAt }: Constants, features: Features, crowd = 1): number {
  const isAnother = crowd * (1 - probabilityBy(answers, features.answers))
  return toScore(probabilityBy(known, features.known) * (1 - isAnother), scoreAt)
}

/** In standard deviations of the best. */
function createOutstanding(ranks: readonly number[]): (rank: number) => number {
  const best = [...ranks].sort((a, b) => b - a).slice(0, OTHERS)
  const top = best[0] ?? 0
  while (best.length < OTHERS) best.push(top * MISSING_SHARE)
  const mean = best.reduce((sum, rank) => sum + rank, 0) / OTHERS
  const deviation = Math.sqrt(best.reduce((sum, rank) => sum + (rank - mean) ** 2, 0) / OTHERS)
  return (rank) => {
    if (deviation === 0) return 0
    return Math.max(LEAST_OUTSTANDING, Math.min(MOST_OUTSTANDING, (Math.min(rank, top) - mean) / deviation))
  }
}

function toScore(probability: number, bands: Constants['scoreAt']): number {
  const at = scoreAt(bands)
  const above = at.findIndex(([from]) => from >= probability)
  const [to, most] = at[Math.max(1, above)]!
  const [from, least] = at[Math.max(1, above) - 1]!
  return least + ((most - least) * (probability - from)) / (to - from)
}
