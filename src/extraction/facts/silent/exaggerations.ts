import type { Clause } from '../../clauses/clause.ts'
import { isOfMe } from '../../clauses/is-said-of.ts'
import { isCopula } from '../../phrases/verb-group.ts'
import type { Token } from '../../tokens/token.ts'
import type { SilentRule } from './silent-rule.ts'

const KILLING = /^(?:kill|murder|slaughter|strangle|throttle|butcher|crucify|behead)(?:e?d|led)?$/

/** "kills", "got murdered" */
const isKilling = ({ verb }: Clause, tokens: readonly Token[]): boolean =>
  KILLING.test(verb.lemma) || (verb.passive && KILLING.test(tokens[verb.main]!.lower))

/** What is said for effect: it is not so, or not quite. */
export const EXAGGERATIONS: readonly SilentRule[] = [
  // "he's basically a child himself", "the foam was practically bread": it is not.
  {
    name: 'almost-is',
    when: ({ verb, end }, { analysis: { tokens } }) =>
      isCopula(verb) &&
      tokens
        .slice(verb.start, Math.max(end, verb.end + 2))
        .some(({ lower }) =>
          /^(?:basically|practically|virtually|essentially|literally|technically|kinda|sorta)$/.test(lower),
        ),
  },
  // "threw my shoes in the bin, more or less": less, then.
  {
    name: 'more-or-less',
    when: ({ verb }, { analysis: { tokens } }) => {
      const words = tokens.slice(verb.end).map(({ lower }) => lower)
      return words.some((word, i) => word === 'more' && words[i + 1] === 'or' && words[i + 2] === 'less')
    },
  },
  // "I died at 6", "I'm dead after the shift", "we got murdered at darts": whoever tells it is alive.
  {
    name: 'i-die',
    when: (clause, { analysis: { tokens } }) =>
      isOfMe(clause, tokens) &&
      (clause.verb.lemma === 'die' ||
        (clause.verb.passive && isKilling(clause, tokens)) ||
        // "dead against it", "dead on my feet"
        (isCopula(clause.verb) &&
          clause.adjectives.some(
            ({ start, end }) =>
              tokens[start]!.lower === 'dead' && !/^(?:against|on|set|to)$/.test(tokens[end]?.lower ?? ''),
          ))),
  },
  // "I killed Marcus in chapter nine", "my wife will kill me", "she will never forgive me": nobody dies, and all is forgiven.
  {
    name: 'nobody-is-killed',
    when: (clause, { analysis: { tokens } }) => {
      const { verb, objects } = clause
      const isMe = objects.some(({ np }) => /^(?:me|us)$/.test(tokens[np.head]!.lower))
      if (isMe && verb.modal === 'will' && /^(?:divorce|disown|forgive|lynch|haunt)$/.test(verb.lemma)) return true
      if (!isKilling(clause, tokens) || verb.passive) return false
      return isMe || (isOfMe(clause, tokens) && objects.some(({ np }) => tokens[np.head]!.pos === 'PROPN'))
    },
  },
  // "I have resigned in my head": and nowhere else.
  {
    name: 'only-in-my-head',
    when: (clause, { analysis: { tokens } }) =>
      isOfMe(clause, tokens) &&
      /^(?:resign|quit|leave|marry|divorce|fire|sell|move out)$/.test(clause.verb.lemma) &&
      clause.prepositions.some(
        ({ preposition, objects }) =>
          preposition === 'in' &&
          objects.some(
            ({ np }) =>
              np.possessor?.pronoun &&
              np.core === np.head &&
              /^(?:head|mind|imagination|dreams?)$/.test(tokens[np.head]!.lower),
          ),
      ),
  },
]
