import type { Lexicon } from '../lexicon.ts'
import { verbForm } from '../words/verb-forms.ts'
import { wordSet } from '../words/word-set.ts'
import type { Token } from './token.ts'

const NOMINAL = wordSet('NOUN PROPN PRON NUM')

export const OPENS_PHRASE = wordSet('DET PRON ADP NUM PROPN TO ADV NEG SYM SCONJ')

export const isNominal = (token: Token | undefined): boolean => token !== undefined && NOMINAL.has(token.pos)

export const isLower = (token: Token): boolean => token.text === token.lower

export const opensObject = (token: Token | undefined): boolean =>
  token !== undefined && (OPENS_PHRASE.has(token.pos) || token.pos === 'ADJ' || token.pos === 'NOUN')

export function isFiniteVerb(tokens: readonly Token[], i: number, lexicon: Lexicon): boolean {
  const token = tokens[i]!
  if (token.pos === 'AUX') return !/^(?:be|been|being|having)$/.test(token.lower)
  if (token.pos !== 'VERB') return false
  const form = verbForm(token, lexicon)
  if (form === 'ing' || form === 'en' || tokens[i - 1]?.pos === 'TO') return false
  return form !== 'base' || isNominal(tokens[i - 1]) || tokens[i - 1]?.pos === 'ADV' || i === 0
}

/** Can the word be a verb? The lexicon lacks some inflected forms ("coaches") whose base it knows. */
export const canBeVerb = (lower: string, lexicon: Lexicon): boolean =>
  lexicon.canBe(lower, 'VERB') || (/[^s]s$/.test(lower) && lexicon.canBe(lexicon.lemma(lower, 'NOUN'), 'VERB'))
