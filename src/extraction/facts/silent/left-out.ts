import { LETTER_OR_DIGIT } from '../../../runtime/pattern.ts'
import { isCopula } from '../../phrases/verb-group.ts'
import type { SilentRule } from './silent-rule.ts'

/** What it is about is left out, or stands before or behind the clause. */
export const LEFT_OUT: readonly SilentRule[] = [
  // "told the in-laws": it does not say what.
  {
    name: 'tells-whom-but-not-what',
    when: ({ verb, end, objects, second }, { analysis: { tokens } }) =>
      /^(?:tell|inform)$/.test(verb.lemma) &&
      !verb.passive &&
      objects.length === 1 &&
      second.length === 0 &&
      objects[0]!.end === end &&
      !/^(?:lies?|truth|jokes?|story|stories|fortunes?)$/.test(tokens[objects[0]!.np.head]!.lower) &&
      !(tokens[end] && LETTER_OR_DIGIT().test(tokens[end].text)),
  },
  // "heard from a colleague", "I borrowed from Andrei", "Aoife pointed out to me", "heard on the bus that …": it does not say what.
  {
    name: 'what-is-left-out',
    when: ({ verb, objects, prepositions, gerunds, end }, { analysis: { tokens } }) =>
      verb.past &&
      /^(?:hear|borrow|buy|order|point out)$/.test(verb.lemma) &&
      !verb.passive &&
      objects.length === 0 &&
      gerunds.length === 0 &&
      (tokens[end]?.lower === 'that' ||
        prepositions.some(({ preposition }) => /^(?:from|about|of|to)$/.test(preposition))),
  },
  // "now i can't without music": what one can, is not said.
  {
    name: 'modal-alone',
    when: ({ verb }) => /^(?:can|could|will|would|must|should|may|might|shall)$/.test(verb.lemma),
  },
  // "I found the form: it's HR-22", "I've noted the change: …": what it is comes behind the colon.
  {
    name: 'announces-it',
    when: (clause, { analysis: { tokens } }) =>
      /^(?:find|note)$/.test(clause.verb.lemma) &&
      tokens[clause.end]?.text === ':' &&
      clause.objects.some(({ np, end }) => end === clause.end && np.determiner === 'the'),
  },
  // "long day so here's a long message": something is handed over, and nothing is said of the day.
  {
    name: 'here-it-is',
    when: ({ verb, subjectEnd }, { analysis: { tokens } }) =>
      isCopula(verb) && tokens.slice(subjectEnd + 1, verb.end).some(({ lower }) => lower === 'here'),
  },
  // "Both job cards are saved", "all clients are informed": what is in them stands in another clause.
  {
    name: 'is-noted',
    when: ({ verb, subjects, adjectives, prepositions }, { analysis: { tokens } }) =>
      prepositions.length === 0 &&
      subjects.some(({ np }) => !np.possessor || np.determiner === 'both') &&
      (verb.passive || isCopula(verb)) &&
      /^(?:saved|recorded|noted|logged|informed|updated|unchanged|unaltered)$/.test(
        tokens[adjectives[0]?.start ?? verb.main]!.lower,
      ),
  },
]
