import type { Lexicon } from '../lexicon.ts'
import type { Token } from '../tokens/token.ts'
import { tagGenitive } from './genitives.ts'
import { tagInfinitive } from './infinitives.ts'
import { coordinatedGerund, coordinatedVerb, findMissingVerb, segments, verbAfterRelative } from './missing-verbs.ts'
import { tagNounOrVerb } from './noun-or-verb.ts'
import { contextAt } from './tag-rule.ts'
import { tagWordClass } from './word-classes.ts'

const BY_TOKEN = [tagWordClass, tagGenitive, tagInfinitive, tagNounOrVerb]

/**
 * Corrects the tags in place. The tagger before decides by few neighbours and takes most verbs after a name for nouns ("Emma lives in Lyon");
 * the lexicon, however, knows what each word can be, and a clause needs a verb.
 */
export function correctTags(tokens: Token[], lexicon: Lexicon): void {
  const contexts = tokens.map((_, i) => contextAt(tokens, i, lexicon))
  for (const tag of BY_TOKEN) for (const context of contexts) tag(context)
  for (const [from, to] of segments(tokens, lexicon)) findMissingVerb(tokens, from, to, lexicon)
  verbAfterRelative(tokens, lexicon)
  for (const context of contexts.slice(2)) coordinatedVerb(context)
  for (const context of contexts.slice(2, -1)) coordinatedGerund(context)
}
