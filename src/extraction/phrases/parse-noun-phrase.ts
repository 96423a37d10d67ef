import { pattern } from '../../runtime/pattern.ts'
import type { Token } from '../tokens/token.ts'
import { why } from '../why.ts'
import {
  DATE_NAMES,
  LETTERED,
  MONTHS,
  POSSESSIVES,
  PRONOUNS,
  TIME_ADVERBS,
  TIME_NOUNS,
  WEEKDAYS,
} from '../words/word-lists.ts'
import { wordSet } from '../words/word-set.ts'
import { continues, isQuote, modifies, startsNominal } from './modifiers.ts'
import type { NounPhrase } from './noun-phrase.ts'
import { isDate, isDateComma, isDayOfDate, isTimePhrase, rateEnd } from './time-phrases.ts'

/** Nouns that a number after them belongs to: "room 12". */
const NUMBERED = wordSet(
  'size type grade level class phase stage version chapter room gate line number day part unit port route',
)

const HAS_A_LETTER = pattern(`^(?:${LETTERED})$`, 'u')

/** "block D", "category II"; but "my wife J" */
const isLabel = ({ tokens, token, head }: Growing): boolean =>
  /^(?:[A-Z]|[IVX]+)$/.test(token.text) && HAS_A_LETTER().test(tokens[head]?.lower ?? '')

const DAYS = wordSet('yesterday today tomorrow tonight')

/** A phrase while its words are read, one after the other. */
interface Growing {
  readonly tokens: readonly Token[]
  readonly core: number
  readonly determiner: string | null
  readonly possessor: NounPhrase | null
  i: number
  token: Token
  next: Token | undefined
  /** -1 until there is one. */
  head: number
}

interface WordRule {
  readonly name: string
  readonly when: (phrase: Growing) => boolean
  /** What the word is to the phrase: its head so far, its head and its end, a word on the way to the head, or none of its own. */
  readonly word: 'head' | 'last' | 'inside' | 'outside'
}

const isModifier = ({ tokens, i, token, head }: Growing): boolean =>
  token.pos === 'ADJ' || (token.pos === 'VERB' && head < 0 && modifies(tokens, i))

