import { MARKS, pattern } from '../../runtime/pattern.ts'
import { FILE_ENDING, NAME_LINKS, NOT_NAMES, ORDINARY, SURE_TITLES, TECHNICAL_ENDING, TITLES } from './names.words.ts'

/** A word as written, with where it stands. */
export interface Word {
  readonly text: string
  /** Small letters, without 's. */
  readonly small: string
  readonly owner: boolean
  readonly from: number
  readonly to: number
  /** A sentence begins with it, so that its capital says little. */
  readonly first: boolean
  /** A colon follows: "Status: open". */
  readonly label: boolean
}

/** A name with the words that it is made of. */
export interface FoundName {
  readonly text: string
  readonly from: number
  readonly to: number
}

const WORD = pattern(
  String.raw`[#£$€]?[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:(?:[-_./:@'’+]|(?<=\p{N}),(?=\p{N}))[\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*`,
  'gu',
)
const CAPITAL = pattern(String.raw`^\p{Lu}`, 'u')
const ALL_CAPITALS = pattern(String.raw`^\p{Lu}{2,}$`, 'u')
const CAPITAL_INSIDE = pattern(String.raw`\p{Ll}\p{Lu}|^\p{Lu}{2,}\p{Ll}`, 'u')
const LETTERS = pattern(String.raw`^\p{L}{3,}$`, 'u')
/** "PRs" are several of a kind. */
const PLURAL_CAPITALS = pattern(String.raw`^\p{Lu}+s$`, 'u')
/** What begins with a capital and has none of these endings may be a name even at the beginning. */
const ORDINARY_ENDING =
  /(?:ing|ed|ly|tion|sion|ment|ness|ity|ous|ful|less|able|ible|ies|ive|ism|ance|ence|'ll|'re|'ve|n't)$/

export function wordsIn(text: string): Word[] {
  let last = 0
  return [...text.matchAll(WORD())].map(({ 0: found, index }): Word => {
    const between = text.slice(last, index)
    const first = last === 0 || /[.!?…\n•]\s|\n|[“"]$/.test(between) || /[-*]\s$/.test(between)
    last = index + found.length
    const plain = found.replaceAll('’', "'")
    // "James'" belongs to James too.
    const owner = plain.endsWith("'s") || (/^'(?!\w)/.test(text.slice(last, last + 2)) && plain.endsWith('s'))
    const name = plain.endsWith("'s") ? plain.slice(0, -2) : plain
    return { text: name, small: name.toLowerCase(), owner, from: index, to: last, first, label: text[last] === ':' }
  })
}

/** The names, tickets, files and versions of a statement, as written. */
export const namesIn = (text: string): string[] => [...new Set(findNames(text, wordsIn(text)).map((name) => name.text))]

/** Accents, titles, case and 's make no other name. */
export function normaliseName(name: string): string {
  const plain = name.normalize('NFKD').replace(MARKS(), '').replaceAll('’', "'").toLowerCase().trim()
  const parts = plain.replace(/'s?$/, '').split(/\s+/)
  while (parts.length > 1 && isTitle(parts[0]!)) parts.shift()
  return parts.join(' ')
}

const PLAIN_TITLES = new Set([...TITLES].map((title) => title.normalize('NFKD').replace(MARKS(), '')))
const isTitle = (word: string): boolean => PLAIN_TITLES.has(word.replace(/\.$/, ''))

/** Names in the order in which they stand; those of several words are one. */
export function findNames(text: string, all: readonly Word[]): FoundName[] {
  const names: FoundName[] = []
  for (let at = 0; at < all.length; at++) {
    const last = lastOfName(text, all, at)
    if (last < at) continue
    const [from, to] = [all[at]!.from, all[last]!.from + all[last]!.text.length]
    names.push({ text: text.slice(from, to), from, to })
    at = last
  }
  return names
}

/** The index of the last word of the name that begins at `at`; one before it where none does. */
function lastOfName(text: string, all: readonly Word[], at: number): number {
  const word = all[at]!
  const next = all[at + 1]
  if (next && beginsWithTitle(word, next)) {
    const after = all[at + 2]
    const twice = after && isTitle(next.small) && isProper(after, all, at + 2)
    return run(text, all, twice ? at + 2 : at + 1)
  }
  if (isIdentifier(word.text)) return at
  return isProper(word, all, at) ? run(text, all, at) : at - 1
}

const beginsWithTitle = (word: Word, next: Word): boolean =>
  TITLES.has(word.small) &&
  !word.owner &&
  next.from - word.to <= 2 &&
  (!NOT_NAMES.has(next.small) || SURE_TITLES.has(next.small)) &&
  !/\d/.test(next.text) &&
  (CAPITAL().test(next.text) || (SURE_TITLES.has(word.small) && LETTERS().test(next.text)))

/** How far a name goes on from a word that belongs to it. */
function run(text: string, all: readonly Word[], at: number): number {
  let last = at
  while (!all[last]!.owner) {
    const following = all[last + 1]
    if (!following) break
    const linked = NAME_LINKS.has(following.small) || text.slice(all[last]!.to, following.from) === ' & '
    const next = linked && !isProper(following, all, last + 1) ? last + 2 : last + 1
    const word = all[next]
    const between = word && text.slice(all[next - 1]!.to, word.from)
    if (!word || !/^(?: |\. | & )$/.test(between!) || TITLES.has(word.small) || !isProper(word, all, next)) break
    // Only an initial has a dot inside a name.
    if (between === '. ' && all[next - 1]!.text.length > 2) break
    last = next
  }
  return last
}

/** Is it written as a name, and not only because a sentence begins or is shouted? */
function isProper(word: Word, all: readonly Word[], at: number): boolean {
  if (!CAPITAL().test(word.text) || NOT_NAMES.has(word.small) || SURE_TITLES.has(word.small)) return false
  if (ALL_CAPITALS().test(word.text)) {
    const shouted = [all[at - 1], all[at + 1]].some(
      (other) => other && ALL_CAPITALS().test(other.text) && other.small !== 'i',
    )
    return word.text.length <= 5 && !shouted && !ORDINARY.has(word.small)
  }
  if (word.text.length < 2) return false
  if (word.label && ORDINARY.has(word.small)) return false
  return !word.first || (!ORDINARY.has(word.small) && (word.owner || !ORDINARY_ENDING.test(word.small)))
}

/** Tickets, versions, files, services, addresses of mail: evidence in whatever case. */
function isIdentifier(text: string): boolean {
  if (NOT_NAMES.has(text.toLowerCase())) return false
  if (/^#\d+$/.test(text) || FILE_ENDING.test(text) || text.includes('@') || text.includes('_')) return true
  if (/^v\d/i.test(text) || /^\d+\.\d+\.\d+$/.test(text)) return true
  if (/\d/.test(text))
    return /^[a-z#]/i.test(text) && /[a-z]/i.test(text) && !/^[a-z]?\d+(?:st|nd|rd|th|k|m)$/i.test(text)
  if (text.includes('/')) return text.split('/').length > 2
  return TECHNICAL_ENDING.test(text) || (CAPITAL_INSIDE().test(text) && !PLURAL_CAPITALS().test(text))
}
