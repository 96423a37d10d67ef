import { wordSet } from '../../words/word-set.ts'
import type { Silence } from '../fact-rule.ts'
import { hasRelation, isShortPassive, type VerbReading } from '../headlines.ts'
import { isNaming } from '../naming-facts.ts'
import { GIVING_VERBS } from './giving-verbs.ts'

/** "our dog was prescribed eye drops", "she was voted president" */
const MAKES_WHAT = wordSet('prescribe diagnose promote vote crown declare deem label')

const KINDS_OF_THINGS = wordSet(
  'shared quoted dried smoked baked grilled stuffed steamed boiled roasted fried mixed assorted frozen',
)

/** Whether it did something, or something was done to it, is in doubt. */
export const DOUBTFUL_PASSIVES: readonly Silence<VerbReading>[] = [
  { name: 'headline-passive', when: isShortPassive },
  // "issue 512 quoted newlines", "the lab shared memory", "the feed is dried blood": which kind of it, and nothing that was done.
  {
    name: 'participle-of-a-thing',
    when: ({ tokens, clause: { verb, objects }, subject }) =>
      (KINDS_OF_THINGS.has(tokens[verb.main]!.lower) ||
        (verb.passive && !subject.personal && !GIVING_VERBS.has(verb.lemma) && !MAKES_WHAT.has(verb.lemma))) &&
      !verb.particle &&
      !subject.argument.np.pronoun &&
      objects.length > 0 &&
      objects[0]!.np.start === verb.end &&
      objects[0]!.np.core === objects[0]!.np.start &&
      tokens[objects[0]!.np.core]!.pos !== 'NUM' &&
      tokens[objects[0]!.np.head]!.pos === 'NOUN' &&
      !subject.personal,
  },
  // "Steve's sold to the mob", "Bo's handed in her notice": has he done it, or was it done to him?
  {
    name: 'is-or-has',
    when: ({ tokens, clause, key, subject, agent }) =>
      clause.verb.passive &&
      clause.verb.lemma !== 'go' &&
      agent === undefined &&
      tokens[clause.verb.start]!.lower === "'s" &&
      tokens[clause.verb.start + 1]!.lower !== 'been' &&
      (subject.personal || tokens[subject.argument.np.head]!.pos === 'PROPN') &&
      (clause.prepositions.length > 0 || clause.objects.length > 0 || clause.verb.particle) &&
      !hasRelation(key, clause),
  },
  // "Bo elected president", "BZ11 located WDH": it was done to them.
  {
    name: 'short-passive-with-noun',
    when: ({ tokens, clause: { verb, objects } }) =>
      /^(?:elect|appoint|locate|rate|base)$/.test(verb.lemma) &&
      verb.main === verb.start &&
      verb.past &&
      objects.some(({ np }) => !np.determiner && !np.possessor && !np.pronoun && tokens[np.core]!.pos !== 'NUM') &&
      objects.length === 1,
  },
  // "vitz sold 51k": for so much, and not so many.
  {
    name: 'sold-for',
    when: ({ tokens, clause: { verb, objects }, subject }) =>
      verb.lemma === 'sell' &&
      !subject.personal &&
      !subject.argument.np.pronoun &&
      objects.some(({ np, end }) => tokens[np.core]!.pos === 'NUM' && np.core === np.head && end === np.end),
  },
  // "a radio with a transformer wound by Bo": the transformer is.
  {
    name: 'made-by',
    when: ({ clause, key }) => clause.marker === 'en' && !isNaming(clause) && !hasRelation(key, clause),
  },
  // "Captain Lyle renamed Captain Pym": who renamed whom is not said.
  {
    name: 'renamed-in-short',
    when: ({ clause: { verb, second, objects } }) =>
      verb.lemma === 'rename' &&
      second.length === 0 &&
      objects.length === 1 &&
      objects[0]!.np.possessor === null &&
      objects[0]!.np.determiner === null,
  },
]
