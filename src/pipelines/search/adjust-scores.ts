import { namesIn, normaliseName } from '../../domain/question/names.ts'
import { namesInCommon } from '../../domain/question/names-in-common.ts'
import type { QuestionReading } from '../../domain/question/read-question.ts'
import { findOutdated, OUTDATED, type Outdated, type Overturned } from '../../domain/ranking/outdated.ts'
import type { Scores } from '../../domain/ranking/score.ts'
import type { Weights } from '../../domain/ranking/weights.ts'
import { SAYS_CHANGE, signOfChange } from '../../domain/statement/sign-of-change.ts'
import type { SupersededBy } from '../../memory/resolve-conflicts.ts'
import type { RecalledChunk, Recollection } from '../../ports/recollection.ts'
import type { Reading } from '../../ports/reranker.ts'
import { answersIn } from './answers-in.ts'
import { type Change, createChanged, UNCHANGED } from './changed-scores.ts'
import { byNumbersAsked } from './numbers-asked.ts'

interface Adjustment {
  readonly recollection: Recollection
  readonly supersededBy: SupersededBy
  readonly query: string
  readonly reading: QuestionReading
  /** By chunk: what the reranker thinks of it. */
  readonly readings: ReadonlyMap<number, Reading>
  /** How far facts are followed. */
  readonly hops: number
  /** See RecallPlan. */
  readonly roles?: readonly string[] | undefined
  readonly weights: Weights
}

interface Adjusted {
  readonly scores: Scores
  /** By chunk; nothing by what people say in a conversation: there it is too unsure to be said. */
  readonly outdated: ReadonlyMap<number, Outdated>
}

const NOTHING_OVERTURNED: Overturned = { outdated: new Map(), behind: new Map() }

/** What reading the question and the best of what was found adds to the scores. What changes the score of a chunk changes that of its facts. */
export function adjustScores(
  scores: Scores,
  { recollection, supersededBy, query, reading, readings, hops, roles = [], weights }: Adjustment,
): Adjusted {
  const changed = createChanged(recollection)
  const candidates = recollection.chunks.filter(({ id, candidate }) => candidate && scores.chunks.has(id))
  const reranked = changed(scores, byReranker(readings, weights))
  const led = hops > 1 ? changed(reranked, byNamesLedTo(reranked, candidates, reading, weights)) : reranked
  const corrected = changed(led, byCorrections(led, candidates, weights))
  const dated = candidates.map(({ id, text, source, statedAt, memory, meaning }) => {
    const { rank, reranked, answered, named } = corrected.chunks.get(id)!
    return { id, text, source, statedAt, memory, meaning, rank, reranked, answered, isNamed: named !== undefined }
  })
  const isAlone = (chunk: number): boolean => scores.chunks.get(chunk)?.alone ?? false
  const isAnyNote = scores.talk < 1 || candidates.some(({ id }) => isAlone(id))
  const overturned = isAnyNote ? findOutdated(dated, reading.time, OUTDATED, query) : NOTHING_OVERTURNED
  const { outdated } = overturned
  const current = changed(corrected, byOutdated(corrected, candidates, overturned, isAlone, weights))
  const answers = answersIn(recollection.facts, supersededBy, reading, roles)
  const answered = changed(current, byAnswers(answers, outdated, weights))
  return {
    scores: changed(answered, byNumbersAsked(answered, candidates, query, weights)),
    outdated: scores.talk > MOST_TALK ? new Map([...outdated].filter(([, { by }]) => isAlone(by))) : outdated,
  }
}

/** Of hundreds only a few are wanted: to sort them all would take longer than all else here. */
function bestOf(candidates: readonly RecalledChunk[], scores: Scores['chunks'], count: number): RecalledChunk[] {
  const best: { readonly chunk: RecalledChunk; readonly rank: number }[] = []
  for (const chunk of candidates) {
    const { rank } = scores.get(chunk.id)!
    let at = best.length
    while (at > 0 && best[at - 1]!.rank < rank) at--
    if (at === count) continue
    best.splice(at, 0, { chunk, rank })
    if (best.length > count) best.pop()
  }
  return best.map(({ chunk }) => chunk)
}

/** What states the fact that the question asks for rises, unless something newer overturned it. */
function byAnswers(answers: ReadonlySet<number>, outdated: ReadonlyMap<number, Outdated>, weights: Weights): Change {
  if (answers.size === 0) return UNCHANGED
  return (score, chunk) =>
    answers.has(chunk) && (outdated.get(chunk)?.odds ?? 0) < MAYBE_OUTDATED
      ? { ...score, rank: score.rank + weights.answers, answers: weights.answers }
      : score
}
const MAYBE_OUTDATED = 0.25

/** What was reranked rises by how far it is above the least of it: the others are taken to be no better. */
function byReranker(readings: ReadonlyMap<number, Reading>, weights: Weights): Change {
  if (readings.size === 0) return UNCHANGED
  const least = Math.min(...[...readings.values()].map(({ holds }) => holds))
  return (score, chunk) => {
    const read = readings.get(chunk)
    if (read === undefined) return score
    const rank = score.rank + weights.reranked * (read.holds - least)
    return { ...score, rank, reranked: read.holds, answered: read.answers }
  }
}

/** So many of the best lead on. */
const LEADING = 3

