import type { Token } from '../tokens/token.ts'
import {
  MONTHS,
  OBJECT_PRONOUNS,
  POSSESSIVES,
  REFLEXIVES,
  SUBJECT_PRONOUNS,
  TIME_ADVERBS,
  TIME_NOUNS,
  VAGUE_PRONOUNS,
  WEEKDAYS,
} from '../words/word-lists.ts'
import { continues, isQuote, modifies, startsNominal } from './modifiers.ts'
import { isDate, isDateComma, isTimePhrase, rateEnd } from './time-phrases.ts'

/** A base noun phrase: determiner or possessor, modifiers, head; no prepositional phrases. Indices are tokens, `end` exclusive. */
export interface NounPhrase {
  readonly type: 'np'
  readonly start: number
  readonly end: number
  readonly head: number
  /** Where the words after determiner and possessor begin. */
  readonly core: number
  readonly determiner: string | null
  /** "my sister": the possessive pronoun; "Sarah's brother": the phrase before 's. */
  readonly possessor: NounPhrase | null
  readonly pronoun: boolean
  readonly time: boolean
  /** "my sister Emma": where the name begins after a common noun, or null. */
  readonly nameFrom: number | null
}

/** The noun phrase that begins at token `i`, or null. */
export function parseNounPhrase(tokens: readonly Token[], i: number): NounPhrase | null {
  const first = tokens[i]
  if (!first) return null
  if (first.pos === 'PRON' && !POSSESSIVES.has(first.lower)) return pronounPhrase(tokens, i)
  if (first.pos === 'PRON' && first.lower === 'her' && !startsNominal(tokens, i + 1)) return pronounPhrase(tokens, i)
  if (first.pos === 'PRON' && !startsNominal(tokens, i + 1)) return null
  let phrase = commonPhrase(tokens, i, null)
  // "Sarah's brother's car": each genitive becomes the possessor of the next phrase.
  while (phrase && tokens[phrase.end]?.pos === 'POSS') {
    const owned: NounPhrase | null = commonPhrase(tokens, phrase.end + 1, phrase)
    if (!owned) break
    phrase = owned
  }
  return phrase
}

function pronounPhrase(tokens: readonly Token[], i: number): NounPhrase | null {
  const { lower } = tokens[i]!
  const known =
    SUBJECT_PRONOUNS.has(lower) || OBJECT_PRONOUNS.has(lower) || REFLEXIVES.has(lower) || VAGUE_PRONOUNS.has(lower)
  if (!known && lower !== 'one') return null
  return {
    type: 'np',
    start: i,
    end: i + 1,
    head: i,
    core: i,
    determiner: null,
    possessor: null,
    pronoun: true,
    time: false,
    nameFrom: null,
  }
}

