import { relationByNoun } from '../../domain/statement/relations.ts'
import { CAPITAL_FIRST, LETTER, pattern } from '../../runtime/pattern.ts'
import type { Lexicon } from '../lexicon.ts'
import type { Pos, Token } from '../tokens/token.ts'
import { isLower, isNominal } from '../tokens/token-tests.ts'
import { isGivenName } from '../words/given-names.ts'
import { isBe, isDo, isHave, isModal } from '../words/verb-forms.ts'
import {
  DETERMINERS,
  MONTHS,
  NUMBER_WORDS,
  OBJECT_PRONOUNS,
  POSSESSIVES,
  PREPOSITIONS,
  REFLEXIVES,
  SUBJECT_PRONOUNS,
  WEEKDAYS,
} from '../words/word-lists.ts'

const NAME_PART = pattern(String.raw`^(?:\p{Lu}|der|la|den)`, 'u')

/** "at Marks & Spencer" is one name, "Tom & Lisa" are two, as are "French & German". */
const isFirm = (before: Token | undefined, first: Token | undefined, second: Token | undefined): boolean =>
  /^(?:at|for|by|from)$/.test(before?.lower ?? '') &&
  [first, second].every((token) => token && CAPITAL_FIRST().test(token.text)) &&
  !(isGivenName(first!.lower) && isGivenName(second!.lower))

