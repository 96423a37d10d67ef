import { DAY_MS, HOUR_MS } from '../../runtime/duration.ts'
import { recentTexts } from '../../runtime/recent-texts.ts'
import { type QuestionReading, readQuestion } from '../question/read-question.ts'
import { areUnreal, SAYS_CHANGE, signsOf, strongestOf } from '../statement/sign-of-change.ts'
import type { Source } from '../statement/source.ts'
import { createIsOfAnother, type Said, saidIn } from './another-thing.ts'
import { probabilityBy } from './logistic.ts'
import { isNewer, mayOverturn, type Told } from './order-of-telling.ts'
import { type WhatStays, whatStays } from './what-stays.ts'
import { createWordSearch, wordingOf } from './wording.ts'
import { queryWords } from './words.ts'

/** A memory that may answer the question, as it is ranked so far. */
export interface Dated extends Told {
  readonly text: string
  readonly source: Source
  readonly rank: number
  readonly meaning: number
  /** The reranker's logits, where it was asked: that it answers today, and that it does or did. */
  readonly reranked?: number | undefined
  readonly answered?: number | undefined
  /** It mentions whom or what the question names. */
  readonly isNamed?: boolean
}

export interface Outdated {
  /** The newer memory. */
  readonly by: number
  /** How likely it is, 0 to 1. */
  readonly odds: number
  /** Sure enough to say so: it is among the best, and the newer one speaks of a change. */
  readonly sure: boolean
}

const SURE = 0.8
const AMONG_BEST = 3
/** From this logit on the reranker takes a memory for what answered the question once: else nothing on it can be outdated. */
const ANSWERED = 0
/** What is left of the odds where both were told at one sitting and the newer does not speak of a change: it says something more, mostly. */
const UNSAID = 0.5
const SITTING_MS = HOUR_MS

/** What two that stand apart from all others come to, where the newer one says plainly that something changed. */
const TOLD = 0.6
const SAYS_PLAINLY = 0.6
const NEARLY = 0.8
const APART = 0.65

/** So many of the best are held against each other, and so many tell which words are common. */
const COMPARED = 15
const COUNTED = 40
const FEWEST = 20
/** By so many logits the reranker has to be surer that the older one holds than that the newer does: then it is not overturned by it. */
const HOLDS_STILL = 0.5
/** What was not reranked is taken to be liked so much. */
const NOT_RERANKED = -4

/**
 * A logistic regression of "the newer one overturned what the older one says on the question" on pairs of answers: how much better the newer
 * one fits, and how well, what the reranker thinks of it and whether it takes the older for what once answered, the rare words that they have in common and how long they are, since long texts
 * share words by chance, whether either speaks of a change, and how rare the rarest word is that they then share (a change of something
 * else is none), what time the question asks for, how long the one was told before the other, and how many of the best are newer still.
 * `npm run tune -- --outdated` fits it anew.
 */
export const OUTDATED = {
  ...{
    base: 0.47,
    better: 1.876,
    meaning: 3.859,
    shared: 0.259,
    length: -0.659,
    newerSign: -0.465,
    olderSign: -0.653,
  },
  ...{ now: 1.113, present: 0.648, past: -1.685, days: 0.275, newerStill: 0.038, signShared: 0.756 },
  ...{ reranked: 0.101, outlived: 0.336 },
} as const

/** A newer memory and an older one that it may have overturned, and what the regression goes by. */
interface Pair {
  readonly newer: Dated
  readonly older: Dated
  /** The newer one speaks of a change, and the older is among the best. */
  readonly isPlain: boolean
  readonly features: Record<keyof typeof OUTDATED, number>
}

export interface Overturned {
  /** For each memory that a newer one probably overturned, by which. */
  readonly outdated: ReadonlyMap<number, Outdated>
  /** By memory: how far it is behind what it probably overturned, times how likely that is. */
  readonly behind: ReadonlyMap<number, number>
}

