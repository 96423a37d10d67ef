import { CAPITAL_FIRST, pattern } from '../../runtime/pattern.ts'
import type { Lexicon } from '../lexicon.ts'
import { isGivenName } from '../words/given-names.ts'
import { DATE_NAMES, NAMES_THAT_ARE_WORDS, TITLES } from '../words/word-lists.ts'
import { wordSet } from '../words/word-set.ts'

const INITIAL = pattern(String.raw`^\p{Lu}\.?$`, 'u')

export interface SpeakerLabel {
  readonly name: string
  /** Where what is said begins. */
  readonly length: number
}

const WORD = String.raw`\p{L}[\p{L}\p{M}'’.-]{0,30}`

/** One to four words, then a colon and a space; the words are checked one by one. Bold marks and brackets of chat exports are allowed. */
const LABEL = pattern(String.raw`^\s*(?:\*\*|\[)?(${WORD}(?: ${WORD}){0,3})(?:\*\*|\])?:(?:\*\*)?(?=\s+\S)\s*`, 'u')

/** "[Tom] bathroom is free": without a colon, in square brackets. */
const BRACKETED = pattern(String.raw`^\s*\[(${WORD}(?: ${WORD}){0,2})\](?=\s+\S)\s*`, 'u')

/** Headings that no dictionary has. */
const LABELS = wordSet(
  'standup todo recap handover tldr eta psa nb ps asap rsvp correo halloween easter christmas xmas eid diwali ramadan thanksgiving',
)

const ROLES = /^(?:user|human|assistant|ai|bot|chatbot)$/i

/**
 * The speaker that a line names before a colon ("Caroline: I moved"), or null. "Note:", "Ingredients:" and "To do:" are words of the language
 * and no names; the lexicon tells the two apart, and a word that is both counts as a name only if it is a usual one.
 */
export function speakerLabel(line: string, lexicon: Lexicon): SpeakerLabel | null {
  const found = LABEL().exec(line.slice(0, 160)) ?? bracketed(line)
  const name = found?.[1]
  if (!found || !name) return null
  if (ROLES.test(name)) return { name: name.toLowerCase(), length: found[0].length }
  const words = name.split(' ')
  if (!words.every((word) => CAPITAL_FIRST().test(word) || /^(?:de|da|van|von|der|la|le|di|bin|al)$/.test(word)))
    return null
  const namelike = words.filter((word) => isNamelike(word, lexicon)).length
  return namelike === words.length || (words.length > 1 && namelike > 0 && isNamelike(words[0]!, lexicon))
    ? { name, length: found[0].length }
    : null
}

const TAGS = wordSet(
  'summer autumn bill art hope joy faith grace dawn paris florence victoria sydney chelsea austin brooklyn jordan israel noel mark will star sky',
)

/** In brackets a tag is as usual as a name: "[Important]", "[Ikea]", "[May]". */
function bracketed(line: string): RegExpExecArray | null {
  const found = BRACKETED().exec(line.slice(0, 160))
  const first = found?.[1]?.split(' ')[0]?.toLowerCase() ?? ''
  return isGivenName(first) && !DATE_NAMES.has(first) && !TAGS.has(first) ? found : null
}

function isNamelike(word: string, lexicon: Lexicon): boolean {
  const lower = word.toLowerCase().replace(/\.$/, '')
  if (LABELS.has(lower) || (DATE_NAMES.has(lower) && !NAMES_THAT_ARE_WORDS.has(lower))) return false
  if (isGivenName(lower) || NAMES_THAT_ARE_WORDS.has(lower) || TITLES.has(lower)) return true
  // "Italian: we did the fruits"
  if (/(?:[a-z]ish|[a-z]{3}ian|[a-z]ese)$/.test(lower) && lexicon.canBe(lower, 'ADJ')) return false
  if (word.length > 1 && word === word.toUpperCase() && !INITIAL().test(word)) return false
  if (INITIAL().test(word)) return true
  return (
    !['NOUN', 'VERB', 'ADV', 'ADP', 'DET', 'PRON', 'INTJ', 'SCONJ', 'CCONJ', 'AUX', 'NUM'].some((pos) =>
      lexicon.canBe(lower, pos),
    ) && !/(?:ing|ed|tion|ness|ment)s?$/.test(lower)
  )
}
