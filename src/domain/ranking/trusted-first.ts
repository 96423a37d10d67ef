import { areUnreal, signsOf } from '../statement/sign-of-change.ts'
import { type Source, trustRank } from '../statement/source.ts'
import { repeatedAmong } from './repeats.ts'

/** One that was found, as it is ranked so far. */
export interface Sourced {
  readonly text: string
  readonly source: Source
  readonly rank: number
  /** Share of the question's words that it has. */
  readonly coverage: number
  /** It was told in no conversation. */
  readonly alone: boolean
  /** It no longer holds. */
  readonly superseded: boolean
}

/** So many of the best are held against each other: what comes after them is returned by nobody. */
const COMPARED = 48
/** From so many repetitions on a statement is said over and over: fewer leave room for others among the first five. */
const OVER_AND_OVER = 4
/** What is farther behind a statement has little to do with the question. */
export const RELEVANT = 0.5
/** What is no farther behind what is said over and over comes before it. */
const NEARLY = 0.7
/** What is no farther behind anything is as good an answer: so much two names alone make out in the same sentence. */
const AS_GOOD = 0.85
/** Below this a text has too little of the question to be taken for an answer by its words. */
const COVERED = 0.5
/** So many that are trusted more come before the repetitions. */
const MOST_FIRST = 3
const BELOW = 1e-6

/**
 * By place, the ranks of those that give way to the user. `found` is best first. In a conversation an assistant's reply answers the user, and
 * gives way to nobody.
 * - What a document says gives way where the user says as much of what is asked and nearly as well: which of them is right the words do
 *   not tell, and the user is trusted more.
 * - Of what is said over and over only the first time counts: the repetitions go below what the user says and fits the question, so that
 *   however often and in however many wordings a document says something, the user's word is among the first.
 */
export function trustedFirst(found: readonly Sourced[]): Map<number, number> {
  const best = found.slice(0, COMPARED)
  const moved = new Map<number, number>()
  if (!best.some(givesWay)) return moved
  const trusted = best.flatMap((one, at) => (!one.superseded && isStatedByUser(one) ? at : []))
  const giveWay = (at: number, to: number, steps: number) => moved.set(at, best[to]!.rank - steps * BELOW)

  for (const [at, one] of best.entries()) {
    if (!givesWay(one)) continue
    const to = trusted.find((other) => isAsGood(best[other]!, one))
    if (to !== undefined && to > at) giveWay(at, to, 1)
  }
  for (const { first, repeats } of repeatedAmong(best.map((one) => (givesWay(one) ? one.text : null)))) {
    if (repeats.length < OVER_AND_OVER) continue
    const { rank } = best[first]!
    const nearly = trusted.find((at) => best[at]!.rank >= NEARLY * rank)
    if (nearly !== undefined && nearly > first) giveWay(first, nearly, 1)
    const last = trusted.slice(0, MOST_FIRST).findLast((at) => best[at]!.rank >= RELEVANT * rank)
    for (const [nth, at] of repeats.entries()) if (last !== undefined && at < last) giveWay(at, last, nth + 2)
  }
  return moved
}

/** A document; and an assistant, where nobody was spoken with. */
export const givesWay = ({ source, alone }: Pick<Sourced, 'source' | 'alone'>): boolean =>
  source === 'document' || (source === 'assistant' && alone)

/** What the user says, and neither asks nor wishes. */
export const isStatedByUser = ({ source, text }: Pick<Sourced, 'source' | 'text'>): boolean =>
  trustRank(source) === 0 && !/\?\s*$/.test(text) && !areUnreal(signsOf(text))

const isAsGood = (trusted: Sourced, one: Sourced): boolean =>
  trusted.coverage >= Math.max(COVERED, one.coverage) && trusted.rank >= AS_GOOD * one.rank
