import { relationByNoun } from '../../domain/statement/relations.ts'
import { CAPITAL_FIRST, LETTER, pattern } from '../../runtime/pattern.ts'
import type { Pos, Token } from '../tokens/token.ts'
import { isLower, isNominal } from '../tokens/token-tests.ts'
import { isGivenName } from '../words/given-names.ts'
import { isBe, isDo, isHave, isModal } from '../words/verb-forms.ts'
import {
  DATE_NAMES,
  DETERMINERS,
  NUMBER_WORDS,
  OBJECT_PRONOUNS,
  POSSESSIVES,
  PREPOSITIONS,
  REFLEXIVES,
  SUBJECT_PRONOUNS,
  TITLES,
} from '../words/word-lists.ts'
import { wordSet } from '../words/word-set.ts'
import { isNameByItsVerb } from './name-by-its-verb.ts'
import { type TokenContext, tagBy } from './tag-rule.ts'

const ADDRESS = /^\S+@\S+\.\w+$|^https?:|^www\./
const INTERJECTION =
  /^(?:w+o+w+|woah|whoa|yay|a+w+|h+m+|yup|yep|nope|ugh|omg|lol|haha+|hey|hi|hello|oh|ooh|ah|yeah|yes|thanks|congrats|btw|gosh|damn|oops|cheers|bye)$/
const NAME_PART = pattern(String.raw`^(?:\p{Lu}|der|la|den)`, 'u')
/** What a capital inside a sentence makes a name of. */
const NAME_TAGS = wordSet('NOUN X VERB ADJ')
const RETAGGED_PREPOSITIONS = wordSet('SCONJ ADP PROPN VERB')

const isAuxiliary = (token: Token): boolean => isModal(token) || isBe(token) || isHave(token) || isDo(token)

