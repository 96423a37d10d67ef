import { isCopula } from '../../phrases/verb-group.ts'
import type { SilentRule } from './silent-rule.ts'

/** A word that is likely another part of speech than it was taken for. */
export const MISREAD_WORDS: readonly SilentRule[] = [
  // "I do fine line": a noun and what it is like, and no verb.
  {
    name: 'adjective-read-as-verb',
    when: ({ verb, objects }, { analysis: { tokens }, lexicon }) =>
      tokens[verb.start]!.lower === 'do' &&
      verb.main === verb.start + 1 &&
      !verb.negated &&
      lexicon.canBe(tokens[verb.main]!.lower, 'ADJ') &&
      objects.some(({ np }) => np.start === verb.end && !np.determiner && !np.possessor),
  },
  // "left hand no", "stove left ring no work": a side, and nothing that somebody left.
  {
    name: 'side-read-as-verb',
    when: ({ verb }, { analysis: { tokens } }) =>
      tokens[verb.main]!.lower === 'left' &&
      /^(?:hand|ring|side|foot|leg|arm|eye|ear|knee|hip|shoulder|ankle|wrist|lung|kidney|door|lane|wing|burner|tyre|wheel)$/.test(
        tokens[verb.end]?.lower ?? '',
      ),
  },
  // "the ladies are all wearing lipstick": what they do, and not what they are.
  {
    name: 'doing-read-as-noun',
    when: ({ verb, objects }, { analysis: { tokens } }) =>
      isCopula(verb) &&
      objects.some(
        ({ np: { start } }) =>
          /^(?:all|both|each)$/.test(tokens[start]!.lower) && /ing$/.test(tokens[start + 1]?.lower ?? ''),
      ),
  },
  // "Nähte raus am 21": another language's word, where nobody says "I".
  {
    name: 'am-without-i',
    when: ({ verb, subjects }, { analysis: { tokens } }) =>
      tokens.slice(verb.start, verb.end).some(({ lower }) => lower === 'am') &&
      subjects.some(({ np }) => tokens[np.head]!.lower !== 'i'),
  },
]
