import { lazy } from '../../runtime/lazy.ts'
import { pattern } from '../../runtime/pattern.ts'
import { recentTexts } from '../../runtime/recent-texts.ts'
import { IRREGULAR_BOTH, IRREGULAR_PASTS } from '../statement/past-forms.ts'
import { relationByNoun, relations } from '../statement/relations.ts'
import { pairs, words } from '../word-lists.ts'
import { isStopWord, wordsOf, wordsOfStored } from './words.ts'

/** What is longer, or more than a sentence, may come to speak of anything. */
const LONGEST = 120

/** "The printer is", "Book club meets", "Recycling moved to" */
const SUBJECT = pattern(
  String.raw`^\W*(?:(?:the|my|our) )?(\p{L}[\p{L}\p{N}'’-]*(?: \p{L}[\p{L}\p{N}'’-]*){0,2}?) (?:is|are|was|were|will be|(?:has |have |is |are )?(?:been )?(?:moved|moving|changed|switched) (?:to|from)|go(?:es)?|starts?|opens?|closes?|runs?|costs?|meets?|comes?|happens?)\b`,
  'iu',
)
const NO_THING =
  /^(?:i|we|you|he|she|it|they|this|that|these|those|there|here|everything|everybody|all|who|what|which|when|where|so|and|but|now|no|yes|update|correction|\w+ (?:one|ones))\b/i
