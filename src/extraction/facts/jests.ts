import type { NounPhrase } from '../phrases/noun-phrase.ts'
import { isPersonNoun, NATIONAL } from '../words/person-nouns.ts'
import { TIME_NOUNS } from '../words/word-lists.ts'
import { wordSet } from '../words/word-set.ts'
import type { Reading } from './reading.ts'

/** What nobody gets a rash from. Data, not complete. */
const NO_ALLERGENS = wordSet(
  `nonsense bullshit drama people work fun talk gossip effort exercise paperwork meeting commitment responsibility stupidity bureaucracy hype rule authority
  deadline crowd noise child kid criticism compliment boredom admin email jargon marketing housework mess chaos silence queue school politics music romance love`,
)
const LOVED = /^(?:sweetheart|darling|ex|love|crush|idiot|angel|saint|hero|one|catch)$/
const LANGUAGES = /^(?:languages?|dialects?|tongues?|words?|slang|patois|creole|pidgin|sign|bit|little|some)$/

/** A common noun in small letters, and no name, code or number. */
function plainNoun({ analysis: { tokens }, lexicon }: Reading, np: NounPhrase): string | null {
  const { text, lower, pos } = tokens[np.head]!
  if (np.pronoun || np.nameFrom !== null || pos !== 'NOUN' || text !== lower) return null
  const one = isPersonNoun(lower) ? lower : lexicon.lemma(lower, 'NOUN')
  return lexicon.knows(lower) || lexicon.knows(one) ? one : null
}

const isThing = (reading: Reading, np: NounPhrase): boolean => {
  const one = plainNoun(reading, np)
  return one !== null && !isPersonNoun(one) && !LOVED.test(one)
}

/** Objects that a relation has only in jest: "married to my job", "speaks sarcasm", "allergic to mornings". */
const IN_JEST: Readonly<Record<string, (reading: Reading, np: NounPhrase) => boolean>> = {
  married_to: isThing,
  divorced: isThing,
  speaks: (reading, np) => {
    const one = plainNoun(reading, np)
    return one !== null && !LANGUAGES.test(one) && !NATIONAL.test(one)
  },
  allergic_to: (reading, np) => {
    const one = plainNoun(reading, np)
    return np.time || (one !== null && (NO_ALLERGENS.has(one) || TIME_NOUNS.has(one)))
  },
}

export const isInJest = (reading: Reading, relation: string | undefined, np: NounPhrase): boolean =>
  relation !== undefined && (IN_JEST[relation]?.(reading, np) ?? false)

/** "allergic to being told", "to cleaning her room"; but "to washing powder" */
export const isDoneInJest = (
  { analysis: { tokens } }: Reading,
  relation: string | undefined,
  { start }: { readonly start: number },
): boolean =>
  relation === 'allergic_to' &&
  (tokens[start]!.lower === 'being' ||
    /^(?:DET|PRON)$/.test(tokens[start + 1]?.pos ?? '') ||
    /^(?:up|out|down)$/.test(tokens[start + 1]?.lower ?? ''))
