import { relationByNoun } from '../../../domain/statement/relations.ts'
import { isCopula } from '../../phrases/verb-group.ts'
import { isPlaced, kindOf } from '../mentions.ts'
import { isNaming } from '../naming-facts.ts'
import type { SilentRule } from './silent-rule.ts'

/** Which of the nouns before it a clause describes is in doubt, or that noun names nothing. */
export const RELATIVE_CLAUSES: readonly SilentRule[] = [
  // "told him that's above my pay grade": it describes something else than him.
  { name: 'describes-pronoun', when: ({ role, antecedent }) => role === 'relative' && antecedent?.pronoun === true },
  // "I broke my wrist falling off a ladder": of whom an -ing form tells is in doubt, and so it is where no noun stands before the clause.
  {
    name: 'describes-nothing-named',
    when: ({ role, antecedent, marker }) => role === 'relative' && (antecedent === null || marker === 'ing'),
  },
  // "the house that I bought", "an app I like": which one it is, and its noun stands outside the clause.
  {
    name: 'describes-its-object',
    when: ({ antecedent, subjects }) => antecedent !== null && !subjects.some(({ np }) => np === antecedent),
  },
  // "aged about twelve, who loves it", "the serial number of a sensor that is down the drain": which of the two is.
  {
    name: 'describes-one-of-two',
    when: ({ role, antecedent, subjects }, { analysis: { tokens } }) =>
      role === 'relative' &&
      antecedent !== null &&
      subjects.some(({ np }) => np === antecedent) &&
      (tokens[antecedent.head]!.pos === 'NUM' ||
        /^(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)$/.test(tokens[antecedent.head]!.lower) ||
        tokens[antecedent.end]?.lower === 'of'),
  },
  // "in the second year, which fits the amount", "got the levels signed by him": it describes more than the noun, or tells no fact.
  {
    name: 'describes-noun-of-a-phrase',
    when: (clause, { analysis: { tokens } }) => {
      const { role, antecedent, marker } = clause
      if (role !== 'relative' || !antecedent || isNaming(clause)) return false
      const before = tokens[antecedent.start - 1]
      if (marker === 'en') return /^(?:get|have|want|need|keep|see|make)s?$/.test(before?.lower ?? '')
      // "a rescue service in Tyrol that has no number": "that" tells which one, and a name is only one.
      // "scared of Duke which is sensible", "twice as much in November, which is the cause": all of it is.
      const isOfAll = marker === 'which' && isCopula(clause.verb) && (clause.objects.length === 0 || antecedent.time)
      const isName = tokens[antecedent.head]!.pos === 'PROPN' && marker !== 'that' && !isOfAll
      return before?.pos === 'ADP' && !isName && antecedent.possessor === null
    },
  },
  // "the hands of Bastien, father of Yanis, who works there": which of the two does?
  {
    name: 'who-of-two',
    when: ({ role, antecedent, marker }, { analysis: { tokens } }) =>
      role === 'relative' &&
      marker === 'who' &&
      antecedent !== null &&
      tokens[antecedent.start - 1]?.lower === 'of' &&
      tokens[antecedent.start - 3]?.text === ',' &&
      tokens[antecedent.end]?.text === ',' &&
      relationByNoun(tokens[antecedent.start - 2]?.lower ?? '')?.object === 'person',
  },
  // "a guy from Aberdeen who does law": the guy does. Whom somebody spoke or wrote to is a person.
  {
    name: 'who-after-place',
    when: ({ role, marker, antecedent }, reading) =>
      role === 'relative' &&
      marker === 'who' &&
      antecedent !== null &&
      reading.analysis.tokens[antecedent.start - 1]?.lower !== 'to' &&
      isPlaced(reading, antecedent) &&
      kindOf(reading, antecedent) !== 'person',
  },
  // "I'm not a man who gloats": a man I may be.
  {
    name: 'not-one-who',
    when: ({ verb, objects, prepositions, end }, { analysis: { tokens } }) =>
      isCopula(verb) &&
      verb.negated &&
      prepositions.length === 0 &&
      objects.some((object) => object.np.determiner && object.np.end === end) &&
      /^(?:who|that|which)$/.test(tokens[end]?.lower ?? ''),
  },
  // "goals written on paper" names no time and no doer, unless it tells one or a name.
  {
    name: 'participle-without-doer',
    when: (clause) =>
      clause.marker === 'en' &&
      !isNaming(clause) &&
      !clause.prepositions.some(({ preposition }) => preposition === 'by'),
  },
  // "Options that usually work on short notice: a marriage officer or a minister": a heading.
  {
    name: 'heading-of-a-list',
    when: ({ role, marker, end }, { analysis: { clauses, tokens } }) =>
      role === 'relative' &&
      marker === 'that' &&
      clauses.every((other) => other.role !== 'main' || other.verb.start > end) &&
      tokens.slice(end).find(({ pos }) => pos === 'PUNCT')?.text === ':',
  },
]
