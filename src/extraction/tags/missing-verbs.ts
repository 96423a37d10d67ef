import type { Lexicon } from '../lexicon.ts'
import type { Token } from '../tokens/token.ts'
import { canBeVerb, isFiniteVerb, isLower, isNominal, OPENS_PHRASE, opensObject } from '../tokens/token-tests.ts'
import { verbForm } from '../words/verb-forms.ts'
import { DOUBTING, POSSESSIVES, REPORTING, TIME_NOUNS } from '../words/word-lists.ts'

/** Stretches that hold one clause at most: between punctuation, conjunctions and relative words. */
export function segments(tokens: readonly Token[], lexicon: Lexicon): [number, number][] {
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
export function coordinatedGerund(tokens: Token[], i: number, lexicon: Lexicon): void {
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
  if (parallel && canBeVerb(token.lower, lexicon)) token.pos = 'VERB'
}

/** "works at Fjord and lives in Bodø", "Marek, who works at Vodní, lives in Brno": a verb goes on where a verb form has gone before. */
export function coordinatedVerb(tokens: Token[], i: number, lexicon: Lexicon): void {
  const token = tokens[i]!
  const before = tokens[i - 1]!
  const next = tokens[i + 1]
  if (
    token.pos === 'NOUN' &&
    before.pos === 'CCONJ' &&
    isLower(token) &&
    canBeVerb(token.lower, lexicon) &&
    verbForm(token, lexicon) === 'base' &&
    next !== undefined &&
    (next.pos === 'ADP' || next.pos === 'DET' || (before.lower === 'but' && isNominal(next))) &&
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
    !canBeVerb(token.lower, lexicon) ||
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

/** "The neighbour who plays the tuba lives upstairs": the noun before "who" still wants its verb after the relative clause has had its own. */
export function verbAfterRelative(tokens: Token[], lexicon: Lexicon): void {
  const at = tokens.findIndex(
    (token, i) => i > 0 && /^(?:who|which|that)$/.test(token.lower) && isNominal(tokens[i - 1]),
  )
  if (at < 0 || tokens[at + 1]?.pos === 'PRON' || tokens.slice(0, at).some((_, i) => isFiniteVerb(tokens, i, lexicon)))
    return
  const first = tokens.findIndex((_, i) => i > at && isFiniteVerb(tokens, i, lexicon))
  if (first < 0 || tokens.some((_, i) => i > first && isFiniteVerb(tokens, i, lexicon) && tokens[first]!.pos !== 'AUX'))
    return
  const second = tokens.findIndex(
    (token, i) =>
      i > first + 1 &&
      token.pos === 'NOUN' &&
      isLower(token) &&
      isNominal(tokens[i - 1]) &&
      canBeVerb(token.lower, lexicon) &&
      verbForm(token, lexicon) === 's' &&
      tokens[i + 1] !== undefined &&
      (OPENS_PHRASE.has(tokens[i + 1]!.pos) || tokens[i + 1]!.pos === 'ADJ'),
  )
  if (second > 0) tokens[second]!.pos = 'VERB'
}

/** A stretch with a subject and no verb at all: the word that can be a verb and stands where one is wanted is the verb. */
export function findMissingVerb(tokens: Token[], from: number, to: number, lexicon: Lexicon): void {
  for (let i = from; i < to; i++) if (isFiniteVerb(tokens, i, lexicon)) return
  const coordinated = tokens[from - 1]?.pos === 'CCONJ' && isNominal(tokens[from - 2])
  const alone = !tokens.some((_, i) => (i < from || i >= to) && isFiniteVerb(tokens, i, lexicon))
  for (let i = from + 1; i < to; i++) {
    const token = tokens[i]!
    if (token.pos === 'VERB' || !isLower(token) || !canBeVerb(token.lower, lexicon) || TIME_NOUNS.has(token.lower))
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
