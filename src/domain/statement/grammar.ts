import { lazy } from '../../runtime/lazy.ts'
import { isClock, isDate } from './dates.ts'
import { isNumber } from './numbers.ts'
import { phraseAt, phrasesOf } from './phrases.ts'
import { PERIODS, PRONOUNS_AND_DETERMINERS, SYNONYMS, UNITS } from './same-statement.data.ts'

const REPLACED = lazy(() => phrasesOf(SYNONYMS().keys()))

/** Words and phrases that say the same become one. */
export function rewriteSynonyms(tokens: readonly string[]): string[] {
  const rewritten: string[] = []
  for (let i = 0; i < tokens.length; ) {
    const phrase = phraseAt(REPLACED(), tokens, i)
    if (phrase === undefined) rewritten.push(tokens[i++]!)
    else {
      rewritten.push(...SYNONYMS().get(phrase.join(' '))!.split(' '))
      i += phrase.length
    }
  }
  return rewritten
}

/** A token, with what was written before it and what follows. */
interface Here {
  readonly token: string
  readonly previous: string
  readonly next: string
  /** The next one is a number, a time or a date. */
  readonly numeric: boolean
  readonly written: readonly string[]
  /** What follows, the next one first. */
  readonly following: readonly string[]
}

interface Rewrite {
  readonly name: string
  readonly when: (here: Here) => boolean
  readonly put: (here: Here) => readonly string[]
  /** How many of the words written before it replaces too. */
  readonly drops?: number
  /** How many of the words that follow it reads too. */
  readonly takes?: number
}

const nothing = () => []

/** Small words that grammar lets vary. The first that fits rewrites a token. */
const REWRITES: readonly Rewrite[] = [
  { name: 'about-a-number', when: ({ token, numeric }) => numeric && APPROXIMATELY.test(token), put: () => ['approx'] },
  { name: 'over-a-number', when: ({ token, numeric }) => numeric && token === 'over', put: () => ['over'] },
  {
    name: 'more-than-a-number',
    when: ({ token, previous, numeric }) => numeric && token === 'than' && previous === 'more',
    put: () => ['over'],
    drops: 1,
  },
  { name: 'under-a-number', when: ({ token, numeric }) => numeric && token === 'under', put: () => ['under'] },
  {
    name: 'less-than-a-number',
    when: ({ token, previous, numeric }) => numeric && token === 'than' && /^(?:less|fewer)$/.test(previous),
    put: () => ['under'],
    drops: 1,
  },
  {
    name: 'between-two-numbers',
    when: ({ token, numeric, following }) =>
      numeric && token === 'between' && following[1] === 'and' && isPoint(following[2]),
    put: ({ next }) => [next, 'to'],
    takes: 2,
  },
  {
    name: 'for-an-hour',
    when: ({ token, previous, next }) => FOR.test(previous) && /^an?$/.test(token) && UNITS().has(`${next}s`),
    put: ({ next }) => ['1', UNITS().get(`${next}s`)!],
    takes: 1,
  },
  {
    name: 'from-one-number-to-another',
    when: ({ token, numeric, following }) => numeric && token === 'from' && following.slice(0, 5).includes('to'),
    put: nothing,
  },
  {
    name: 'that-after-a-report',
    when: ({ token, previous, next }) =>
      token === 'that' && REPORTS.test(previous) && PRONOUNS_AND_DETERMINERS.has(next),
    put: nothing,
  },
  {
    name: 'have-to',
    when: ({ token, previous, next, following }) =>
      /^(?:have|has)$/.test(token) &&
      next === 'to' &&
      !/^(?:be|have)$/.test(following[1] ?? '') &&
      !MODAL.test(previous),
    put: () => ['must'],
    takes: 1,
  },
  {
    name: 'so-much-a-year',
    when: ({ token, previous, next, written }) =>
      PER.test(token) && PERIODS.has(next) && isNumber(written.at(-2)) && previous !== '',
    put: () => ['per'],
  },
  {
    name: 'whose-name-is',
    when: ({ token, previous, next }) => token === 'name' && next === 'is' && previous === "'s",
    put: () => ['is', 'called'],
    drops: 1,
    takes: 1,
  },
  {
    name: 'grey-the-colour',
    when: ({ token, previous }) => token === 'grey' && COLOURED.test(previous),
    put: () => ['gray'],
  },
  { name: 'once-a-day', when: ({ token, next }) => token === 'once' && PER.test(next), put: () => ['1', 'time'] },
  { name: 'twice', when: ({ token }) => token === 'twice', put: () => ['2', 'time'] },
  // A synonym may begin with another sound: "a lift", "an elevator".
  { name: 'an-before-any-sound', when: ({ token }) => token === 'an', put: () => ['a'] },
]

