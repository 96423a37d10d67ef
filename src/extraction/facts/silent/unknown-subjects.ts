import { isSaidOf } from '../../clauses/is-said-of.ts'
import { isCopula } from '../../phrases/verb-group.ts'
import { TIME_NOUNS, WEEKDAYS } from '../../words/word-lists.ts'
import { wordSet } from '../../words/word-set.ts'
import type { SilentRule } from './silent-rule.ts'

/** Nouns that are always of something. */
const OF_SOMETHING = wordSet(
  `code pw pwd password passcode pin cause reason contact name names guy deadline email mail phone price fee cost budget total rate limit record topic theme title
  client sponsor firm owner landlord manager supervisor tutor teacher coach test exam result score size colour color number address key entry reference ref`,
)

/** The subject does not tell of whom or of what something is said. */
export const UNKNOWN_SUBJECTS: readonly SilentRule[] = [
  // "septic tank, last pumped in june, firm is Assaini": of what, was said before.
  {
    name: 'of-what-was-said-before',
    when: ({ verb, role, subjects, subjectStart, subjectEnd, sharesSubject }, { analysis: { tokens } }) =>
      isCopula(verb) &&
      role === 'main' &&
      !sharesSubject &&
      subjects.length === 1 &&
      subjectEnd - subjectStart === 1 &&
      OF_SOMETHING.has(tokens[subjectStart]!.lower) &&
      tokens.slice(0, subjectStart).some(({ pos }) => pos === 'NOUN' || pos === 'PROPN'),
  },
  // "Let's Encrypt renews itself", "God is a woman": it is about nobody.
  {
    name: 'subject-is-nobody',
    when: (clause, { analysis: { tokens } }) =>
      isSaidOf('god', clause, tokens) || (isSaidOf('let', clause, tokens) && tokens[clause.verb.start]!.lower === "'s"),
  },
  // "plus whatever fish is left": which one, is not known.
  {
    name: 'whatever-it-is',
    when: ({ subjects }, { analysis: { tokens } }) =>
      subjects.some(({ np }) => /^(?:whatever|whichever|whoever)$/.test(tokens[np.start]!.lower)),
  },
  // "half the team wants Rust": the team does not.
  {
    name: 'half-of-them',
    when: ({ subjects }, { analysis: { tokens } }) =>
      subjects.some(({ np }) => tokens[np.start]!.lower === 'half' && np.determiner !== null),
  },
  // "Thursday at two Karim did my colour": a day does nothing.
  {
    name: 'day-as-subject',
    when: ({ verb, subjects, sharesSubject }, { analysis: { tokens } }) =>
      !isCopula(verb) &&
      !sharesSubject &&
      subjects.some(({ np, end }) => end === np.end && WEEKDAYS.has(tokens[np.head]!.lower)),
  },
  // "Wednesdays are snooker": of whom is not said; but "Wednesdays are my day off".
  {
    name: 'days-are-something',
    when: ({ verb, subjects, objects }, { analysis: { tokens } }) =>
      isCopula(verb) &&
      subjects.every(
        ({ np, end }) =>
          end === np.end &&
          np.core === np.head &&
          !np.possessor &&
          WEEKDAYS.has(tokens[np.head]!.lower) &&
          tokens[np.head]!.lower.endsWith('days'),
      ) &&
      objects.length > 0 &&
      objects.every(({ np }) => !np.determiner && !np.possessor && !np.pronoun && tokens[np.head]!.pos === 'NOUN'),
  },
  // "12 went to the new guy", "EUR 40 went to Tom": twelve of what, or what for, is not said.
  {
    name: 'number-as-subject',
    when: ({ subjects }, { analysis: { tokens } }) =>
      subjects.some(
        ({ np, end }) =>
          end === np.end &&
          (tokens[np.core]!.pos === 'NUM' ||
            (tokens[np.head]!.pos === 'NUM' && TIME_NOUNS.has(tokens[np.core]!.lower)) ||
            (tokens[np.head]!.pos === 'NUM' && /^(?:[A-Z]{3}|[$€£¥₹])$/.test(tokens[np.core]!.text)) ||
            // "offer three fixed combos"
            (np.core !== np.head && /^(?:two|three|four|five|six|seven|eight|nine|ten)$/.test(tokens[np.head]!.text)) ||
            (subjects.length > 1 && tokens[np.head]!.pos === 'NUM')),
      ),
  },
]
