import type { Lexicon } from '../lexicon.ts'
import type { Token } from '../tokens/token.ts'
import { isLower, opensObject } from '../tokens/token-tests.ts'
import { verbForm } from '../words/verb-forms.ts'
import { possessiveS } from './genitives.ts'
import { coordinatedGerund, coordinatedVerb, findMissingVerb, segments, verbAfterRelative } from './missing-verbs.ts'
import { nounOrVerb } from './noun-or-verb.ts'
import { closedClasses } from './word-classes.ts'

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
  verbAfterRelative(tokens, lexicon)
  for (let i = 2; i < tokens.length; i++) coordinatedVerb(tokens, i, lexicon)
  for (let i = 2; i < tokens.length - 1; i++) coordinatedGerund(tokens, i, lexicon)
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
    (next.pos === 'VERB' ||
      next.pos === 'AUX' ||
      lexicon.canBe(next.lower, 'VERB') ||
      /^(?:showcase|network|fundraise|livestream|upskill|google|text|email|message|brainstorm|journal|parent|host)$/.test(
        next.lower,
      )) &&
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