export function closedClasses(tokens: Token[], i: number, lexicon: Lexicon): void {
  const token = tokens[i]!
  const { lower, text } = token
  const next = tokens[i + 1]
  if (/^\S+@\S+\.\w+$|^https?:|^www\./.test(text)) token.pos = 'PROPN'
  if (
    /^(?:w+o+w+|woah|whoa|yay|a+w+|h+m+|yup|yep|nope|ugh|omg|lol|haha+|hey|hi|hello|oh|ooh|ah|yeah|yes|thanks|congrats|btw|gosh|damn|oops|cheers|bye)$/.test(
      lower,
    )
  )
    token.pos = 'INTJ'
  else if (
    (lower === 'both' || lower === 'all') &&
    i > 0 &&
    (/^(?:we|they|you)$/.test(tokens[i - 1]!.lower) ||
      (tokens[i - 1]!.pos === 'AUX' && next !== undefined && lexicon.canBe(next.lower, 'VERB')))
  )
    token.pos = 'ADV'
  else if (lower === 'right' && /^(?:now|here|there|away)$/.test(next?.lower ?? '')) token.pos = 'ADV'
  else if (/^(?:super|kinda|sorta|mega|totally|very|too)$/.test(lower) && isLower(token)) token.pos = 'ADV'
  else if (lower === "n't" || lower === 'not' || lower === 'never') token.pos = 'NEG'
  else if ((lower === 'no' && next?.lower === 'longer') || (lower === 'longer' && tokens[i - 1]?.lower === 'no'))
    token.pos = 'NEG'
  else if (
    (lower === 'any' && next?.lower === 'more' && !isNominal(tokens[i + 2])) ||
    (lower === 'more' && tokens[i - 1]?.lower === 'any') ||
    lower === 'anymore'
  )
    token.pos = 'ADV'
  else if (
    /^(?:about|around|over|under|nearly|almost|approximately|roughly)$/.test(lower) &&
    next &&
    /^\d/.test(next.text)
  )
    token.pos = 'ADV'
  else if (
    /^(?:van|von|de|da|di|der|den|la|le|bin|al|ter|dos|du|del)$/.test(lower) &&
    i > 0 &&
    CAPITAL_FIRST().test(tokens[i - 1]!.text) &&
    next &&
    NAME_PART().test(next.text)
  )
    token.pos = 'PROPN'
  else if (/^['’](?:m|re|ve|ll|d)$/.test(lower)) token.pos = 'AUX'
  else if (
    lower === 'i' ||
    (SUBJECT_PRONOUNS.has(lower) && text !== 'IT') ||
    OBJECT_PRONOUNS.has(lower) ||
    REFLEXIVES.has(lower)
  )
    token.pos = 'PRON'
  else if (POSSESSIVES.has(lower)) token.pos = 'PRON'
  else if (lower === 'may' && text === 'May' && (i > 0 || next?.pos === 'NUM')) token.pos = 'PROPN'
  else if (isModal(token) || isBe(token) || isHave(token) || isDo(token)) {
    const named = !isLower(token) && i > 0 && lower === 'will'
    token.pos = named ? 'PROPN' : 'AUX'
  } else if (/^[+-]?[$€£]?\d/.test(text) && !/^\d+(?:st|nd|rd|th)$/i.test(text)) token.pos = 'NUM'
  else if (/^\d+(?:st|nd|rd|th)$/i.test(text)) token.pos = 'NUM'
  else if (NUMBER_WORDS.has(lower) && lower !== 'one' && lower !== 'second') token.pos = 'NUM'
  else if (lower === 'one' && isNominal(next)) token.pos = 'NUM'
  else if (DETERMINERS.has(lower) && lower !== 'that' && lower !== 'both' && lower !== 'all') token.pos = 'DET'
  else if ((MONTHS.has(lower) || WEEKDAYS.has(lower)) && !isLower(token)) token.pos = 'PROPN'
  // "O negative" is one blood type.
  else if ((lower === 'positive' || lower === 'negative') && /^(?:A|B|AB|O)$/.test(tokens[i - 1]?.text ?? ''))
    token.pos = 'PROPN'
  else if (lower === '&' && isFirm(tokens[i - 2], tokens[i - 1], next)) token.pos = 'PROPN'
  else if (lower === 'and' || lower === 'or' || lower === 'but' || lower === '&' || lower === 'nor') token.pos = 'CCONJ'
  else if (
    lower === 'because' ||
    lower === 'although' ||
    lower === 'though' ||
    lower === 'while' ||
    lower === 'whereas' ||
    lower === 'if' ||
    lower === 'unless'
  )
    token.pos = 'SCONJ'
  else if (['yesterday', 'today', 'tomorrow', 'tonight'].includes(lower)) token.pos = 'NOUN'
  else if (
    PREPOSITIONS.has(lower) &&
    lower !== 'like' &&
    lower !== 'past' &&
    lower !== 'to' &&
    (token.pos === 'SCONJ' || token.pos === 'ADP' || token.pos === 'PROPN' || token.pos === 'VERB')
  )
    token.pos = 'ADP'
  else if (isLower(token) && isGivenName(lower) && i > 0 && relationByNoun(tokens[i - 1]!.lower)?.object === 'person')
    token.pos = 'PROPN'
  else if (token.pos === 'PROPN' && isLower(token) && LETTER().test(text)) token.pos = commonTag(lower, next, lexicon)
  else if (
    !isLower(token) &&
    isGivenName(lower) &&
    !(i === 0 && isNominal(next) && next?.pos !== 'PROPN' && lexicon.canBe(lower, 'VERB'))
  )
    token.pos = 'PROPN'
  else if (token.pos === 'PROPN' && i === 0 && lexicon.knows(lower) && !(next?.pos === 'PROPN' && !isLower(next)))
    token.pos = firstWord(lower, next, lexicon)
  else if (
    token.pos !== 'PROPN' &&
    i > 0 &&
    CAPITAL_FIRST().test(text) &&
    (token.pos === 'NOUN' || token.pos === 'X' || token.pos === 'VERB' || token.pos === 'ADJ') &&
    !/^[.!?:"“]$/.test(tokens[i - 1]!.text)
  ) {
    // A capital inside a sentence is a name, unless it is an adjective of nationality before a noun.
    if (!(token.pos === 'ADJ' && isNominal(next))) token.pos = 'PROPN'
  }
}

function commonTag(lower: string, next: Token | undefined, lexicon: Lexicon): Pos {
  if (lexicon.canBe(lower, 'ADJ') && isNominal(next)) return 'ADJ'
  if (lexicon.canBe(lower, 'NOUN')) return 'NOUN'
  if (lexicon.canBe(lower, 'VERB')) return 'VERB'
  if (lexicon.canBe(lower, 'ADJ')) return 'ADJ'
  if (lexicon.canBe(lower, 'ADV')) return 'ADV'
  return 'NOUN'
}

function firstWord(lower: string, next: Token | undefined, lexicon: Lexicon): Pos {
  if (lexicon.canBe(lower, 'PROPN') && !lexicon.canBe(lower, 'NOUN')) return 'PROPN'
  if (lexicon.canBe(lower, 'ADJ') && next?.pos === 'NOUN') return 'ADJ'
  if (lexicon.canBe(lower, 'NOUN')) return 'NOUN'
  return lexicon.canBe(lower, 'VERB') ? 'VERB' : 'PROPN'
}
