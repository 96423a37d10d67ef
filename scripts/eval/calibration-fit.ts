import { namesInCommon } from '../../src/domain/question/names-in-common.ts'
import { readQuestion } from '../../src/domain/question/read-question.ts'
import { CALIBRATION, type Constants, type Found, featuresOf, scoreBy } from '../../src/domain/ranking/calibrate.ts'
import type { Score } from '../../src/domain/ranking/score.ts'
import { SCORE_FLOOR, weights } from '../../src/domain/ranking/weights.ts'
import { ownRank, type Ranked, rank } from '../../src/pipelines/search/rank.ts'
import type { Reading } from '../../src/ports/reranker.ts'
import { fitLogistic } from './logistic-fit.ts'
import { HALF_LIFE_DAYS, type Recollected } from './recollections.ts'

/** With the reranker, or without it. */
export type Way = keyof typeof CALIBRATION

/** What the calibration knows of a question and of what was found for it. */
export interface Example {
  readonly set: string
  readonly group: string
  readonly onTopic: boolean
  readonly known: Constants['known']
  /** Best first, as far as a caller could be shown it. */
  readonly found: readonly { readonly evidence: boolean; readonly answers: Constants['answers'] }[]
}

const SHOWN = 20
/** A question whose evidence is not among so many is not answered. */
const ANSWERED = 10
/** Beyond so many all are alike: not evidence, and far behind. */
const LEARNT_FROM = 8
const RIDGE = 1

/**
 * What a question of a set counts, on and off topic. There are many questions about dialogues, and isolated facts are easy. What is off topic
 * counts more, because there is less of it, and because nothing hurts more than to be sure of what was never told.
 */
const WEIGHTS: Readonly<Record<string, { readonly on: number; readonly off: number }>> = {
  lives: { on: 1, off: 3 },
  dialogues: { on: 0.3, off: 4.5 },
  chats: { on: 1, off: 4.5 },
  'isolated facts': { on: 0.6, off: 3 },
}

const FITTED: Readonly<
  Record<Way, { readonly known: (keyof Constants['known'])[]; readonly answers: (keyof Constants['answers'])[] }>
> = {
  reranked: {
    known: ['base', 'reranked', 'meaning', 'unnamed', 'apart', 'covered'],
    answers: ['base', 'behind', 'meaning', 'reranked', 'outdated'],
  },
  alone: {
    known: ['base', 'meaning', 'unnamed', 'apart', 'covered'],
    answers: ['base', 'behind', 'meaning', 'outdated'],
  },
}

export function exampleOf(way: Way, set: string, question: Recollected, onTopic: boolean): Example[] {
  const { recollection, supersededBy, plan, request, evidence, group } = question
  const readings = way === 'reranked' ? question.reranked : new Map<number, Reading>()
  const ranked = rank(recollection, supersededBy, plan, request, HALF_LIFE_DAYS, weights, undefined, readings)
  if (ranked.length === 0) return []
  const mentions = namesInCommon(readQuestion(request.query).names)
  const all = ranked.map((one) => toFound(one, mentions))
  const { known, answers } = featuresOf(all)
  const found = ranked.slice(0, SHOWN).map(({ metadata }, at) => ({
    evidence: onTopic && evidence.includes(String(metadata?.turn)),
    answers: answers(all[at]!),
  }))
  return [{ set, group, onTopic, known, found }]
}

function toFound({ fact, why }: Ranked, mentions: (text: string) => number): Found {
  const score = why as unknown as Score
  return { ...score, rank: ownRank({ rank: score.rank, score }), named: mentions(fact) > 0 }
}

const isAnswered = ({ found }: Example): boolean => found.slice(0, ANSWERED).some(({ evidence }) => evidence)
const weightOf = ({ set, onTopic }: Example): number => WEIGHTS[set]![onTopic ? 'on' : 'off']

export function fitCalibration(way: Way, examples: readonly Example[]): Constants {
  const questions = examples.map((example) => ({
    features: example.known,
    is: isAnswered(example),
    weight: weightOf(example),
  }))
  const memories = examples.filter(isAnswered).flatMap((example) =>
    example.found.slice(0, LEARNT_FROM).map(({ answers, evidence }) => ({
      features: answers,
      is: evidence,
      weight: weightOf(example),
    })),
  )
  return {
    known: fitLogistic(questions, FITTED[way].known, RIDGE),
    answers: fitLogistic(memories, FITTED[way].answers, RIDGE),
    scoreAt: CALIBRATION[way].scoreAt,
  }
}

interface Scored extends Example {
  readonly scores: readonly number[]
}

/** As rank() gives them: nothing scores above what ranks above it. */
export function scoredBy(constants: Constants, example: Example): Scored {
  let ceiling = 1
  const scores = example.found.map(({ answers }) => {
    ceiling = Math.min(ceiling, scoreBy(constants, { known: example.known, answers }))
    return ceiling
  })
  return { ...example, scores }
}

const BANDS = [0.7, 0.4, SCORE_FLOOR, 0]
const FIRST = 3

/** What the scores come to: per set the share of evidence in each band, what is lost, and how often something off topic scores high. */
export function describeScores(examples: readonly Scored[]): string {
  return [...Map.groupBy(examples, ({ set }) => set)]
    .map(([set, all]) => {
      const onTopic = all.filter((example) => example.onTopic)
      const offTopic = all.filter((example) => !example.onTopic)
      const shown = onTopic.flatMap(({ found, scores }) =>
        found.map(({ evidence }, at) => ({ evidence, score: scores[at]! })),
      )
      const inBands = BANDS.map((from, at) => {
        const inside = shown.filter(({ score }) => score >= from && (at === 0 || score < BANDS[at - 1]!))
        return `${from}–: ${share(inside, ({ evidence }) => evidence)} of ${inside.length}`
      })
      const best = onTopic.filter(isAnswered).map(({ found, scores }) => {
        const at = found.findIndex(({ evidence }) => evidence)
        return { at, score: scores[at]! }
      })
      const early = best.filter(({ at }) => at < FIRST)
      return [
        `  ${set.padEnd(16)} evidence ${inBands.join('  ')}`,
        `  ${''.padEnd(16)} right and among the first ${FIRST} ≥ .7: ${share(early, ({ score }) => score >= 0.7)}; right and below the floor: ${share(best, ({ score }) => score < SCORE_FLOOR)}; off topic ≥ .4: ${share(offTopic, ({ scores }) => scores[0]! >= 0.4)}, ≥ .7: ${share(offTopic, ({ scores }) => scores[0]! >= 0.7)} of ${offTopic.length}`,
      ].join('\n')
    })
    .join('\n')
}

const share = <T>(list: readonly T[], is: (one: T) => boolean): string =>
  list.length === 0 ? '–' : (list.filter(is).length / list.length).toFixed(3)
