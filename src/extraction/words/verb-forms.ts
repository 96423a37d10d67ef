import { IRREGULAR_BOTH, IRREGULAR_PARTICIPLES, IRREGULAR_PASTS } from '../../domain/statement/past-forms.ts'
import type { Lexicon } from '../lexicon.ts'
import type { Token } from '../tokens/token.ts'
import { wordMap, wordSet } from './word-set.ts'

/** `ed` may be past or participle ("called"); `past` and `en` are the irregular ones that can only be one of them ("wrote", "written"). */
export type VerbForm = 'base' | 's' | 'ed' | 'past' | 'en' | 'ing' | 'modal'

const MODALS = wordSet("can could will would shall should may might must 'll ca wo sha")
const BE_FORMS = wordSet("be am is are was were been being 'm 're")
const HAVE_FORMS = wordSet("have has had 've having")
const DO_FORMS = wordSet('do does did')
const PRESENT_FORMS = wordSet("am is are 's 'm 're has does")
/** They end like a progressive and are none. */
const BASE_IN_ING = wordSet('bring sing string swing ring')

export const isModal = (token: Token): boolean => MODALS.has(token.lower)
export const isBe = (token: Token): boolean =>
  BE_FORMS.has(token.lower) || (token.lower === "'s" && token.pos === 'AUX')
export const isHave = (token: Token): boolean => HAVE_FORMS.has(token.lower)
export const isDo = (token: Token): boolean => DO_FORMS.has(token.lower)

export function verbForm({ lower }: Token, lexicon: Lexicon): VerbForm {
  if (MODALS.has(lower)) return 'modal'
  if (PRESENT_FORMS.has(lower)) return 's'
  if (lower.endsWith('ing') && lower.length > 4 && !BASE_IN_ING.has(lower)) return 'ing'
  if (IRREGULAR_PARTICIPLES.has(lower)) return 'en'
  if (IRREGULAR_PASTS.has(lower)) return 'past'
  if (OWN_LEMMAS.get(lower) === lower) return 'base'
  const lemma = lexicon.lemma(lower, 'VERB')
  if (lemma === lower)
    return /[^aeious]ed$/.test(lower) && lower.length > 4 && !lexicon.canBe(lower, 'NOUN') ? 'ed' : 'base'
  return lower.endsWith('s') && !lower.endsWith('ss') ? 's' : 'ed'
}

/** A form that can be a past participle: "called", "written", "made". */
export function isParticiple(token: Token, lexicon: Lexicon): boolean {
  const form = verbForm(token, lexicon)
  return form === 'ed' || form === 'en' || IRREGULAR_BOTH.has(token.lower)
}

/** Where the lexicon has no answer, or another verb's: "rent" is no past of "rend", "would" no form of "will". */
const OWN_LEMMAS = wordMap(
  `rent:rent found:find left:leave felt:feel lay:lie would:would could:could should:should might:might may:may must:must can:can will:will
  shall:shall saw:see bore:bear wound:wind ground:grind does:do saying:say worshipped:worship done:do doing:do gon:go wan:want ca:can wo:will
  'll:will 'd:would`,
)

/** The base form of a verb, auxiliaries included. */
export function verbLemma(token: Token, lexicon: Lexicon): string {
  const own = OWN_LEMMAS.get(token.lower)
  if (own) return own
  if (isBe(token)) return 'be'
  if (isHave(token)) return 'have'
  if (isDo(token)) return 'do'
  return lexicon.lemma(token.lower, 'VERB')
}