function commonPhrase(tokens: readonly Token[], from: number, owner: NounPhrase | null): NounPhrase | null {
  let i = from
  let determiner: string | null = null
  let possessor = owner
  if (!owner) {
    if (
      /^(?:all|both|half|such)$/.test(tokens[i]?.lower ?? '') &&
      (tokens[i + 1]?.pos === 'DET' || POSSESSIVES.has(tokens[i + 1]?.lower ?? ''))
    )
      i++
    const opener = tokens[i]
    if (!opener) return null
    if (
      opener.pos === 'DET' ||
      (/^(?:that|this|these|those|all|both|no)$/.test(opener.lower) &&
        startsNominal(tokens, i + 1) &&
        opener.pos !== 'SCONJ')
    ) {
      determiner = opener.lower
      i++
    } else if (opener.pos === 'PRON' && POSSESSIVES.has(opener.lower)) {
      possessor = {
        type: 'np',
        start: i,
        end: i + 1,
        head: i,
        core: i,
        determiner: null,
        possessor: null,
        pronoun: true,
        time: false,
        nameFrom: null,
      }
      i++
    }
  }
  const core = i
  let head = -1
  let end = i
  let nameFrom: number | null = null
  for (; i < tokens.length; i++) {
    const token = tokens[i]!
    const next = tokens[i + 1]
    if (
      head >= 0 &&
      /^(?:last|next|this|every|each|all|that)$/.test(token.lower) &&
      next &&
      (TIME_NOUNS.has(next.lower) || WEEKDAYS.has(next.lower) || MONTHS.has(next.lower))
    )
      break
    if (
      isQuote(token) &&
      (startsNominal(tokens, i + 1) || head >= 0) &&
      i - core < 8 &&
      (i === core || tokens.slice(core, i).some(isQuote))
    )
      continue
    if (token.pos === 'NOUN' || token.pos === 'PROPN' || token.pos === 'NUM' || token.pos === 'SYM') {
      if (token.pos === 'SYM' && !/^[$€£%#°+]$/.test(token.text)) break
      if (head >= 0 && token.pos === 'NOUN' && /^(?:yesterday|today|tomorrow|tonight)$/.test(token.lower)) break
      if (
        token.pos === 'NUM' &&
        head >= 0 &&
        next?.pos === 'NOUN' &&
        tokens[head]!.pos !== 'NUM' &&
        !MONTHS.has(tokens[head]!.lower) &&
        tokens[head]!.pos !== 'SYM' &&
        !/^(?:size|type|grade|level|class|phase|stage|version|chapter|room|gate|line|number|day|part|unit|port|route)$/.test(
          tokens[head]!.lower,
        )
      )
        break
      // "1,200 dollars" after "told Bob": a number does not continue a common noun, unless it names it ("room 12", "March 12").
      if (token.pos === 'PROPN' && head >= 0 && tokens[head]!.pos === 'NOUN' && nameFrom === null) nameFrom = i
      else if (token.pos === 'NOUN' && nameFrom !== null) nameFrom = null
      head = i
      end = i + 1
    } else if (token.pos === 'ADJ' || (token.pos === 'VERB' && head < 0 && i > core - 1 && modifies(tokens, i))) {
      if (head >= 0 && !continues(tokens, i)) break
      if (!continues(tokens, i) && head < 0) {
        // "the poor", "the latest": an adjective with a determiner can stand alone.
        if ((determiner === 'the' || (possessor && /(?:st|own)$/.test(token.lower))) && token.pos === 'ADJ') {
          head = i
          end = i + 1
        }
        break
      }
    } else if (token.pos === 'ADV' && continues(tokens, i) && head < 0 && !TIME_ADVERBS.has(token.lower)) {
    } else if (token.pos === 'CCONJ' && head < 0 && i > core && next?.pos === 'ADJ' && continues(tokens, i + 1)) {
    } else if (
      token.text === ',' &&
      head < 0 &&
      i > core &&
      tokens[i - 1]?.pos === 'ADJ' &&
      next?.pos === 'ADJ' &&
      continues(tokens, i + 1)
    ) {
    } else if (token.text === ',' && isDateComma(tokens, i, head)) {
    } else break
  }
  if (head < 0 && owner) return null
  if (head < 0) {
    if (determiner && /^(?:this|that|these|those|some|another|each)$/.test(determiner)) {
      return {
        type: 'np',
        start: from,
        end: core,
        head: core - 1,
        core: core - 1,
        determiner: null,
        possessor: null,
        pronoun: true,
        time: false,
        nameFrom: null,
      }
    }
    return null
  }
  const rate = rateEnd(tokens, end, head)
  const lower = tokens[head]!.lower
  // "twice a week", "a few weeks ago"
  const repeated =
    tokens[end]?.lower === 'ago' ||
    (determiner !== null && /^(?:once|twice|times)$/.test(tokens[from - 1]?.lower ?? ''))
  const time =
    owner === null &&
    (TIME_NOUNS.has(lower) || WEEKDAYS.has(lower) || isDate(tokens, core, end)) &&
    (repeated || isTimePhrase(tokens, from, end))
  return {
    type: 'np',
    start: owner ? owner.start : from,
    end: rate,
    head,
    core,
    determiner,
    possessor,
    pronoun: false,
    time,
    nameFrom,
  }
}
