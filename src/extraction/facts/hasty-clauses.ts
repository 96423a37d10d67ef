import { relationByNoun } from '../../domain/statement/relations.ts'
import type { Clause } from '../clauses/clause.ts'
import type { Lexicon } from '../lexicon.ts'
import type { NounPhrase } from '../phrases/noun-phrase.ts'
import { isCopula } from '../phrases/verb-group.ts'
import type { Token } from '../tokens/token.ts'
import { isGivenName } from '../words/given-names.ts'
import { MONTHS, TIME_NOUNS, TITLES, WEEKDAYS } from '../words/word-lists.ts'
import { wordSet } from '../words/word-set.ts'
import { isPlaced, kindOf, roleNoun } from './mentions.ts'
import type { Reading } from './reading.ts'

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

const NAME_PARTICLES = wordSet('de van von der den ter ten di da du dos das del della la le el al bin ibn mac')

/** Does something stand before a name that is none of it? */
function opensWithLabel({ core, head }: NounPhrase, tokens: readonly Token[], lexicon: Lexicon): boolean {
  const first = tokens[core]!
  if (head === core || tokens[head]!.pos !== 'PROPN') return false
  const label = /^[A-Z]{4,}$/.test(first.text) && lexicon.canBe(first.lower, 'VERB') && /[a-z]/.test(tokens[head]!.text)
  const dated = tokens
    .slice(core, head)
    .some(({ lower }, i) => MONTHS.has(lower) && TITLES.has(tokens[core + i + 1]!.lower.replace(/\.$/, '')))
  return label || dated || (WEEKDAYS.has(first.text) && first.lower.endsWith('s'))
}

/** So many words after its subject a verb that shares it is no longer sure to. */
const FAR = 18

/** What notes typed in haste leave in doubt: a clause whose subject was dropped takes one that stands nearby, and it need not be the right one. */
export const HASTY_CLAUSES: readonly {
  readonly name: string
  readonly when: (clause: Clause, reading: Reading) => boolean
}[] = [
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
  // "we are in Grado then, needs a cool bag", "we have plenty, tissues for Bo"
  {
    name: 'does-not-agree-with-pronoun',
    when: (clause, { analysis: { tokens } }) =>
      clause.sharesSubject &&
      clause.subjects.some(({ np }) => /^(?:i|we|you|they)$/.test(tokens[np.head]!.lower)) &&
      isThirdPerson(clause, tokens),
  },
  // "the health & welfare power was registered", "Brand & Sons is won": one thing with a name of two, of which half is no name.
  {
    name: 'half-of-a-name',
    when: ({ subjects, subjectStart, subjectEnd, verb }, { analysis: { tokens } }) => {
      const ampersand = tokens.slice(Math.max(0, subjectStart - 1), subjectEnd).some(({ text }) => text === '&')
      const one = /^(?:is|was|has|does|'s)$/.test(tokens[verb.start]!.lower)
      if (subjects.length > 1)
        return one || (ampersand && !subjects.some(({ np }) => isGivenName(tokens[np.core]!.lower)))
      return ampersand && tokens[subjectStart - 1]?.text === '&'
    },
  },
  // "de Cock withdrew", "van Aalst came", "RX-01 to 06 were reimaged"
  {
    name: 'second-half-of-a-name',
    when: ({ subjects, subjectStart, subjectEnd, sharesSubject }, { analysis: { tokens } }) =>
      !sharesSubject &&
      subjects.some(({ np }) => tokens[np.head]!.pos === 'PROPN' || tokens[np.head]!.pos === 'NOUN') &&
      (NAME_PARTICLES.has(tokens[subjectStart - 1]?.lower ?? '') ||
        (tokens[subjectEnd]?.lower === 'to' && tokens[subjectEnd + 1]?.pos === 'NUM')),
  },
  // "my lawyer: Amy Kessler, Wooster, 250 an hour, wants a deposit": where she is, and not who wants.
  {
    name: 'between-commas',
    when: ({ role, subjects, subjectStart, subjectEnd, verb, sharesSubject }, { analysis: { tokens } }) =>
      role === 'main' &&
      !sharesSubject &&
      subjects.length === 1 &&
      tokens[subjectStart - 1]?.text === ',' &&
      tokens[subjectEnd]?.text === ',' &&
      subjectEnd < verb.start &&
      /^(?:NOUN|PROPN|NUM)$/.test(tokens[subjectStart - 2]?.pos ?? '') &&
      tokens[subjects[0]!.np.head]!.pos === 'PROPN' &&
      subjects[0]!.np.core === subjects[0]!.np.head &&
      !/^(?:who|which|that|whose)$/.test(tokens[subjectEnd + 1]?.lower ?? '') &&
      !isGivenName(tokens[subjects[0]!.np.core]!.lower),
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
  // "PLAN Mawuli moves the backend", "Effective 1 March Dr. Vos is head", "wednesdays Ebba has choir": a label, or a date, and then the name.
  {
    name: 'label-before-name',
    when: ({ subjects, sharesSubject }, { analysis: { tokens }, lexicon }) =>
      !sharesSubject && subjects.some(({ np }) => opensWithLabel(np, tokens, lexicon)),
  },
  // "new vet = Zebedee's on the corner"
  {
    name: 'after-equals-sign',
    when: ({ subjectStart }, { analysis: { tokens } }) => tokens[subjectStart - 1]?.text === '=',
  },
  // "told him that's above my pay grade": it describes something else than him.
  { name: 'describes-pronoun', when: ({ role, antecedent }) => role === 'relative' && antecedent?.pronoun === true },
  // "a guy from Aberdeen who does law"; whom somebody spoke or wrote to is a person.
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
  // "Ada B. and Ada T. are different people"
  {
    name: 'compared-with-each-other',
    when: ({ subjects, verb, objects }, { analysis: { tokens } }) =>
      subjects.length > 1 &&
      isCopula(verb) &&
      objects.some(({ np }) => /^(?:different|same|similar|separate|two)$/.test(tokens[np.core]!.lower)),
  },
]