export function findOutdated(
  candidates: readonly Dated[],
  time: QuestionReading['time'],
  constants: Readonly<Pair['features']> = OUTDATED,
  query = '',
): Overturned {
  const outdated = new Map<number, Outdated>()
  const behind = new Map<number, number>()
  const isTold = createIsTold(candidates, time)
  for (const { newer, older, isPlain, features } of pairsAmong(candidates, time, query)) {
    const fitted = probabilityBy(constants, features)
    const told = isTold(newer, older, features.newerSign)
    const isMore = features.newerSign < SAYS_CHANGE && newer.statedAt - older.statedAt < SITTING_MS
    const odds = Math.max((isMore ? UNSAID : 1) * fitted, told ? TOLD : 0)
    behind.set(newer.id, Math.max(behind.get(newer.id) ?? 0, odds * (older.rank - newer.rank)))
    const known = outdated.get(older.id)
    const sure = isPlain && (told || odds >= SURE) && (older.answered ?? ANSWERED) >= ANSWERED
    const most = Math.max(known?.odds ?? 0, odds)
    // What is sure stays so, whatever else overturned it more likely.
    if (known?.sure && !sure) outdated.set(older.id, { ...known, odds: most })
    else if (most > (known?.odds ?? 0) || (sure && !known?.sure))
      outdated.set(older.id, { by: newer.id, odds: most, sure })
  }
  return { outdated, behind }
}

/** Of these two, and of no third, a question of today is answered: what says plainly that something changed then changed the other. */
function createIsTold(candidates: readonly Dated[], time: QuestionReading['time']) {
  const top = Math.max(...candidates.map(({ rank }) => rank))
  const aloneAtTop = candidates.filter(({ rank }) => rank >= APART * top).length <= 2
  return (newer: Dated, older: Dated, sign: number): boolean =>
    top > 0 && aloneAtTop && time !== 'past' && sign >= SAYS_PLAINLY && Math.min(newer.rank, older.rank) >= NEARLY * top
}

/** It begins with its speaker, and speaks of nobody that was spoken of before. */
const isOfOneself = (text: string): boolean =>
  /^\W*(?:i|we)\b/i.test(text) && !/\b(?:she|he|they|hers?|his|him|them|theirs?)\b/i.test(text)

/** It speaks of somebody that was spoken of before, and not of its speaker. "They" may be anybody. */
const isOfOthers = (text: string): boolean =>
  /\b(?:she|he|hers?|his|him)\b/i.test(text) && !/\b(?:i|im|we|me|us|my|our|mine|ours)\b/i.test(text)

/**
 * Of the best. Nothing is overturned by what is less trusted, planned, wished or asked, by what says that just this stays as it is, nor by
 * what its speaker says of himself where the question names another: that I live elsewhere now changes nothing about where Saga lives, nor
 * that she does, in other words, about where I live.
 */