/** How a noun phrase goes on after its determiner. The first rule that applies decides on each word; where none does, the phrase is over. */
const WORDS_OF_PHRASE: readonly WordRule[] = [
  { name: 'time-after-head', when: opensTime, word: 'outside' },
  { name: 'span-after-head', when: opensSpan, word: 'outside' },
  { name: 'span-of-days', when: ({ tokens, i, head }) => head === i - 1 && joinsDays(tokens, i), word: 'inside' },
  { name: 'two-numbers', when: joinsNumbers, word: 'inside' },
  { name: 'quotation-mark', when: quotesPart, word: 'inside' },
  {
    name: 'symbol-without-number',
    when: ({ token }) => token.pos === 'SYM' && !/^[$€£%#°+]$/.test(token.text),
    word: 'outside',
  },
  {
    name: 'day-after-head',
    when: ({ token, head }) => head >= 0 && token.pos === 'NOUN' && DAYS.has(token.lower),
    word: 'outside',
  },
  // "on Saturdays Beth swims"
  {
    name: 'name-after-days',
    when: ({ token, tokens, core, head }) =>
      token.pos === 'PROPN' &&
      /^(?:mon|tues|wednes|thurs|fri|satur|sun)days$/.test(tokens[head]?.lower ?? '') &&
      tokens[core - 1]?.lower === 'on',
    word: 'outside',
  },
  { name: 'number-of-next-phrase', when: countsNextNoun, word: 'outside' },
  { name: 'noun-name-or-number', when: ({ token }) => /^(?:NOUN|PROPN|NUM|SYM)$/.test(token.pos), word: 'head' },
  // "wants to go on his own one day": some day, and no day of his own.
  {
    name: 'own-before-one-day',
    when: ({ tokens, i, token, next }) =>
      token.lower === 'own' && next?.lower === 'one' && tokens[i + 2]?.lower === 'day',
    word: 'last',
  },
  {
    name: 'modifier-before-noun',
    // "is open Monday to Friday"
    when: (phrase) =>
      isModifier(phrase) && continues(phrase.tokens, phrase.i) && !joinsDays(phrase.tokens, phrase.i + 2),
    word: 'inside',
  },
  { name: 'adjective-alone', when: standsAlone, word: 'last' },
  {
    name: 'adverb-before-modifier',
    when: ({ tokens, i, token, head }) =>
      token.pos === 'ADV' &&
      head < 0 &&
      continues(tokens, i) &&
      !TIME_ADVERBS.has(token.lower) &&
      !(/^(?:away|off|out|back|home|abroad|here|there)$/.test(token.lower) && joinsDays(tokens, i + 2)) &&
      // "waitlisted her so Durban it is"
      (token.lower !== 'so' || /^(?:ADJ|ADV|VERB)$/.test(tokens[i + 1]?.pos ?? '')),
    word: 'inside',
  },
  { name: 'and-or-comma-between-adjectives', when: joinsAdjectives, word: 'inside' },
  {
    name: 'comma-in-date',
    when: ({ token, tokens, i, head }) => token.text === ',' && isDateComma(tokens, i, head),
    word: 'inside',
  },
  {
    name: 'the-in-date',
    when: ({ token, tokens, i, head }) => token.lower === 'the' && isDayOfDate(tokens, i + 1, head),
    word: 'inside',
  },
]

/** The noun phrase that begins at token `i`, or null. */
export function parseNounPhrase(tokens: readonly Token[], i: number): NounPhrase | null {
  const first = tokens[i]
  if (!first) return null
  if (first.pos === 'PRON') {
    const possessive = POSSESSIVES.has(first.lower)
    const opens = possessive && tokens[i + 1]?.lower !== 'so' && startsNominal(tokens, i + 1)
    if (!possessive || (first.lower === 'her' && !opens)) {
      const owned = tokens[i + 1]?.pos === 'POSS' ? commonPhrase(tokens, i + 2, pronounPhrase(i)) : null
      return owned ?? (PRONOUNS.has(first.lower) ? pronounPhrase(i) : null)
    }
    if (!opens) return null
  }
  let phrase = commonPhrase(tokens, i, null)
  // "Sarah's brother's car": each genitive becomes the possessor of the next phrase.
  while (phrase && tokens[phrase.end]?.pos === 'POSS') {
    const owned: NounPhrase | null = commonPhrase(tokens, phrase.end + 1, phrase)
    // "is at the jeweller's": where, without the word for it.
    if (!owned && phrase.nameFrom === null && isGoverned(tokens, phrase.start))
      return { ...phrase, end: phrase.end + 1 }
    if (!owned) break
    phrase = owned
  }
  return phrase
}

const isGoverned = (tokens: readonly Token[], start: number): boolean =>
  /^(?:at|to|from|near|by|round|via)$/.test(tokens[start - 1]?.lower ?? '')

const pronounPhrase = (start: number, head = start): NounPhrase => ({
  type: 'np',
  start,
  end: head + 1,
  head,
  core: head,
  determiner: null,
  possessor: null,
  pronoun: true,
  time: false,
  nameFrom: null,
})

function commonPhrase(tokens: readonly Token[], from: number, owner: NounPhrase | null): NounPhrase | null {
  const opener = owner ? { core: from, determiner: null, possessor: owner } : readOpener(tokens, from)
  if (!opener) return null
  const { core, determiner, possessor } = opener
  const { head, end, nameFrom } = readWords({
    tokens,
    ...opener,
    i: core,
    token: tokens[core]!,
    next: undefined,
    head: -1,
  })
  if (head < 0)
    return !owner && determiner && /^(?:this|that|these|those|some|another|each)$/.test(determiner)
      ? pronounPhrase(from, core - 1)
      : null
  return {
    type: 'np',
    start: owner ? owner.start : from,
    end: rateEnd(tokens, end, head),
    head,
    core,
    determiner,
    possessor,
    pronoun: false,
    time: owner === null && tellsTime(tokens, { from, core, head, end, determiner }),
    nameFrom,
  }
}

/** "all the", "these", "my": what stands before the words of a phrase; null where there is no token at all. */
function readOpener(tokens: readonly Token[], from: number): Pick<Growing, 'core' | 'determiner' | 'possessor'> | null {
  const second = tokens[from + 1]
  const before = /^(?:all|both|half|such)$/.test(tokens[from]?.lower ?? '')
  const i = before && second && (second.pos === 'DET' || POSSESSIVES.has(second.lower)) ? from + 1 : from
  const opener = tokens[i]
  if (!opener) return null
  const demonstrative = /^(?:that|this|these|those|all|both|no)$/.test(opener.lower) && opener.pos !== 'SCONJ'
  if (opener.pos === 'DET' || (demonstrative && startsNominal(tokens, i + 1)))
    return { core: i + 1, determiner: opener.lower, possessor: null }
  if (opener.pos === 'PRON' && POSSESSIVES.has(opener.lower))
    return { core: i + 1, determiner: null, possessor: pronounPhrase(i) }
  return { core: i, determiner: null, possessor: null }
}

function readWords(phrase: Growing): Pick<NounPhrase, 'head' | 'end' | 'nameFrom'> {
  const { tokens } = phrase
  let nameFrom: number | null = null
  for (; phrase.i < tokens.length; phrase.i++) {
    const { i } = phrase
    phrase.token = tokens[i]!
    phrase.next = tokens[i + 1]
    const rule = WORDS_OF_PHRASE.find(({ when }) => when(phrase))
    const word = rule?.word ?? 'outside'
    if (rule && word !== 'head')
      why?.steps.push({ stage: 'phrase', rule: rule.name, about: `${phrase.token.text}: ${word}` })
    if (word === 'outside') break
    if (word === 'inside') continue
    // "40k USD" is no thing of a name.
    const named = phrase.token.pos === 'PROPN' && tokens[phrase.head]?.pos === 'NOUN'
    if (named && !/\d/.test(tokens[phrase.head]!.text) && !isLabel(phrase)) nameFrom ??= i
    else if (phrase.token.pos === 'NOUN') nameFrom = null
    phrase.head = i
    if (word === 'last') break
  }
  return { head: phrase.head, end: phrase.head + 1, nameFrom }
}

function tellsTime(
  tokens: readonly Token[],
  { from, core, head, end, determiner }: Record<'from' | 'core' | 'head' | 'end', number> & Pick<Growing, 'determiner'>,
): boolean {
  const { lower } = tokens[head]!
  // "every 15th", "each month end"
  const isDayOfMonth =
    /^\d{1,2}(?:st|nd|rd|th)$/.test(lower) || (lower === 'end' && TIME_NOUNS.has(tokens[core]!.lower))
  // "runs from 3 to 7 May": where it is told as a place would be.
  if (tokens[from - 1]?.lower === 'from' && joinsDays(tokens, from + 1)) return false
  if (isDayOfMonth && /^(?:every|each)$/.test(determiner ?? '')) return true
  if (!TIME_NOUNS.has(lower) && !WEEKDAYS.has(lower) && !isDate(tokens, core, end)) return false
  // "twice a week", "a few weeks ago"
  const repeated = determiner !== null && /^(?:once|twice|times)$/.test(tokens[from - 1]?.lower ?? '')
  return tokens[end]?.lower === 'ago' || repeated || isTimePhrase(tokens, from, end)
}

/** "the dentist last week": the time is no part of who it was. */
function opensTime({ token, next, head }: Growing): boolean {
  if (head < 0 || !next || !/^(?:last|next|this|every|each|all|that)$/.test(token.lower)) return false
  return TIME_NOUNS.has(next.lower) || DATE_NAMES.has(next.lower)
}

/** "2 to 5 December", "Monday to Friday": does the word at `i` join two days? What moved "from Tuesday to Monday" has one. */
function joinsDays(tokens: readonly Token[], i: number): boolean {
  if (!/^(?:to|till?|until|thru|through)$/.test(tokens[i]?.lower ?? '')) return false
  const [first, last] = [tokens[i - 1]?.lower ?? '', tokens[i + 1]?.lower ?? '']
  if (WEEKDAYS.has(first)) return WEEKDAYS.has(last) && tokens[i - 2]?.lower !== 'from'
  return isDay(first) && isDay(last) && MONTHS.has(tokens[i + 2]?.lower ?? '')
}

const isDay = (word: string): boolean => /^(?:[12]?\d|3[01])(?:st|nd|rd|th)?$/.test(word)

/** "in Rome 4 to 9 May", "the school run Mon to Thurs" */
function opensSpan({ tokens, i, head }: Growing): boolean {
  return head === i - 1 && !/^(?:to|till?|until|thru|through)$/.test(tokens[i]!.lower) && joinsDays(tokens, i + 1)
}

/** "4 by 3 metres", "160 x 200 cm", "the 6 to 2 shift" */
function joinsNumbers({ tokens, i, core, head, token, next, determiner }: Growing): boolean {
  const joins = /^(?:by|x|×)$/.test(token.lower) || (token.lower === 'to' && determiner === 'the' && head === core)
  return joins && head >= 0 && head === i - 1 && isNumeral(tokens[head]!) && next !== undefined && isNumeral(next)
}

/** Not "one by one". */
const isNumeral = ({ pos, lower }: Token): boolean => pos === 'NUM' && lower !== 'one'

function quotesPart({ tokens, i, core, token, head }: Growing): boolean {
  if (!isQuote(token) || i - core >= 8 || (head < 0 && !startsNominal(tokens, i + 1))) return false
  return i === core || tokens.slice(core, i).some(isQuote)
}

/** "told Bob 1,200 dollars": a number does not continue a noun, unless it names it ("room 12", "March 12"). */
function countsNextNoun({ tokens, token, next, head }: Growing): boolean {
  const noun = tokens[head]
  if (token.pos !== 'NUM' || !noun || next?.pos !== 'NOUN') return false
  return noun.pos !== 'NUM' && noun.pos !== 'SYM' && !MONTHS.has(noun.lower) && !NUMBERED.has(noun.lower)
}

/** "the poor", "the latest": an adjective with a determiner can stand alone. */
function standsAlone({ token, determiner, possessor, head }: Growing): boolean {
  if (token.pos !== 'ADJ' || head >= 0) return false
  return determiner === 'the' || (possessor !== null && /(?:st|own)$/.test(token.lower))
}

/** "a small and quiet room", "a small, quiet room" */
function joinsAdjectives({ tokens, i, core, token, next, head }: Growing): boolean {
  if (token.pos !== 'CCONJ' && !(token.text === ',' && tokens[i - 1]?.pos === 'ADJ')) return false
  return head < 0 && i > core && next?.pos === 'ADJ' && continues(tokens, i + 1)
}