/** Where facts are to be followed: what mentions somebody whom one of the best mentions, and the question does not, rises. */
function byNamesLedTo(
  { chunks: scores }: Scores,
  candidates: readonly RecalledChunk[],
  { names: asked }: QuestionReading,
  weights: Weights,
): Change {
  const known = new Set(asked.map(normaliseName))
  const best = bestOf(candidates, scores, LEADING)
  const names = [...new Set(best.flatMap(({ text }) => namesIn(text)))].filter(
    (name) => !known.has(normaliseName(name)),
  )
  const mentions = names.length > 0 ? namesInCommon(names) : () => 0
  const leading = new Set(best.map(({ id }) => id))
  const led = new Set(candidates.flatMap(({ id, text }) => (!leading.has(id) && mentions(text) > 0 ? id : [])))
  const below = Math.min(...best.map(({ id }) => scores.get(id)!.rank))
  return (score, chunk) => {
    // What leads on stays before what it leads to.
    const rises = Math.min(weights.leads, below - score.rank)
    return led.has(chunk) && rises > 0 ? { ...score, rank: score.rank + rises, leads: rises } : score
  }
}

/** What was said after so many of the best may correct them. */
const CORRECTED = 2
const REACH = 2
/** In a conversation every message follows another. */
const MOST_TALK = 0.5
/** It begins by speaking of what was said before, and does not name it. */
const POINTS_BACK =
  /^(?:(?:correction|update|edit|scratch|scrap|wait|actually|sorry|nvm|no,)|(?:\S+ ){0,3}(?:it|it's|its|that|that's|they|them|those|same|instead)\b)/i
/**
 * It takes back what was said before, as a whole, or tells what stands in its place: "correction: take 1.06", "they swapped it", "bought a used
 * one"; not "correction on windows: 8".
 */
const TAKES_BACK =
  /^(?:(?:correction|update|edit)\s*[:,–—-]|(?:scratch|scrap) that|nvm\b|wait,? no\b|no,|(?:\S+ ){0,2}(?:changed|swapped|moved|cancell?ed|postponed|pushed|raised|lowered) (?:it|that|them)\b|(?:\S+ ){1,3}(?:new|used|second[- ]?hand|refurbished|different) one\b)/i
/** What takes another back is a little better an answer. */
const TAKES_ITS_PLACE = 1.02

/**
 * "They swapped it, paper 1 is on Wednesday" says of what only together with what was said before. So a message that speaks of a change is
 * nearly as good an answer as the one that it follows, and a better one if it takes that back.
 */
function byCorrections(
  { talk, chunks: scores }: Scores,
  candidates: readonly RecalledChunk[],
  weights: Weights,
): Change {
  const raised = new Map<number, number>()
  const texts = new Map(candidates.map(({ id, text }) => [id, text]))
  for (const chunk of talk > MOST_TALK ? [] : bestOf(candidates, scores, CORRECTED))
    for (const next of chunk.after.slice(0, REACH)) {
      const text = texts.get(next) ?? ''
      const takesBack = TAKES_BACK.test(text)
      if ((!takesBack && !POINTS_BACK.test(text)) || signOfChange(text) < SAYS_CHANGE) continue
      const share = takesBack ? TAKES_ITS_PLACE : weights.corrects
      raised.set(next, Math.max(raised.get(next) ?? 0, share * scores.get(chunk.id)!.rank))
    }
  if (raised.size === 0) return UNCHANGED
  return (score, chunk) => {
    const rank = raised.get(chunk)
    return rank !== undefined && rank > score.rank ? { ...score, rank, corrects: rank - score.rank } : score
  }
}

/** A caller is mostly shown so many. What is among so many of the best is only probably outdated, and stays among those. */
const SHOWN = 10
const NEAREST = 8
const JUST_ABOVE = 1e-6

/**
 * What a newer chunk probably overturned sinks by how likely that is, and the newer one rises towards its place. What is said later in a
 * conversation is mostly about something else; what was told by itself, as a note or a document, is not said in one.
 */
function byOutdated(
  { talk, chunks: scores }: Scores,
  candidates: readonly RecalledChunk[],
  { outdated, behind }: Overturned,
  isAlone: (chunk: number) => boolean,
  weights: Weights,
): Change {
  if (outdated.size === 0 && behind.size === 0) return UNCHANGED
  const trustIn = (newer: number): number => (isAlone(newer) ? 1 : 1 - talk)
  const shown = candidates.length > SHOWN ? bestOf(candidates, scores, SHOWN) : []
  const nearest = new Set(shown.slice(0, NEAREST).map(({ id }) => id))
  const lowestShown = scores.get(shown.at(-1)?.id ?? -1)?.rank ?? 0
  const leastOf = (chunk: number): number => (nearest.has(chunk) ? lowestShown + JUST_ABOVE : -Infinity)
  return (score, chunk) => {
    const older = outdated.get(chunk)
    const sinks = older ? trustIn(older.by) * weights.outdated * older.odds : 0
    const rises = trustIn(chunk) * weights.overturns * (behind.get(chunk) ?? 0)
    if (sinks === 0 && rises === 0) return score
    const rank = Math.max(score.rank - sinks + rises, Math.min(score.rank, leastOf(chunk)))
    return { ...score, rank, outdated: -sinks, overturns: rises }
  }
}
