import { relationByNoun } from '../../domain/relations.ts'
import type { Lexicon } from './lexicon.ts'
import { isGivenName } from './names.ts'
import { isBe, isDo, isHave, isModal, type Pos, type Token, verbForm } from './tokens.ts'
import {
  DETERMINERS,
  DOUBTING,
  IRREGULAR_BOTH,
  MONTHS,
  NUMBER_WORDS,
  OBJECT_PRONOUNS,
  POSSESSIVES,
  PREPOSITIONS,
  REFLEXIVES,
  REPORTING,
  SUBJECT_PRONOUNS,
  TIME_NOUNS,
  WEEKDAYS,
} from './words.ts'

const NOMINAL: ReadonlySet<Pos> = new Set(['NOUN', 'PROPN', 'PRON', 'NUM'])
const OPENS_PHRASE: ReadonlySet<Pos> = new Set([
  'DET',
  'PRON',
  'ADP',
  'NUM',
  'PROPN',
  'TO',
  'ADV',
  'NEG',
  'SYM',
  'SCONJ',
])

export const isNominal = (token: Token | undefined): boolean => token !== undefined && NOMINAL.has(token.pos)
const isLower = (token: Token): boolean => token.text === token.lower

/**
 * Corrects wink's tags in place. Its tagger decides by few neighbours and takes most verbs after a name for nouns ("Emma lives in Lyon");
 * its lexicon, however, knows what each word can be, and a clause needs a verb.
 */
export function correctTags(tokens: Token[], lexicon: Lexicon): void {
  for (let i = 0; i < tokens.length; i++) closedClasses(tokens, i, lexicon)
  for (let i = 0; i < tokens.length; i++) possessiveS(tokens, i, lexicon)
  for (let i = 0; i < tokens.length; i++) infinitiveTo(tokens, i, lexicon)
  for (let i = 0; i < tokens.length; i++) nounOrVerb(tokens, i, lexicon)
  for (const [from, to] of segments(tokens, lexicon)) findMissingVerb(tokens, from, to, lexicon)
  for (let i = 2; i < tokens.length; i++) coordinatedVerb(tokens, i, lexicon)
  for (let i = 2; i < tokens.length - 1; i++) coordinatedGerund(tokens, i, lexicon)
}