/** "Linear is what we use now" tells of what stands in the place of the thing. */
const STANDS_FOR = /\b(?:what|which|who|where|when|instead|replac\w+|ones?)\b/i
/** Who or which it is: then what is spoken of may be the answer. */
const ASKS_FOR_IT =
  /\bwho(?:m|se|'s)?\b|\bwhich (?!days?\b|weekdays?\b|times?\b|dates?\b|months?\b|weeks?\b|floors?\b|rooms?\b)/i
const SENTENCE_WITHIN = /[.!?;]\s+\S|\n/

/** Everyday words for one thing: who tells of a new mobile is not speaking of another thing than the phone. */
const ONE_THING = pairs(`
  telephone,mobile,cellphone,smartphone=phone; vehicle=car; bicycle=bike; apartment=flat; manager,supervisor=boss; gp,physician=doctor
  counsellor,counselor,psychologist=therapist; solicitor,attorney=lawyer; landlady=landlord; wage,wages=salary; medication,meds,pills=medicine
  daycare,creche,kindergarten=nursery; trash,garbage=rubbish; broadband=internet; couch=sofa; spectacles=glasses
`)
const OTHER_WORDS = lazy(() => new RegExp(`\\b(?:${[...ONE_THING().keys()].join('|')})\\b`, 'gi'))
function thingsIn(text: string, wordsIn: (text: string) => readonly string[] = wordsOf): readonly string[] {
  const plain = text.replaceAll(OTHER_WORDS(), (word) => ONE_THING().get(word.toLowerCase())!)
  return plain === text ? wordsIn(text) : wordsOf(plain)
}

/** What a text speaks of, as far as another may speak of something else. */
export interface Said {
  /** The words of the thing that is spoken of; none where that is not plain. */
  readonly thing: readonly string[]
  readonly words: ReadonlySet<string>
  /** Those of them that nearly every sentence has are left out. */
  readonly telling: readonly string[]
  /** Of the words that name something, in their order, what stands beside them. */
  readonly nouns: readonly Noun[]
  readonly standsFor: boolean
  readonly pointsBack: boolean
}

/** A word that may name something, with what stands before it, articles left out, and straight after it. */
interface Noun {
  readonly word: string
  readonly before: string | null
  readonly after: string | null
  /** What stands before is what the sentence begins with, as its subject would. */
  readonly isSecond: boolean
  /** It stands behind "to" or "at". */
  readonly isValue: boolean
}

const NOTHING_SAID: Said = { thing: [], words: new Set(), telling: [], nouns: [], standsFor: false, pointsBack: false }

/** Some two thousand texts. */
const MOST_KEPT = 200_000

export const saidIn = recentTexts((text: string): Said => {
  if (text.length > LONGEST || SENTENCE_WITHIN.test(text)) return NOTHING_SAID
  const found = SUBJECT().exec(text)?.[1] ?? ''
  const thing = NO_THING.test(found) ? [] : thingsIn(found).filter((word) => !isStopWord(word))
  const all = thingsIn(text, wordsOfStored)
  const said = new Set(all)
  return {
    thing,
    words: said,
    telling: [...said].filter(isTelling),
    nouns: nounsOf(all),
    standsFor: STANDS_FOR.test(text),
    pointsBack: POINTS_BACK.test(text),
  }
}, MOST_KEPT)

const stems = (text: string) => words(wordsOf(text).join(' '))
const ARTICLES = lazy(() => stems('the a an my our his her their your some'))
const PREPOSITIONS = lazy(() => stems('to for in at on with from of by about near next into onto'))
/** What every second sentence has, and what tells of a time or a change. */
const COMMON = lazy(() =>
  stems(
    'i we you he she it they is are am was were be been and or now today tomorrow yesterday again still also too new old other monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december morning afternoon evening night week month year day time days times',
  ),
)
const VERBS = lazy(() =>
  stems(
    [
      ...relations().flatMap(({ phrases }) => phrases.map((phrase) => phrase.split(' ')[0]!)),
      ...IRREGULAR_BOTH,
      ...IRREGULAR_PASTS,
    ].join(' '),
  ),
)

const isTelling = (word: string): boolean => !ARTICLES().has(word) && !PREPOSITIONS().has(word) && !COMMON().has(word)

function nounsOf(all: readonly string[]): Noun[] {
  const telling = all.filter((word) => !ARTICLES().has(word))
  let at = -1
  let isValue = false
  return all.flatMap((word, place) => {
    if (ARTICLES().has(word)) return []
    at++
    // What stands at the beginning is no value: "For the honeymoon we spend …", "At work I use …".
    isValue ||= at > 0 && VALUE_FOLLOWS().has(word)
    const left = all[place - 1]
    const isGoverned = left !== undefined && (ARTICLES().has(left) || PREPOSITIONS().has(left))
    if (isStopWord(word) || COMMON().has(word) || !/[^\d.,:-]/.test(word) || (!isGoverned && VERBS().has(word)))
      return []
    const before = telling[at - 1] ?? null
    const isSecond = at === 1 && before !== null && !PREPOSITIONS().has(before)
    return { word, before, after: all[place + 1] ?? null, isSecond, isValue }
  })
}

/** A question that says of something whether it is so names what may have changed itself. */
const ASKS_WHETHER =
  /^(?:and |so |but )?(?:is|are|am|was|were|do|does|did|has|have|had|can|could|will|would|should)\b|\bstill\b/i

/**
 * "I owe Sam 40 euros" and "I owe Kim 15 now", where Sam is asked for: the same said of another, who stands in the same place.
 */
function isSaidOfAnother(asked: ReadonlySet<string>, before: Said, since: Said): boolean {
  const named = before.nouns.filter(({ word }) => asked.has(word) && !since.words.has(word))
  if (named.length === 0 || !before.telling.some((word) => since.words.has(word))) return false
  const others = since.nouns.filter(({ word }) => !before.words.has(word) && !asked.has(word))
  return named.some(({ before: left, after: right, isSecond }) =>
    others.some(
      (other) =>
        (left !== null && !isSecond && !other.isSecond && other.before === left) ||
        (right !== null && isTelling(right) && other.after === right),
    ),
  )
}

/** It may speak of what was spoken of before, or of what somebody did to the one who speaks. */
const POINTS_BACK =
  /\b(?:its?|it's|that|that's|this|these|those|they|them|their|hers?|she|he|him|his|ones?|there|same|instead|me|us)\b/i
/** Behind these stands what something changed to. */
const VALUE_FOLLOWS = lazy(() => stems('to at in into from with by as'))

/** "I go to the gym on Tuesdays" and "I switched my swimming to Wednesdays": nothing of the one is spoken of in the other, which has a thing of its own. */
function isOnAnother(asked: readonly Noun[], before: Said, since: Said): boolean {
  if (since.pointsBack) return false
  if (!asked.some(({ word }) => hasAlike(before.words, word)) || asked.some(({ word }) => hasAlike(since.words, word)))
    return false
  if (since.nouns.some(({ word }) => hasAlike(before.words, word))) return false
  return since.nouns.some(({ word, isValue }) => !isValue && relationByNoun(word)?.object !== 'person')
}

/** "therapy" and "therapist" are of one family. */
const hasAlike = (all: ReadonlySet<string>, word: string): boolean =>
  all.has(word) ||
  (word.length > ALIKE &&
    [...all].some((other) => other.length >= ALIKE && other.slice(0, ALIKE) === word.slice(0, ALIKE)))
const ALIKE = 5

/**
 * "The milk is in the cellar" and "The eggs are in the fridge now": of two things that are each named plainly, and of which one is asked for, a
 * change of the other is no change of it. The reranker, who has learnt that changes are told in other words, takes it for one.
 */
export function createIsOfAnother(query: string): (before: Said, since: Said) => boolean {
  const asked = lazy(() => new Set(thingsIn(query)))
  const things = lazy(() => nounsOf(thingsIn(query)))
  const [isForIt, isWhether] = [ASKS_FOR_IT.test(query), ASKS_WHETHER.test(query)]
  return (before, since) => {
    if (before.words.size === 0 || since.words.size === 0) return false
    if (!isWhether && isSaidOfAnother(asked(), before, since)) return true
    if (isForIt || since.standsFor) return false
    if (!isWhether && isOnAnother(things(), before, since)) return true
    if (before.thing.length === 0 || !before.thing.every((word) => asked().has(word))) return false
    return (
      since.thing.some((word) => !asked().has(word) && !before.words.has(word)) &&
      before.thing.some((word) => !since.words.has(word))
    )
  }
}