/** Words that have one class or few, and names: most of them by the word alone. */
const tagByWordClass = tagBy([
  { name: 'interjection', when: ({ token }) => INTERJECTION.test(token.lower), tag: 'INTJ' },
  { name: 'we-both', words: wordSet('both all'), when: floatsAfterSubject, tag: 'ADV' },
  { name: 'right-now', words: wordSet('right'), before: wordSet('now here there away'), tag: 'ADV' },
  {
    name: 'degree-adverb',
    words: wordSet('super kinda sorta mega totally very too'),
    when: ({ token }) => isLower(token),
    tag: 'ADV',
  },
  { name: 'negation', words: wordSet("n't not never"), tag: 'NEG' },
  // "I'm no moving to Stirling", as said in Scotland
  {
    name: 'no-for-not',
    words: wordSet('no'),
    when: ({ tokens, i, previous, next }) =>
      /^(?:'m|am|is|'s|are|'re|was|were)$/.test(previous?.lower ?? '') &&
      /ing$/.test(next?.lower ?? '') &&
      tokens[i - 2]?.lower !== 'there',
    tag: 'NEG',
  },
  { name: 'no-of-no-longer', words: wordSet('no'), before: wordSet('longer'), tag: 'NEG' },
  { name: 'longer-of-no-longer', words: wordSet('longer'), after: wordSet('no'), tag: 'NEG' },
  {
    name: 'any-of-any-more',
    words: wordSet('any'),
    when: ({ tokens, i, next }) => next?.lower === 'more' && !isNominal(tokens[i + 2]),
    tag: 'ADV',
  },
  { name: 'more-of-any-more', words: wordSet('more'), after: wordSet('any'), tag: 'ADV' },
  { name: 'anymore', words: wordSet('anymore'), tag: 'ADV' },
  // "Dad lives in Leeds, he is 70"
  {
    name: 'lives-somewhere',
    words: wordSet('lives'),
    when: ({ tokens, i, previous, next }) =>
      previous !== undefined &&
      /^(?:NOUN|PROPN)$/.test(previous.pos) &&
      !tokens
        .slice(tokens.slice(0, i).findLastIndex(({ pos }) => /^(?:PUNCT|CCONJ)$/.test(pos)) + 1, i)
        .some(({ pos }) => /^(?:VERB|AUX)$/.test(pos)) &&
      /^(?:in|at|with|near|now|on|alone|here|there|by|next|opposite)$/.test(next?.lower ?? ''),
    tag: 'VERB',
  },
  { name: 'road-works', words: wordSet('works'), after: wordSet('road gas steel iron'), tag: 'NOUN' },
  // As people type in a hurry: "w garden", "salt n pepper", "weekdays till 7".
  { name: 'hasty-preposition', words: wordSet('w w/ till til'), when: ({ token }) => isLower(token), tag: 'ADP' },
  // "Fade In", "Lift Off"
  {
    name: 'preposition-in-name',
    words: wordSet('in on off out up over down'),
    when: ({ token, previous }) =>
      CAPITAL_FIRST().test(token.text) &&
      token.text.slice(1) === token.lower.slice(1) &&
      CAPITAL_FIRST().test(previous?.text ?? ''),
    tag: 'PROPN',
  },
  {
    name: 'title-before-name',
    words: TITLES,
    when: ({ next }) => next !== undefined && CAPITAL_FIRST().test(next.text) && next.pos !== 'PRON',
    tag: 'PROPN',
  },
  { name: 'slang-adverb', words: wordSet('lowkey highkey deadass legit'), tag: 'ADV' },
  { name: 'weekday', words: wordSet('mon tue tues wed weds thu thur thurs fri'), tag: 'PROPN' },
  {
    name: 'time-of-day',
    words: wordSet('am pm'),
    when: ({ previous }) => /\d$/.test(previous?.text ?? ''),
    tag: 'NOUN',
  },
  { name: 'hasty-and', words: wordSet('n +'), when: joinsWords, tag: 'CCONJ' },
  {
    name: 'about-before-number',
    words: wordSet('about around over under nearly almost approximately roughly'),
    when: ({ next }) => next !== undefined && /^\d/.test(next.text),
    tag: 'ADV',
  },
  {
    name: 'particle-of-name',
    words: wordSet('van von de da di der den la le bin al ter dos du del'),
    when: ({ previous, next }) =>
      previous !== undefined &&
      CAPITAL_FIRST().test(previous.text) &&
      next !== undefined &&
      NAME_PART().test(next.text),
    tag: 'PROPN',
  },
  { name: 'contracted-auxiliary', when: ({ token }) => /^['’](?:m|re|ve|ll|d)$/.test(token.lower), tag: 'AUX' },
  { name: 'subject-pronoun', words: SUBJECT_PRONOUNS, when: ({ token }) => token.text !== 'IT', tag: 'PRON' },
  { name: 'object-pronoun', words: OBJECT_PRONOUNS, tag: 'PRON' },
  { name: 'reflexive-pronoun', words: REFLEXIVES, tag: 'PRON' },
  { name: 'possessive-pronoun', words: POSSESSIVES, tag: 'PRON' },
  {
    name: 'month-of-may',
    words: wordSet('may'),
    when: ({ token, i, next }) => token.text === 'May' && (i > 0 || next?.pos === 'NUM'),
    tag: 'PROPN',
  },
  {
    name: 'person-called-will',
    words: wordSet('will'),
    when: ({ token, i }) => !isLower(token) && i > 0,
    tag: 'PROPN',
  },
  { name: 'name-by-its-verb', when: isNameByItsVerb, tag: 'PROPN' },
  { name: 'auxiliary', when: ({ token }) => isAuxiliary(token), tag: 'AUX' },
  // "my blood type is A negative"
  {
    name: 'blood-type-a',
    words: wordSet('a'),
    before: wordSet('positive negative'),
    when: ({ token, i }) => token.text === 'A' && i > 0,
    tag: 'PROPN',
  },
  { name: 'number-in-digits', when: ({ token }) => /^[+-]?[$€£]?\d/.test(token.text), tag: 'NUM' },
  { name: 'half-brother', words: wordSet('half'), before: wordSet('brother brothers sister sisters'), tag: 'ADJ' },
  {
    name: 'number-in-words',
    words: NUMBER_WORDS,
    when: ({ token }) => token.lower !== 'one' && token.lower !== 'second',
    tag: 'NUM',
  },
  { name: 'one-before-noun', words: wordSet('one'), when: ({ next }) => isNominal(next), tag: 'NUM' },
  { name: 'determiner', words: DETERMINERS, when: ({ token }) => !/^(?:that|both|all)$/.test(token.lower), tag: 'DET' },
  { name: 'month-or-weekday', words: DATE_NAMES, when: ({ token }) => !isLower(token), tag: 'PROPN' },
  {
    name: 'blood-type',
    words: wordSet('positive negative'),
    when: ({ previous }) => /^(?:A|B|AB|O)$/.test(previous?.text ?? ''),
    tag: 'PROPN',
  },
  { name: 'ampersand-in-company', words: wordSet('&'), when: joinsCompanyName, tag: 'PROPN' },
  { name: 'coordinating-conjunction', words: wordSet('and or but & nor'), tag: 'CCONJ' },
  {
    name: 'subordinating-conjunction',
    words: wordSet('because although though while whereas if unless cos cuz coz'),
    tag: 'SCONJ',
  },
  { name: 'day-noun', words: wordSet('yesterday today tomorrow tonight'), tag: 'NOUN' },
  {
    name: 'preposition',
    words: PREPOSITIONS,
    when: ({ token }) => !/^(?:like|past|to)$/.test(token.lower) && RETAGGED_PREPOSITIONS.has(token.pos),
    tag: 'ADP',
  },
  {
    name: 'name-after-relative',
    when: ({ token, previous }) =>
      isLower(token) &&
      previous !== undefined &&
      isGivenName(token.lower) &&
      // "my sister will come", and "my sister don born" in Nigeria.
      !/^(?:will|may|can|don)$/.test(token.lower) &&
      relationByNoun(previous.lower)?.object === 'person',
    tag: 'PROPN',
  },
  {
    name: 'lower-case-is-no-name',
    when: ({ token }) => token.pos === 'PROPN' && isLower(token) && LETTER().test(token.text),
    tag: commonTag,
  },
  { name: 'given-name', when: isCapitalGivenName, tag: 'PROPN' },
  { name: 'known-word-at-start', when: isKnownFirstWord, tag: firstWordTag },
  { name: 'capital-inside-sentence', when: hasInnerCapital, tag: 'PROPN' },
])

/** Gives the words of closed classes and the names of a sentence their tags. */
export function tagWordClass(at: TokenContext): void {
  if (ADDRESS.test(at.token.text)) at.token.pos = 'PROPN'
  tagByWordClass(at)
}

/** "we both know", "they are all gone" */
function floatsAfterSubject({ previous, next, lexicon }: TokenContext): boolean {
  if (!previous) return false
  return (
    /^(?:we|they|you)$/.test(previous.lower) ||
    (previous.pos === 'AUX' && next !== undefined && lexicon.canBe(next.lower, 'VERB'))
  )
}

/** "at Marks & Spencer" is one name, "Tom & Lisa" are two, as are "French & German". */
function joinsCompanyName({ tokens, i, previous, next }: TokenContext): boolean {
  return (
    /^(?:at|for|by|from)$/.test(tokens[i - 2]?.lower ?? '') &&
    [previous, next].every((token) => token && CAPITAL_FIRST().test(token.text)) &&
    !(isGivenName(previous!.lower) && isGivenName(next!.lower))
  )
}

/** "Mark tests the boiler" may tell somebody to mark them. */
function isCapitalGivenName({ token, i, next, lexicon }: TokenContext): boolean {
  if (isLower(token) || !isGivenName(token.lower)) return false
  return !(i === 0 && isNominal(next) && next?.pos !== 'PROPN' && lexicon.canBe(token.lower, 'VERB'))
}

function isKnownFirstWord({ token, i, next, lexicon }: TokenContext): boolean {
  // "Orchard School is in Kiel" begins with a name.
  const beginsName = next !== undefined && /^(?:PROPN|NOUN)$/.test(next.pos) && CAPITAL_FIRST().test(next.text)
  return token.pos === 'PROPN' && i === 0 && lexicon.knows(token.lower) && !beginsName
}

/** A capital inside a sentence is a name, unless it is an adjective of nationality before a noun. */
function hasInnerCapital({ token, previous, next }: TokenContext): boolean {
  return (
    previous !== undefined &&
    CAPITAL_FIRST().test(token.text) &&
    NAME_TAGS.has(token.pos) &&
    !/^[.!?:"“]$/.test(previous.text) &&
    !(token.pos === 'ADJ' && isNominal(next))
  )
}

function commonTag({ token: { lower }, next, lexicon }: TokenContext): Pos {
  if (lexicon.canBe(lower, 'ADJ') && isNominal(next)) return 'ADJ'
  return (['NOUN', 'VERB', 'ADJ', 'ADV'] as const).find((pos) => lexicon.canBe(lower, pos)) ?? 'NOUN'
}

function firstWordTag({ token: { lower }, next, lexicon }: TokenContext): Pos {
  if (lexicon.canBe(lower, 'PROPN') && !lexicon.canBe(lower, 'NOUN')) return 'PROPN'
  if (lexicon.canBe(lower, 'ADJ') && next?.pos === 'NOUN') return 'ADJ'
  if (lexicon.canBe(lower, 'NOUN')) return 'NOUN'
  return lexicon.canBe(lower, 'VERB') ? 'VERB' : 'PROPN'
}

function joinsWords({ token, previous, next }: TokenContext): boolean {
  return (
    previous !== undefined &&
    next !== undefined &&
    previous.end < token.start &&
    token.end < next.start &&
    LETTER().test(previous.text) &&
    LETTER().test(next.text)
  )
}
