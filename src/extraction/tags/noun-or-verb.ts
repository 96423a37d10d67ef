import { LETTER } from '../../runtime/pattern.ts'
import type { Lexicon } from '../lexicon.ts'
import type { Token } from '../tokens/token.ts'
import { isFiniteVerb, isLower, isNominal, opensObject } from '../tokens/token-tests.ts'
import { isBe, isDo, isHave, isModal, verbForm } from '../words/verb-forms.ts'
import { IRREGULAR_BOTH, POSSESSIVES, SUBJECT_PRONOUNS } from '../words/word-lists.ts'

export function nounOrVerb(tokens: Token[], i: number, lexicon: Lexicon): void {
  const token = tokens[i]!
  if (token.pos === 'AUX' || !LETTER().test(token.text)) return
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
  // "Juggling two jobs is hard": a sentence that opens with a doing and its object.
  if (token.pos !== 'VERB' && form === 'ing' && i === 0 && next && (next.pos === 'DET' || POSSESSIVES.has(next.lower)))
    token.pos = 'VERB'
  // "dreams of opening a café": after a preposition, -ing with an object is a doing.
  if (
    token.pos !== 'VERB' &&
    form === 'ing' &&
    before?.pos === 'ADP' &&
    next &&
    (next.pos === 'DET' || POSSESSIVES.has(next.lower))
  )
    token.pos = 'VERB'
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
    else if (!canVerb && canNoun && before.pos !== 'TO' && lexicon.knows(token.lower) && form === 'base')
      token.pos = 'NOUN'
  }
  if (token.pos === 'ADJ' && canNoun && before && closesPhrase(next) && isOpened(tokens, i)) token.pos = 'NOUN'
  if (token.lower === 'her' && next && !isNominal(next) && next.pos !== 'ADJ') token.pos = 'PRON'
}

/** "our flat has", "the spare key is": where a noun phrase must end, what can be a noun is one. */
const closesPhrase = (next: Token | undefined): boolean =>
  next === undefined ||
  /^[.!?,;]$/.test(next.text) ||
  (/^(?:AUX|VERB|ADP|NEG)$/.test(next.pos) && !/(?:ing|ed)$/.test(next.lower))

function isOpened(tokens: readonly Token[], i: number): boolean {
  const opens = (token: Token | undefined) =>
    token !== undefined && (POSSESSIVES.has(token.lower) || /^(?:the|a|an)$/.test(token.lower))
  const before = tokens[i - 1]!
  return opens(before) || ((before.pos === 'ADJ' || before.pos === 'PROPN') && opens(tokens[i - 2]))
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
