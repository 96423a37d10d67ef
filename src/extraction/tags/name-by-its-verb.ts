import { relationByNoun } from '../../domain/statement/relations.ts'
import { isLower } from '../tokens/token-tests.ts'
import { isGivenName } from '../words/given-names.ts'
import { verbForm } from '../words/verb-forms.ts'
import { FEMININE, MASCULINE, NAMES_THAT_ARE_WORDS } from '../words/word-lists.ts'
import { wordSet } from '../words/word-set.ts'
import type { TokenContext } from './tag-rule.ts'

/** What only a person or an animal does. */
const ALIVE = wordSet(
  `lives loves hates enjoys adores prefers studies teaches speaks drinks eats smokes marries married graduated retired cooks wears thinks believes knows
  swims snores cried laughed phoned sings dances`,
)
/** What a word does that is often a name. */
const PERSONS_DO = wordSet(
  'likes wants works plays says said told asked called texted rang emailed replied moved visited wrote died',
)
/** What only a person is. */
const PERSONAL = wordSet(
  'allergic vegan vegetarian pregnant married engaged divorced widowed retired coeliac diabetic lactose gluten dyslexic autistic asthmatic',
)
/** Many do it together, and one word names them all. */
const GROUPS = wordSet(
  `team staff management everybody everyone nobody somebody someone government family class audience crowd public congress parliament legal finance
  marketing sales support research science industry society church council`,
)

/**
 * "Saga lives in Porto", "Hope called", "Will is allergic to nuts": at the start of a sentence a capital tells no name, but what is said of it
 * does. A word that is often a name needs a verb that agrees with it; any other needs one of the living.
 */
export function isNameByItsVerb({ tokens, token, i, next, lexicon }: TokenContext): boolean {
  if (i > 0 || isLower(token) || !next || !isLower(next) || !/^[A-Z][a-z]+$/.test(token.text)) return false
  const { lower } = token
  const oftenName = isGivenName(lower) || NAMES_THAT_ARE_WORDS.has(lower)
  if (/^(?:is|was)$/.test(next.lower)) {
    const said = tokens[i + 2]
    return oftenName && said !== undefined && (PERSONAL.has(said.lower) || /^\d{1,2}$/.test(said.text))
  }
  // "Will has": no auxiliary stands before another form than the base. "Bill came" may be one to pay.
  if (lower === 'will') return lexicon.canBe(next.lower, 'VERB') && /^(?:s|ed|past)$/.test(verbForm(next, lexicon))
  if (oftenName) return ALIVE.has(next.lower) || PERSONS_DO.has(next.lower)
  return (
    ALIVE.has(next.lower) &&
    lexicon.lemma(lower, 'NOUN') === lower &&
    !GROUPS.has(lower) &&
    !MASCULINE.has(lower) &&
    !FEMININE.has(lower) &&
    relationByNoun(lower) === undefined &&
    !/(?:er|or|ist|ian|ant|ent|man|woman|people|body|one|ing|tion|ity|ness)$/.test(lower)
  )
}
