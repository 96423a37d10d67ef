import { relationByNoun } from '../../../domain/statement/relations.ts'
import type { NounPhrase } from '../../phrases/noun-phrase.ts'
import { isPersonNoun } from '../../words/person-nouns.ts'
import { FEMININE, MASCULINE } from '../../words/word-lists.ts'
import type { Silence } from '../fact-rule.ts'
import { FIGURES } from '../figures-of-speech.ts'
import type { VerbReading } from '../headlines.ts'
import { isIdiom } from '../idioms.ts'
import { isPlural, roleNoun } from '../mentions.ts'

/** "a teapot", "a monster" and, of myself, "my mother" */
function isNothingForPeople({ reading, tokens, subject }: Omit<VerbReading, 'clause'>, np: NounPhrase): boolean {
  const { text, lower } = tokens[np.head]!
  const isMe = subject.mention?.kind === 'user'
  const who = subject.argument.np
  const isSomebody =
    !who.pronoun && who.nameFrom === null && relationByNoun(roleNoun(reading, who))?.object === 'person'
  if (!isMe && !isSomebody) return false
  const one = isPersonNoun(lower) ? lower : reading.lexicon.lemma(lower, 'NOUN')
  // "I became my own boss"
  if (np.possessor)
    return (
      isMe &&
      np.possessor.pronoun &&
      tokens[np.possessor.head]!.lower === 'my' &&
      np.core === np.head &&
      (FEMININE.has(one) || MASCULINE.has(one))
    )
  if (!/^an?$/.test(np.determiner ?? '')) return false
  return (
    FIGURES.has(lower) || (np.core === np.head && text === lower && reading.lexicon.knows(lower) && !isPersonNoun(one))
  )
}

/** What nobody means as they say it. */
export const VERBS_IN_JEST: readonly Silence<VerbReading>[] = [
  // "Dad calls me champ": what one of them calls me is a joke of theirs.
  {
    name: 'calls-me-something',
    when: ({ reading, clause: { verb, subjects, objects, second }, tokens }) =>
      verb.lemma === 'call' &&
      second.some(({ np }) => /^(?:me|us)$/.test(tokens[np.head]!.lower)) &&
      !subjects.some(({ np }) => isPlural(reading, np)) &&
      objects.some(({ np }) => tokens[np.head]!.pos !== 'PROPN'),
  },
  { name: 'idiom', when: ({ clause, tokens }) => isIdiom(clause, tokens) },
  // "I became a teapot", "turned into a tea-less monster", "I've become my mother": people are what people can be.
  {
    name: 'becomes-in-jest',
    when: ({ clause: { verb, objects, prepositions }, ...at }) => {
      const into = prepositions.find(({ preposition }) => preposition === 'into')
      const become = verb.lemma === 'become' ? objects[0] : verb.lemma === 'turn' ? into?.objects[0] : undefined
      return become !== undefined && isNothingForPeople(at, become.np)
    },
  },
  // "I could strangle him", "we want to die": nobody means it.
  {
    name: 'exaggerates',
    when: ({ clause: { verb } }) =>
      /^(?:strangle|murder|kill|throttle|die|scream|explode|marry|adopt)$/.test(verb.lemma) &&
      verb.chain.some((lemma) => /^(?:want|need|wan)$/.test(lemma)),
  },
]
