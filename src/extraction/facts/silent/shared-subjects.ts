import { IRREGULAR_BOTH } from '../../../domain/statement/past-forms.ts'
import { relationByNoun } from '../../../domain/statement/relations.ts'
import type { Clause } from '../../clauses/clause.ts'
import type { Token } from '../../tokens/token.ts'
import { TIME_NOUNS } from '../../words/word-lists.ts'
import { kindOf, roleNoun } from '../mentions.ts'
import type { SilentRule } from './silent-rule.ts'

/** The token before the verb, over adverbs. */
function beforeVerb({ verb }: Clause, tokens: readonly Token[]): Token | undefined {
  let i = verb.start - 1
  while (tokens[i]?.pos === 'ADV') i--
  return tokens[i]
}

/** "needs", "has", "is": with "I" or "we" before it, somebody else does. */
const isThirdPerson = ({ verb }: Clause, tokens: readonly Token[]): boolean => {
  const first = tokens[verb.start]!.lower
  if (/^(?:is|has|does|'s)$/.test(first)) return true
  return verb.main === verb.start && /[^s]s$/.test(first) && first !== verb.lemma && !verb.past
}

/** So many words after its subject a verb that shares it is no longer sure to. */
const FAR = 18

/** Words and marks. */
const LONGEST = 50

/** A verb whose subject was left out takes one that stands nearby, and it need not be the right one. */
export const SHARED_SUBJECTS: readonly SilentRule[] = [
  // "Tolka wanted 3,050 in the end, shopped around, went with Glandore": after a comma only a person goes on for sure.
  {
    name: 'subject-over-comma',
    when: (clause, reading) =>
      clause.sharesSubject &&
      beforeVerb(clause, reading.analysis.tokens)?.text === ',' &&
      clause.subjects.some(
        ({ np }) =>
          !np.pronoun &&
          kindOf(reading, np) !== 'person' &&
          np.nameFrom === null &&
          relationByNoun(roleNoun(reading, np))?.object !== 'person',
      ),
  },
  // "moved my pension, took five weeks": the moving did.
  {
    name: 'took-so-long',
    when: ({ sharesSubject, verb, objects }, { analysis: { tokens } }) =>
      sharesSubject &&
      tokens[verb.start - 1]?.text === ',' &&
      /^(?:take|cost|last|weigh)$/.test(verb.lemma) &&
      objects.some(({ np }) => tokens[np.core]!.pos === 'NUM' || TIME_NOUNS.has(tokens[np.head]!.lower)),
  },
  // In a sentence that runs on and on, the last subject need not be the one.
  {
    name: 'subject-far-away',
    when: ({ sharesSubject, verb, subjects }) => sharesSubject && subjects.some(({ np }) => verb.start - np.end > FAR),
  },
  // "we are in Grado then, needs a cool bag", "we have plenty, tissues for Bo": the verb is of somebody else, or a noun.
  {
    name: 'does-not-agree-with-pronoun',
    when: (clause, { analysis: { tokens } }) =>
      clause.sharesSubject &&
      clause.subjects.some(({ np }) => /^(?:i|we|you|they)$/.test(tokens[np.head]!.lower)) &&
      isThirdPerson(clause, tokens),
  },
  // "sent a photo, freshly painted posts and a bill": after a comma a participle may describe what follows.
  {
    name: 'participle-after-comma',
    when: ({ verb, sharesSubject }, { analysis: { tokens } }) =>
      sharesSubject &&
      tokens[verb.start - 1]?.text === ',' &&
      /^(?:NOUN|ADP|ADJ|NUM)$/.test(tokens[verb.end]?.pos ?? '') &&
      (/ed$/.test(tokens[verb.main]!.lower) || IRREGULAR_BOTH.has(tokens[verb.main]!.lower)),
  },
  // "got a puppy, named Porridge": the puppy is.
  {
    name: 'name-after-comma',
    when: ({ verb, sharesSubject, second }, { analysis: { tokens } }) =>
      sharesSubject &&
      second.length === 0 &&
      tokens[verb.start - 1]?.text === ',' &&
      /^(?:named|called|titled|nicknamed)$/.test(tokens[verb.start]!.lower),
  },
  // In a sentence that runs on like this, nobody knows whom a verb without a subject or with a pronoun belongs to.
  {
    name: 'runs-on',
    when: ({ role, sharesSubject, subjects }, { analysis: { tokens } }) =>
      tokens.length > LONGEST &&
      (sharesSubject ||
        role === 'relative' ||
        subjects.some(({ np }) => np.pronoun && !/^(?:i|we)$/.test(tokens[np.head]!.lower))),
  },
]
