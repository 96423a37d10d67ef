import { lazy } from '../../runtime/lazy.ts'
import { pattern } from '../../runtime/pattern.ts'
import { recentTexts } from '../../runtime/recent-texts.ts'
import { isStopWord, wordsOf } from './words.ts'

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

interface Said {
  /** The words of the thing that is spoken of; none where that is not plain. */
  readonly thing: readonly string[]
  readonly words: ReadonlySet<string>
}

const read = recentTexts((text: string): Said => {
  if (text.length > LONGEST || SENTENCE_WITHIN.test(text)) return { thing: [], words: new Set() }
  const found = SUBJECT().exec(text)?.[1] ?? ''
  const thing = NO_THING.test(found) ? [] : wordsOf(found).filter((word) => !isStopWord(word))
  return { thing, words: new Set(wordsOf(text)) }
}, 200_000)

/**
 * "The milk is in the cellar" and "The eggs are in the fridge now": of two things that are each named plainly, and of which one is asked for, a
 * change of the other is no change of it. The reranker, who has learnt that changes are told in other words, takes it for one.
 */
export function createIsOfAnother(query: string): (older: string, newer: string) => boolean {
  const asked = lazy(() => new Set(wordsOf(query)))
  if (ASKS_FOR_IT.test(query)) return () => false
  return (older, newer) => {
    const before = read(older)
    if (before.thing.length === 0 || !before.thing.every((word) => asked().has(word))) return false
    const since = read(newer)
    return (
      since.thing.some((word) => !asked().has(word) && !before.words.has(word)) &&
      before.thing.some((word) => !since.words.has(word)) &&
      !STANDS_FOR.test(newer)
    )
  }
}