/** Approximation before a number, "a year" after an amount, "that" after "said", "no longer": each in one way. */
export function rewriteGrammar(tokens: readonly string[]): string[] {
  const written: string[] = []
  for (let i = 0; i < tokens.length; i++) {
    const following = tokens.slice(i + 1, i + 7)
    const [next = ''] = following
    const here = { token: tokens[i]!, previous: written.at(-1) ?? '', next, numeric: isPoint(next), written, following }
    const rewrite = REWRITES.find(({ when }) => when(here))
    if (!rewrite) {
      written.push(here.token)
      continue
    }
    written.splice(written.length - (rewrite.drops ?? 0), rewrite.drops ?? 0, ...rewrite.put(here))
    i += rewrite.takes ?? 0
  }
  return noLonger(written)
}

const isPoint = (token: string | undefined): boolean => isNumber(token) || isClock(token) || isDate(token)

const APPROXIMATELY = /^(?:about|around|roughly|approx|circa|ca|~)$/
/** "For an hour" is one hour; "twice an hour" is not. */
const FOR = /^(?:for|in|within|after|takes|took|take|lasts|lasted|approx)$/
const REPORTS =
  /^(?:say|says|said|think|thinks|thought|believe|believes|believed|know|knows|knew|hope|hopes|hoped|me|us)$/
const MODAL = /^(?:not|will|would|might|may|could|should|can|did|does|do|had|used|never)$/
const PER = /^(?:a|an|per|each|every|\/)$/
/** Gray is also a surname, which another spelling would change. */
const COLOURED = /^(?:a|the|my|your|his|her|our|their|is|are|was|were|dark|light|pale|painted|of|with|wear|wears)$/

/** "I do not smoke any more" is "I no longer smoke". */
function noLonger(tokens: string[]): string[] {
  const not = tokens.indexOf('not')
  if (not < 1 || tokens.at(-1) !== 'anymore' || tokens.indexOf('not', not + 1) > 0) return tokens
  const before = tokens[not - 1]!
  if (before === 'did') return tokens
  const verb = tokens[not + 1] ?? ''
  const rest = tokens.slice(not + 2, -1)
  if (before === 'do') return [...tokens.slice(0, not - 1), 'no', 'longer', verb, ...rest]
  if (before === 'does') return [...tokens.slice(0, not - 1), 'no', 'longer', thirdPerson(verb), ...rest]
  return [...tokens.slice(0, not), 'no', 'longer', verb, ...rest]
}

const thirdPerson = (verb: string): string =>
  verb === 'have'
    ? 'has'
    : /(?:s|x|z|ch|sh|o)$/.test(verb)
      ? `${verb}es`
      : /[^aeiou]y$/.test(verb)
        ? `${verb.slice(0, -1)}ies`
        : `${verb}s`

const IS_HOST = /^(?:he|she|it|that|there|what|who|where|here|how|this|everything|everyone|someone|nobody|name)$/
const AFTER_HAS = /^(?:been|got|had|become)$/
const AFTER_IS =
  /^(?:a|an|the|not|in|at|on|here|there|now|my|our|your|his|still|always|very|too|from|allergic|married)$/

/** 's is "is", "has" or a possessive; 'd is "would" or "had". What follows tells; a possessive keeps its mark. */
export function resolveEndings(tokens: readonly string[]): string[] {
  return tokens.map((token, i) => {
    const next = tokens[i + 1] ?? ''
    if (token === "'d") return /^(?:been|better|had|gone|already)$/.test(next) ? 'had' : 'would'
    if (token !== "'s") return token
    if (AFTER_HAS.test(next)) return 'has'
    if (IS_HOST.test(tokens[i - 1] ?? '')) return 'is'
    const doing =
      next.length > 4 &&
      next.endsWith('ing') &&
      (/^(?:to|for|with|by|home|away|back)$/.test(tokens[i + 2] ?? 'to') || AFTER_IS.test(tokens[i + 2] ?? ''))
    return (AFTER_IS.test(next) && tokens[i - 2] !== 'of') || (doing && next !== '') ? 'is' : token
  })
}