export function pairsAmong(candidates: readonly Dated[], time: QuestionReading['time'], query = ''): Pair[] {
  const isOfAnother = createIsOfAnother(query)
  const asksOfOneself = readQuestion(query).about?.kind === 'user'
  const words = queryWords(query)
  /** Just what is asked for stays: nothing else that is said has a word of the question. */
  const asksFor = ({ staying, other }: WhatStays) =>
    words.some((word) => staying.has(word)) && !words.some((word) => other.has(word))
  const bestFirst = [...candidates].sort((a, b) => b.rank - a.rank || (a.memory ?? 0) - (b.memory ?? 0) || a.id - b.id)
  const compared = bestFirst.slice(0, COMPARED)
  const read = compared.map((memory): Read => {
    const newerStill = compared.reduce((sum, other) => sum + Number(isNewer(other, memory)), 0)
    return { memory, said: readText(memory.text), newerStill }
  })
  const inCommon = createInCommon(
    read.map(({ said }) => said.words),
    bestFirst.slice(COMPARED, COUNTED).map(({ text }) => text),
  )
  const asked = { now: Number(time === 'now'), present: Number(time === 'present'), past: Number(time === 'past') }
  const pairs: Pair[] = []
  for (const [place, { memory: newer, said, newerStill }] of read.entries()) {
    if (said.isUnreal) continue
    for (const [at, { memory: older, said: before }] of read.entries()) {
      if (!mayOverturn(newer, older) || isOfAnother(before.of, said.of)) continue
      if (holdsStill(older, newer)) continue
      if (said.stays && asksFor(said.stays)) continue
      if (older.isNamed && !newer.isNamed && said.isOfOneself && !before.isOfOneself) continue
      const { shared, rarest } = inCommon(place, at)
      if (asksOfOneself && before.isOfOneself && said.isOfOthers && shared === 0) continue
      // Field by field: there are a hundred pairs a question.
      const features = {
        base: 1,
        better: newer.rank - older.rank,
        meaning: newer.meaning,
        shared,
        newerSign: said.sign,
        olderSign: before.sign,
        length: said.length + before.length,
        now: asked.now,
        present: asked.present,
        past: asked.past,
        days: Math.log1p((newer.statedAt - older.statedAt) / DAY_MS),
        newerStill,
        signShared: said.sign * rarest,
        reranked: newer.reranked ?? NOT_RERANKED,
        outlived: (older.answered ?? 0) - (older.reranked ?? 0),
      }
      pairs.push({ newer, older, isPlain: said.sign >= SAYS_CHANGE && at < AMONG_BEST, features })
    }
  }
  return pairs
}

const holdsStill = (older: Dated, newer: Dated): boolean =>
  older.reranked !== undefined && newer.reranked !== undefined && older.reranked >= newer.reranked + HOLDS_STILL

/** One of the best, what its text says, and how many of the others are newer. */
interface Read {
  readonly memory: Dated
  readonly said: ReadText
  readonly newerStill: number
}

interface ReadText {
  readonly of: Said
  readonly words: ReadonlySet<string>
  readonly sign: number
  readonly isUnreal: boolean
  readonly isOfOneself: boolean
  readonly isOfOthers: boolean
  readonly stays: WhatStays | null
  readonly length: number
}

/** Some two thousand texts. */
const MOST_KEPT = 200_000

/** Questions of one conversation find the same memories again, and to read them takes half of the time of this. */
const readText = recentTexts((text): ReadText => {
  const signs = signsOf(text)
  return {
    of: saidIn(text),
    words: wordingOf(text),
    sign: strongestOf(signs),
    isUnreal: areUnreal(signs),
    isOfOneself: isOfOneself(text),
    isOfOthers: isOfOthers(text),
    stays: whatStays(text),
    length: Math.log(1 + text.length),
  }
}, MOST_KEPT)

/**
 * How much two of the compared, by their places, have in common: their shared words by how rare these are among all, as if there were at least some others. Of
 * the others, which are many, only the words that some share are looked for.
 */
function createInCommon(compared: readonly ReadonlySet<string>[], others: readonly string[]) {
  const all = Math.max(FEWEST, compared.length + others.length)
  const uses = new Map<string, number>()
  for (const words of compared) for (const word of words) uses.set(word, (uses.get(word) ?? 0) + 1)
  const shared = [...uses.keys()].filter((word) => uses.get(word)! > 1)
  const has = createWordSearch(shared)
  for (const text of others) for (const word of has(text)) uses.set(word, uses.get(word)! + 1)
  const rarities = new Map(
    shared.map((word) => {
      const times = uses.get(word)!
      return [word, Math.log(1 + (all - times + 0.5) / (times + 0.5))]
    }),
  )
  const sharedIn = compared.map((words) => [...words].filter((word) => rarities.has(word)))
  return (a: number, b: number) => {
    const others = compared[b]!
    let [shared, rarest] = [0, 0]
    for (const word of sharedIn[a]!) {
      if (!others.has(word)) continue
      const rare = rarities.get(word)!
      shared += rare
      rarest = Math.max(rarest, rare)
    }
    return { shared, rarest }
  }
}
