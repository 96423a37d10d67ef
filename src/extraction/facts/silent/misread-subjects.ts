import type { Clause } from '../../clauses/clause.ts'
import type { Lexicon } from '../../lexicon.ts'
import type { NounPhrase } from '../../phrases/noun-phrase.ts'
import type { Token } from '../../tokens/token.ts'
import { isGivenName } from '../../words/given-names.ts'
import { MONTHS, TITLES, WEEKDAYS } from '../../words/word-lists.ts'
import { wordSet } from '../../words/word-set.ts'
import type { Reading } from '../reading.ts'
import type { SilentRule } from './silent-rule.ts'

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

/** What stands before the verb is half of a name, a label or an item of a list, and no subject. */
export const MISREAD_SUBJECTS: readonly SilentRule[] = [
  { name: 'noun-before-subject', when: followsNoun },
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
  // "de Cock withdrew", "van Aalst came", "RX-01 to 06 were reimaged": what stands before belongs to the subject.
  {
    name: 'second-half-of-a-name',
    when: ({ subjects, subjectStart, subjectEnd, sharesSubject }, { analysis: { tokens } }) =>
      !sharesSubject &&
      subjects.some(({ np }) => tokens[np.head]!.pos === 'PROPN' || tokens[np.head]!.pos === 'NOUN') &&
      (NAME_PARTICLES.has(tokens[subjectStart - 1]?.lower ?? '') ||
        (tokens[subjectEnd]?.lower === 'to' && tokens[subjectEnd + 1]?.pos === 'NUM')),
  },
  // "PLAN Mawuli moves the backend", "Effective 1 March Dr. Vos is head", "wednesdays Ebba has choir": a label, or a date, and then the name.
  {
    name: 'label-before-name',
    when: ({ subjects, sharesSubject }, { analysis: { tokens }, lexicon }) =>
      !sharesSubject && subjects.some(({ np }) => opensWithLabel(np, tokens, lexicon)),
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
  // "new vet = Zebedee's on the corner": what follows the sign is who that is.
  {
    name: 'after-equals-sign',
    when: ({ subjectStart }, { analysis: { tokens } }) => tokens[subjectStart - 1]?.text === '=',
  },
  // "Mila and Tara, Jakob (16, wants jazz)": whoever the brackets are about.
  {
    name: 'in-brackets-of-another',
    when: ({ verb, subjectEnd }, { analysis: { tokens } }) =>
      tokens
        .slice(subjectEnd, verb.start)
        .reduce((open, { text }) => open + (text === '(' ? 1 : text === ')' ? -1 : 0), 0) > 0,
  },
  // "Tannery Row, flat 3, moved in", "The Long Wicket, cricket, hosts Raj": a line of an address or a list, and no subject.
  {
    name: 'item-of-a-list',
    when: ({ subjectEnd, verb, sharesSubject }, { analysis: { tokens } }) => {
      const between = sharesSubject ? [] : tokens.slice(subjectEnd, verb.start)
      if (between[0]?.text !== ',') return false
      return (
        between[between[1]?.pos === 'NUM' ? 2 : 1]?.pos === 'NOUN' ||
        (between[1]?.pos === 'ADJ' && between[2]?.pos === 'NUM')
      )
    },
  },
]

/** "A vegetarian your age needs …", "while he is in hospital Mum sleeps …": two nouns side by side, and the subject is neither for sure. */
function followsNoun(
  { role, subjects, subjectStart, sharesSubject }: Clause,
  { analysis: { chunks, tokens } }: Reading,
): boolean {
  if (role === 'relative' || sharesSubject || subjects[0]?.np.pronoun) return false
  // "Arjun's ex's dog was a Tara": whose it is, could not be read.
  if (tokens[subjectStart - 1]?.pos === 'POSS') return true
  const before = chunks.find(({ end }) => end === subjectStart)
  return before?.type === 'np' && !before.time && !before.pronoun
}
