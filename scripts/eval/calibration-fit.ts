import { EVIDENCE_AT } from '../../src/domain/ranking/calibrate.ts'
import { weights } from '../../src/domain/ranking/weights.ts'
import { rank } from '../../src/pipelines/search/rank.ts'
import type { Recollected } from './recollections.ts'
import { HALF_LIFE_DAYS } from './tuning-search.ts'

export interface Example {
  readonly set: string
  readonly group: string
  readonly onTopic: boolean
  /** The first of its question's list. */
  readonly first: boolean
  readonly evidence: boolean
  /** 1, then what the calibration knows of a memory. */
  readonly features: readonly number[]
}

/** Log-odds of being evidence: a sum over the features. */
export type Fit = readonly number[]

/** Only what a caller could have been shown. */
const SHOWN = 20

export function examplesOf(set: string, question: Recollected, onTopic: boolean): Example[] {
  const { recollection, supersededBy, plan, request, evidence, group } = question
  return rank(recollection, supersededBy, plan, request, HALF_LIFE_DAYS, weights)
    .slice(0, SHOWN)
    .map(({ metadata, why }, at) => ({
      ...{ set, group, onTopic, first: at === 0 },
      evidence: onTopic && evidence.includes(String(metadata?.turn)),
      features: [1, Number(why.meaning), Number(why.outstanding), Number(why.coverage), Number(why.alone)],
    }))
}

const STEPS = 25
const RIDGE = 1e-6

/** Logistic regression by Newton's method. */
export function fitLogistic(examples: readonly Example[]): Fit {
  const size = examples[0]!.features.length
  let fit: number[] = new Array<number>(size).fill(0)
  for (let step = 0; step < STEPS; step++) {
    const gradient = new Array<number>(size).fill(0)
    const hessian = fit.map((_, i) => fit.map((__, j) => (i === j ? RIDGE : 0)))
    for (const { features, evidence } of examples) {
      const p = probability(fit, features)
      for (let i = 0; i < size; i++) {
        gradient[i]! += ((evidence ? 1 : 0) - p) * features[i]!
        for (let j = 0; j < size; j++) hessian[i]![j]! += p * (1 - p) * features[i]! * features[j]!
      }
    }
    const change = solve(hessian, gradient)
    fit = fit.map((value, i) => value + change[i]!)
  }
  return fit
}

const logOdds = (fit: Fit, features: readonly number[]) => fit.reduce((sum, value, i) => sum + value * features[i]!, 0)
const probability = (fit: Fit, features: readonly number[]) => 1 / (1 + Math.exp(-logOdds(fit, features)))

/** Gauss and Jordan; the matrix is positive definite. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i]!])
  for (let i = 0; i < rows.length; i++) {
    const pivot = rows[i]![i]!
    rows[i] = rows[i]!.map((value) => value / pivot)
    for (let k = 0; k < rows.length; k++) {
      const factor = rows[k]![i]!
      if (k !== i) rows[k] = rows[k]!.map((value, j) => value - factor * rows[i]![j]!)
    }
  }
  return rows.map((row) => row.at(-1)!)
}

export interface Scored extends Example {
  readonly score: number
}

export const scoredBy = (fit: Fit, example: Example): Scored => ({
  ...example,
  score: probability(fit, example.features),
})

const logit = (p: number) => Math.log(p / (1 - p))

/** Moved and stretched, so that the odds of `EVIDENCE_AT` get the scores that stand beside them. */
export function toScore(fit: Fit): Fit {
  const stretch = (logit(0.7) - logit(0.4)) / (logit(EVIDENCE_AT[0.7]) - logit(EVIDENCE_AT[0.4]))
  const move = logit(0.7) - stretch * logit(EVIDENCE_AT[0.7])
  return fit.map((value, i) => Math.round((value * stretch + (i === 0 ? move : 0)) * 100) / 100)
}

/** What the scores would come to: per set the share of evidence in each band, and how often something off topic scores high. */
export function describeScores(examples: readonly Scored[]): string {
  const share = (list: readonly Scored[], is: (example: Scored) => boolean) =>
    list.length === 0 ? '–' : (list.filter(is).length / list.length).toFixed(3)
  const bands = [0, 0.2, 0.4, 0.7, 1.01]
  return [...Map.groupBy(examples, ({ set }) => set), ['together', examples] as const]
    .map(([set, all]) => {
      const onTopic = all.filter((example) => example.onTopic)
      const offTopic = all.filter((example) => !example.onTopic && example.first)
      const inBands = bands.slice(0, -1).map((from, at) => {
        const inside = onTopic.filter((example) => example.score >= from && example.score < bands[at + 1]!)
        return `${from}–: ${share(inside, ({ evidence }) => evidence)} of ${inside.length}`
      })
      const first = onTopic.filter((example) => example.first)
      return [
        `  ${set.padEnd(16)} evidence ${inBands.reverse().join('  ')}`,
        `  ${''.padEnd(16)} best of a question ≥ .7: ${share(first, (one) => one.score >= 0.7)}; off topic ≥ .7: ${share(offTopic, (one) => one.score >= 0.7)}, ≥ .4: ${share(offTopic, (one) => one.score >= 0.4)}`,
      ].join('\n')
    })
    .join('\n')
}