function closedClasses(tokens: Token[], i: number, lexicon: Lexicon): void {
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
    /^\p{Lu}/u.test(tokens[i - 1]!.text) &&
    next &&
    /^(?:\p{Lu}|der|la|den)/u.test(next.text)
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
  else if (token.pos === 'PROPN' && isLower(token) && /\p{L}/u.test(text)) token.pos = commonTag(lower, next, lexicon)
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
    /^\p{Lu}/u.test(text) &&
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

/** Is this 's a genitive ("Tom's bike") or a verb ("Tom's a pilot")? */
function possessiveS(tokens: Token[], i: number, lexicon: Lexicon): void {
  const token = tokens[i]!
  const before = tokens[i - 1]
  if (!before) return
  if (
    (token.text === "'" || token.text === '’') &&
    /s$/i.test(before.text) &&
    before.end === token.start &&
    tokens[i + 1]?.pos !== 'PUNCT' &&
    isNominal(before)
  ) {
    token.pos = 'POSS'
    return
  }
  if (token.lower !== "'s") return
  if (
    before.pos === 'PRON' ||
    before.pos === 'ADV' ||
    /^(?:that|there|here|what|where|who|how|let|it)$/.test(before.lower)
  ) {
    token.pos = 'AUX'
    return
  }
  let j = i + 1
  while (tokens[j]?.pos === 'ADV') j++
  const next = tokens[j]
  // "My name's Petra": a genitive would leave the clause without a verb.
  if (next?.pos === 'PROPN' && !clauseHasVerb(tokens, i)) {
    token.pos = 'AUX'
    return
  }
  if (!next) token.pos = 'POSS'
  else if (
    next.pos === 'DET' ||
    next.pos === 'NEG' ||
    next.pos === 'ADP' ||
    next.pos === 'AUX' ||
    POSSESSIVES.has(next.lower)
  )
    token.pos = 'AUX'
  else if (next.pos === 'VERB' && !lexicon.canBe(next.lower, 'NOUN'))
    token.pos = isNominal(tokens[j + 1]) ? 'POSS' : 'AUX'
  else if (next.pos === 'ADJ') {
    while (tokens[j]?.pos === 'ADJ' || tokens[j]?.pos === 'CCONJ') j++
    token.pos = isNominal(tokens[j]) || tokens[j]?.pos === 'VERB' ? 'POSS' : 'AUX'
  } else token.pos = 'POSS'
}

/** Is there a verb between the punctuation and conjunctions around `i`? */
function clauseHasVerb(tokens: readonly Token[], i: number): boolean {
  const bounds = (token: Token | undefined) => token === undefined || token.pos === 'PUNCT' || token.pos === 'CCONJ'
  for (let j = i - 1; !bounds(tokens[j]); j--) if (tokens[j]!.pos === 'VERB' || tokens[j]!.pos === 'AUX') return true
  for (let j = i + 1; !bounds(tokens[j]); j++) if (/^(?:VERB|AUX|NOUN)$/.test(tokens[j]!.pos)) return true
  return false
}

function infinitiveTo(tokens: Token[], i: number, lexicon: Lexicon): void {
  const token = tokens[i]!
  if (token.lower === 'na' || token.lower === 'ta') token.pos = 'TO'
  if (token.lower !== 'to') return
  let j = i + 1
  while (tokens[j]?.pos === 'ADV' || tokens[j]?.pos === 'NEG') j++
  const next = tokens[j]
  const before = tokens[i - 1]
  const verb =
    next &&
    isLower(next) &&
    (next.pos === 'VERB' || next.pos === 'AUX' || lexicon.canBe(next.lower, 'VERB')) &&
    verbForm(next, lexicon) === 'base'
  const nounReading = next && lexicon.canBe(next.lower, 'NOUN') && next.pos !== 'AUX'
  const motion =
    before &&
    /^(?:go|goes|went|going|gone|come|came|get|got|back|drive|drove|walk|walked|ride|cycle|commute|travel|allergic|addicted)$/.test(
      before.lower,
    )
  token.pos =
    verb && !(nounReading && (motion || (token.pos === 'ADP' && next.pos === 'NOUN' && !opensObject(tokens[j + 1]))))
      ? 'TO'
      : 'ADP'
  if (token.pos === 'TO' && next) next.pos = next.pos === 'AUX' ? 'AUX' : 'VERB'
}

const opensObject = (token: Token | undefined): boolean =>
  token !== undefined && (OPENS_PHRASE.has(token.pos) || token.pos === 'ADJ' || token.pos === 'NOUN')

function nounOrVerb(tokens: Token[], i: number, lexicon: Lexicon): void {
  const token = tokens[i]!
  if (token.pos === 'AUX' || !/\p{L}/u.test(token.text)) return
  const before = tokens[i - 1]
  const next = tokens[i + 1]
  let k = i - 1
  while (k >= 0 && (tokens[k]!.pos === 'ADV' || tokens[k]!.pos === 'NEG')) k--
  const governor = tokens[k]
  const canVerb = lexicon.canBe(token.lower, 'VERB')
  const canNoun = lexicon.canBe(token.lower, 'NOUN')
  const form = canVerb || token.pos === 'VERB' ? verbForm(token, lexicon) : undefined

  if (token.pos !== 'VERB' && canVerb && isLower(token) && governor && form) {
    const { lower } = governor
    if ((isModal(governor) || isDo(governor)) && form === 'base' && governor.pos === 'AUX') token.pos = 'VERB'
    else if (isHave(governor) && (form === 'ed' || form === 'en' || token.lower === 'been') && !isNominal(next))
      token.pos = 'VERB'
    else if (isHave(governor) && form === 'en') token.pos = 'VERB'
    else if (
      governor.pos === 'CCONJ' &&
      form === 'ed' &&
      opensObject(next) &&
      !(next?.pos === 'NOUN' || next?.pos === 'ADJ')
    )
      token.pos = 'VERB'
    else if (
      governor.pos === 'VERB' &&
      form === 'ing' &&
      TAKES_GERUND.has(lexicon.lemma(governor.lower, 'VERB')) &&
      opensObject(next) &&
      governor === before
    )
      token.pos = 'VERB'
    else if (isBe(governor) && form === 'ing' && token.pos !== 'ADJ') token.pos = 'VERB'
    else if (isBe(governor) && (form === 'ed' || form === 'en') && next?.pos === 'ADP') token.pos = 'VERB'
    else if (governor.pos === 'PRON' && (SUBJECT_PRONOUNS.has(lower) || lower === 'which')) {
      const thirdPerson = /^(?:he|she|it|who|which)$/.test(lower)
      if (
        form === 'ed' ||
        form === 'past' ||
        (form === 's' && thirdPerson) ||
        (form === 'base' && (!thirdPerson || lower === 'who'))
      ) {
        if (token.pos !== 'ADJ' || form !== 'base') token.pos = 'VERB'
      }
    }
  }
  if (token.pos === 'VERB' && before && form && form !== 'modal') {
    const opened = before.pos === 'DET' && !/^(?:this|that|these|those|all|both)$/.test(before.lower)
    const owned = before.pos === 'POSS' || (POSSESSIVES.has(before.lower) && before.lower !== 'her')
    const described =
      before.pos === 'ADJ' &&
      i >= 2 &&
      (tokens[i - 2]!.pos === 'DET' ||
        POSSESSIVES.has(tokens[i - 2]!.lower) ||
        tokens[i - 2]!.pos === 'ADJ' ||
        tokens[i - 2]!.pos === 'ADP')
    const governed = before.pos === 'ADP' && (before.lower !== 'to' || form === 's') && form !== 'ing' && canNoun
    const nounNext = next !== undefined && (next.pos === 'NOUN' || next.pos === 'PROPN' || next.pos === 'ADJ')
    if (opened || owned || described)
      token.pos =
        form === 'ing' || form === 'ed' || form === 'en'
          ? nounNext
            ? 'ADJ'
            : canNoun || form === 'ing'
              ? 'NOUN'
              : 'ADJ'
          : canNoun
            ? 'NOUN'
            : token.pos
    else if (compounded(tokens, i, form, canNoun, lexicon)) token.pos = 'NOUN'
    else if (governed || (before.pos === 'NUM' && canNoun && form !== 'ed')) token.pos = 'NOUN'
    // "have type 2 diabetes": neither "have" nor "be" takes a base form.
    else if (
      canNoun &&
      form === 'base' &&
      (isHave(before) || isBe(before)) &&
      before.pos === 'AUX' &&
      !IRREGULAR_BOTH.has(token.lower)
    )
      token.pos = 'NOUN'
    else if (!canVerb && canNoun && lexicon.knows(token.lower) && form === 'base') token.pos = 'NOUN'
  }
  if (
    token.pos === 'ADJ' &&
    canNoun &&
    before &&
    (POSSESSIVES.has(before.lower) ||
      /^(?:the|a|an)$/.test(before.lower) ||
      (before.pos === 'ADJ' && i > 1 && (tokens[i - 2]!.pos === 'DET' || POSSESSIVES.has(tokens[i - 2]!.lower)))) &&
    next &&
    /^(?:AUX|VERB|ADP|NEG)$/.test(next.pos) &&
    !/(?:ing|ed)$/.test(next.lower)
  )
    token.pos = 'NOUN'
  if (token.lower === 'her' && next && !isNominal(next) && next.pos !== 'ADJ') token.pos = 'PRON'
}

/** "a 5K charity run for": a base form at the end of a singular noun phrase, after the clause has had its verb. */
function compounded(tokens: readonly Token[], i: number, form: string, canNoun: boolean, lexicon: Lexicon): boolean {
  if (!canNoun || form !== 'base' || tokens[i - 1]!.pos !== 'NOUN') return false
  let k = i - 1
  while (k >= 0 && /^(?:NOUN|ADJ|NUM|X|PROPN)$/.test(tokens[k]!.pos)) k--
  const opener = tokens[k]
  if (!opener || (opener.pos !== 'DET' && !POSSESSIVES.has(opener.lower))) return false
  return (
    /^(?:a|an)$/.test(opener.lower) || (k > 0 && tokens.slice(0, k).some((_, j) => isFiniteVerb(tokens, j, lexicon)))
  )
}

const TAKES_GERUND = new Set([
  'stop',
  'start',
  'quit',
  'keep',
  'begin',
  'finish',
  'continue',
  'enjoy',
  'love',
  'like',
  'hate',
  'avoid',
  'prefer',
  'dislike',
])

/** Stretches that hold one clause at most: between punctuation, conjunctions and relative words. */
function segments(tokens: readonly Token[], lexicon: Lexicon): [number, number][] {
  const found: [number, number][] = []
  let from = 0
  for (let i = 0; i <= tokens.length; i++) {
    const token = tokens[i]
    if (
      token &&
      !/^[,;:.!?()"“”—–-]$/.test(token.text) &&
      token.pos !== 'CCONJ' &&
      token.pos !== 'SCONJ' &&
      !/^(?:who|which|where|when|that|what|how|why)$/.test(token.lower)
    ) {
      // "I think Boris lives in Perm": what such a verb takes is a clause of its own.
      if (token.pos === 'VERB' && i > from && takesClause(token, tokens[i + 1], lexicon)) {
        found.push([from, i + 1])
        from = i + 1
      }
      continue
    }
    if (i > from) found.push([from, i])
    from = i + 1
  }
  return found
}

function takesClause(verb: Token, next: Token | undefined, lexicon: Lexicon): boolean {
  const lemma = lexicon.lemma(verb.lower, 'VERB')
  return (
    (REPORTING.has(lemma) || DOUBTING.has(lemma)) &&
    (next?.pos === 'PROPN' || next?.pos === 'PRON' || next?.pos === 'DET')
  )
}

/** "enjoys baking bread and growing tomatoes", "is expanding the studio and offering classes". */
function coordinatedGerund(tokens: Token[], i: number, lexicon: Lexicon): void {
  const token = tokens[i]!
  if (
    !/ing$/.test(token.lower) ||
    token.pos === 'VERB' ||
    !isLower(token) ||
    tokens[i - 1]!.pos !== 'CCONJ' ||
    !opensObject(tokens[i + 1])
  )
    return
  const parallel = tokens
    .slice(0, i - 1)
    .some((other, j) => /ing$/.test(other.lower) && (other.pos === 'VERB' || (j > 0 && tokens[j - 1]!.pos === 'VERB')))
  if (parallel && lexicon.canBe(token.lower, 'VERB')) token.pos = 'VERB'
}

/** "works at Fjord and lives in Bodø", "Marek, who works at Vodní, lives in Brno": a verb goes on where a verb form has gone before. */
function coordinatedVerb(tokens: Token[], i: number, lexicon: Lexicon): void {
  const token = tokens[i]!
  const before = tokens[i - 1]!
  const next = tokens[i + 1]
  if (
    token.pos === 'NOUN' &&
    before.pos === 'CCONJ' &&
    isLower(token) &&
    lexicon.canBe(token.lower, 'VERB') &&
    verbForm(token, lexicon) === 'base' &&
    (next?.pos === 'ADP' || next?.pos === 'DET') &&
    next.lower !== 'of'
  ) {
    // "you live in Bern and work as a chef"
    const plain = tokens
      .slice(0, i)
      .some(
        (other, j) =>
          other.pos === 'VERB' &&
          verbForm(other, lexicon) === 'base' &&
          j > 0 &&
          /^(?:i|you|we|they)$/.test(tokens[j - 1]!.lower),
      )
    if (plain) token.pos = 'VERB'
    return
  }
  if (
    token.pos !== 'NOUN' ||
    !isLower(token) ||
    !next ||
    !lexicon.canBe(token.lower, 'VERB') ||
    verbForm(token, lexicon) !== 's'
  )
    return
  if (next.pos !== 'ADP' && next.pos !== 'DET' && next.pos !== 'PRON' && next.pos !== 'PROPN' && next.pos !== 'NUM')
    return
  const earlier = tokens
    .slice(0, i)
    .some((other, j) => isFiniteVerb(tokens, j, lexicon) && (other.pos === 'AUX' || verbForm(other, lexicon) === 's'))
  const parenthesis =
    before.text === ',' &&
    tokens.slice(0, i - 1).some((other) => other.text === ',') &&
    !tokens.slice(i + 1).some((_, j) => isFiniteVerb(tokens, i + 1 + j, lexicon))
  if ((before.pos === 'CCONJ' && earlier) || parenthesis) token.pos = 'VERB'
}

function isFiniteVerb(tokens: readonly Token[], i: number, lexicon: Lexicon): boolean {
  const token = tokens[i]!
  if (token.pos === 'AUX') return !/^(?:be|been|being|having)$/.test(token.lower)
  if (token.pos !== 'VERB') return false
  const form = verbForm(token, lexicon)
  if (form === 'ing' || form === 'en' || tokens[i - 1]?.pos === 'TO') return false
  return form !== 'base' || isNominal(tokens[i - 1]) || tokens[i - 1]?.pos === 'ADV' || i === 0
}

/** A stretch with a subject and no verb at all: the word that can be a verb and stands where one is wanted is the verb. */
function findMissingVerb(tokens: Token[], from: number, to: number, lexicon: Lexicon): void {
  for (let i = from; i < to; i++) if (isFiniteVerb(tokens, i, lexicon)) return
  const coordinated = tokens[from - 1]?.pos === 'CCONJ' && isNominal(tokens[from - 2])
  const alone = !tokens.some((_, i) => (i < from || i >= to) && isFiniteVerb(tokens, i, lexicon))
  for (let i = from + 1; i < to; i++) {
    const token = tokens[i]!
    if (token.pos === 'VERB' || !isLower(token) || !lexicon.canBe(token.lower, 'VERB') || TIME_NOUNS.has(token.lower))
      continue
    const subject = tokens[i - 1]!.pos === 'ADV' && i - 1 > from ? tokens[i - 2]! : tokens[i - 1]!
    if (!isNominal(subject) || POSSESSIVES.has(subject.lower) || (subject.pos === 'NUM' && !coordinated)) continue
    const form = verbForm(token, lexicon)
    const plural =
      coordinated ||
      (subject.pos === 'NOUN' && /[^s]s$/.test(subject.lower)) ||
      subject.lower === 'people' ||
      subject.lower === 'children'
    const agrees =
      form === 's' ? !plural || subject.pos === 'PROPN' : form === 'base' ? plural : form === 'ed' || form === 'past'
    if (!agrees) continue
    const next = tokens[i + 1]
    const follows =
      i + 1 >= to || (next !== undefined && (OPENS_PHRASE.has(next.pos) || next.pos === 'ADJ' || next.pos === 'NOUN'))
    const leads = tokens[from]!.pos === 'DET' || tokens[from]!.pos === 'PRON' || tokens[from]!.pos === 'PROPN' || alone
    if (follows && leads && (alone || i + 1 < to)) {
      token.pos = 'VERB'
      return
    }
  }
}
