import { relationByNoun } from '../../../domain/statement/relations.ts'
import { isCopula } from '../../phrases/verb-group.ts'
import { isGivenName } from '../../words/given-names.ts'
import type { SilentRule } from './silent-rule.ts'

/** Of these one has no two. */
const ONE_OF_A_KIND = /^(?:mum|mom|mam|mother|dad|father|wife|husband|nan|gran|grandad|grandpa|grandma|boss|landlord)s$/

/** Whose something is, in words that leave it in doubt. */
export const OWNERS: readonly SilentRule[] = [
  // "Sem's is Tim", "mine is red", "mums is the 28th": of what, is not said.
  {
    name: 'owner-without-thing',
    when: ({ subjects, subjectEnd, verb }, { analysis: { tokens } }) =>
      (subjectEnd < verb.start && tokens[subjectEnd]?.pos === 'POSS') ||
      subjects.some(({ np }) => {
        const { lower } = tokens[np.head]!
        if (/^(?:mine|yours|his|hers|ours|theirs)$/.test(lower)) return true
        return !np.determiner && ONE_OF_A_KIND.test(lower) && /^(?:is|was)$/.test(tokens[verb.start]!.lower)
      }),
  },
  // "car is dads", "the van is kayleighs", "studio was my mums": whose it is, without an apostrophe.
  {
    name: 'owner-without-apostrophe',
    when: ({ verb, objects }, { analysis: { tokens }, lexicon }) =>
      isCopula(verb) &&
      /^(?:is|was|'s)$/.test(tokens[verb.start]!.lower) &&
      objects.some(({ np }) => {
        const { lower } = tokens[np.head]!
        if (np.determiner || np.core !== np.head || !/[^s]s$/.test(lower)) return false
        if (np.possessor) return np.possessor.pronoun && ONE_OF_A_KIND.test(lower)
        return isGivenName(lower.slice(0, -1)) || relationByNoun(lexicon.lemma(lower, 'NOUN'))?.object === 'person'
      }),
  },
  // "Yusuf's bday is the 3rd, Elif's the 30th": her birthday is, and not she.
  {
    name: 'possessive-read-as-is',
    when: ({ verb, objects, subjects }, { analysis: { tokens } }) =>
      isCopula(verb) &&
      tokens[verb.start]!.lower === "'s" &&
      subjects.every(({ np }) => !np.pronoun && !np.possessor) &&
      objects.some(({ np }) => /^\d|^(?:first|second|third|fourth|last|next)$/.test(tokens[np.core]!.lower)),
  },
  // "Mason calls her Chili", "family made her clean windows", "I bring her soup": "her" may be whom it is done to, or whose something is.
  {
    name: 'her-or-hers',
    when: ({ verb, objects }, { analysis: { tokens } }) =>
      /^(?:call|name|make|bring|give|tell|show|lend|offer|hand|wish|serve|cook|owe|pay|send)$/.test(verb.lemma) &&
      objects.some(
        ({ np, end }) =>
          np.possessor?.pronoun &&
          tokens[np.possessor.head]!.lower === 'her' &&
          tokens[np.possessor.head + 1]?.lower !== 'own' &&
          tokens[end]?.pos !== 'ADP' &&
          tokens[end]?.pos !== 'TO',
      ),
  },
]
