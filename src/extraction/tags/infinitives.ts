import type { Lexicon } from '../lexicon.ts'
import type { Token } from '../tokens/token.ts'
import { isLower, opensObject } from '../tokens/token-tests.ts'
import { verbForm } from '../words/verb-forms.ts'
import { wordSet } from '../words/word-set.ts'
import { retag, type TokenContext } from './tag-rule.ts'

/** Verbs that the lexicon takes for nouns only. */
const NEW_VERBS = wordSet(
  'showcase network fundraise livestream upskill google text email message brainstorm journal parent host',
)
/** "go to work", "allergic to nuts": what follows is where or what, not what is done. */
const BEFORE_NOUN = wordSet(
  'go goes went going gone come came get got back drive drove walk walked ride cycle commute travel allergic addicted',
)

/** Is this "to" a preposition ("to Oslo") or part of an infinitive ("to leave")? */
export function tagInfinitive(at: TokenContext): void {
  const { tokens, i, token, lexicon } = at
  if (token.lower === 'na' || token.lower === 'ta') retag(token, 'TO', 'to-in-gonna')
  if (token.lower !== 'to') return
  let j = i + 1
  while (tokens[j]?.pos === 'ADV' || tokens[j]?.pos === 'NEG') j++
  const verb = tokens[j]
  if (verb && canBeInfinitive(verb, lexicon) && !isNounAfterTo(at, j)) {
    retag(token, 'TO', 'to-before-verb')
    if (verb.pos !== 'AUX') retag(verb, 'VERB', 'infinitive-after-to')
  } else retag(token, 'ADP', 'to-before-noun')
}

/** "coming to japan": the lexicon knows a verb, to lacquer. */
const canBeInfinitive = (word: Token, lexicon: Lexicon): boolean =>
  isLower(word) &&
  word.lower !== 'japan' &&
  (word.pos === 'VERB' || word.pos === 'AUX' || lexicon.canBe(word.lower, 'VERB') || NEW_VERBS.has(word.lower)) &&
  verbForm(word, lexicon) === 'base'

function isNounAfterTo({ tokens, token, previous, lexicon }: TokenContext, at: number): boolean {
  const word = tokens[at]!
  if (word.pos === 'AUX' || !lexicon.canBe(word.lower, 'NOUN')) return false
  if (previous && BEFORE_NOUN.has(previous.lower)) return true
  return token.pos === 'ADP' && word.pos === 'NOUN' && !opensObject(tokens[at + 1])
}
