import type { Lexicon } from '../lexicon.ts'
import type { Token } from '../tokens/token.ts'
import { IRREGULAR_PARTICIPLES, IRREGULAR_PASTS } from './word-lists.ts'

/** `ed` may be past or participle ("called"); `past` and `en` are the irregular ones that can only be one of them ("wrote", "written"). */
export type VerbForm = 'base' | 's' | 'ed' | 'past' | 'en' | 'ing' | 'modal'

const MODALS = new Set([
  'can',
  'could',
  'will',
  'would',
  'shall',
  'should',
  'may',
  'might',
  'must',
  "'ll",
  'ca',
  'wo',
  'sha',
])

export const isModal = (token: Token): boolean => MODALS.has(token.lower)

export function verbForm(token: Token, lexicon: Lexicon): VerbForm {
  const { lower } = token
  if (MODALS.has(lower)) return 'modal'
  if (
    lower === 'am' ||
    lower === 'is' ||
    lower === 'are' ||
    lower === "'s" ||
    lower === "'m" ||
    lower === "'re" ||
    lower === 'has' ||
    lower === 'does'
  )
    return 's'
  if (lower === 'was' || lower === 'were' || lower === 'did') return 'past'
  if (lower === 'been') return 'en'
  if (
    lower.endsWith('ing') &&
    lower.length > 4 &&
    lower !== 'bring' &&
    lower !== 'sing' &&
    lower !== 'string' &&
    lower !== 'swing' &&
    lower !== 'ring'
  )
    return 'ing'
  if (IRREGULAR_PARTICIPLES.has(lower)) return 'en'
  if (IRREGULAR_PASTS.has(lower)) return 'past'
  const lemma = lexicon.lemma(lower, 'VERB')
  if (lemma === lower)
    return /[^aeious]ed$/.test(lower) && lower.length > 4 && !lexicon.canBe(lower, 'NOUN') ? 'ed' : 'base'
  return lower.endsWith('s') && !lower.endsWith('ss') ? 's' : 'ed'
}

/** Where the lexicon's answer is another verb's: "rent" is no past of "rend", "would" no form of "will". */
const OWN_LEMMAS = new Map<string, string>(
  Object.entries({
    rent: 'rent',
    found: 'find',
    left: 'leave',
    felt: 'feel',
    lay: 'lie',
    would: 'would',
    could: 'could',
    should: 'should',
    might: 'might',
    may: 'may',
    must: 'must',
    can: 'can',
    will: 'will',
    shall: 'shall',
    saw: 'see',
    bore: 'bear',
    wound: 'wind',
    ground: 'grind',
    does: 'do',
    saying: 'say',
    worshipped: 'worship',
  }),
)

const BE_FORMS = new Set(['be', 'am', 'is', 'are', 'was', 'were', 'been', 'being', "'m", "'re"])

const HAVE_FORMS = new Set(['have', 'has', 'had', "'ve", 'having'])

const DO_FORMS = new Set(['do', 'does', 'did'])

export const isBe = (token: Token): boolean =>
  BE_FORMS.has(token.lower) || (token.lower === "'s" && token.pos === 'AUX')

export const isHave = (token: Token): boolean => HAVE_FORMS.has(token.lower)

export const isDo = (token: Token): boolean => DO_FORMS.has(token.lower)

/** The base form of a verb, auxiliaries included. */
export function verbLemma(token: Token, lexicon: Lexicon): string {
  const own = OWN_LEMMAS.get(token.lower)
  if (own) return own
  if (isBe(token)) return 'be'
  if (isHave(token)) return 'have'
  if (isDo(token) || token.lower === 'done' || token.lower === 'doing') return 'do'
  if (token.lower === 'gon') return 'go'
  if (token.lower === 'wan') return 'want'
  if (token.lower === 'ca') return 'can'
  if (token.lower === 'wo' || token.lower === "'ll") return 'will'
  if (token.lower === "'d") return 'would'
  return lexicon.lemma(token.lower, 'VERB')
}
