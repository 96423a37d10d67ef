import { MARKS, pattern } from '../../runtime/pattern.ts'
import {
  COMPANY_SUFFIXES,
  DETERMINERS,
  IRREGULAR_PLURALS,
  NAMES_IN_S,
  SINGULAR_IN_S,
  TITLES,
} from './name-parts.data.ts'

const CAPITAL_AT_START = pattern(String.raw`^\W*(?:\p{L}+\.?\s+)?\p{Lu}`, 'u')
const CAPITAL_AT_END = pattern(String.raw`\p{Lu}\S*\s*$`, 'u')
const FORMAT_CHARACTERS = pattern(String.raw`\p{Cf}`, 'gu')
const CAPITAL = pattern(String.raw`\p{Lu}`, 'u')
const DOTTED_LETTERS = pattern(String.raw`(?<![\p{L}\p{N}])(?:\p{L}\.){2,}\p{L}?(?![\p{L}\p{N}])`, 'gu')
const BETWEEN_TOKENS = pattern(String.raw`[^\p{L}\p{M}\p{N}'.&+#@%$€£°/_]+`, 'u')

export interface NameParts {
  readonly key: string
  /** Without title and company suffix; the key itself where there are none. */
  readonly core: string
  readonly title: string | null
  readonly suffix: string | null
  /** The first word of a name of several, or the name itself where it is one word: "alice" of Alice Johnson. */
  readonly first: string | null
  /** Title and surname: "dr lopez" of Dr. Maria Lopez. */
  readonly titled: string | null
  /** The core without accents, where it has any. */
  readonly plain: string | null
}

/** What a name is made of, as far as telling who is meant depends on it. */
export function nameParts(name: string): NameParts {
  const tokens = nameTokens(name)
  const key = keyOf(name, tokens)
  const title = tokens.length > 1 ? (TITLES().get(tokens[0]!) ?? null) : null
  const suffix = tokens.length > 1 ? (COMPANY_SUFFIXES().get(tokens.at(-1)!) ?? null) : null
  const rest = tokens.slice(title === null ? 0 : 1, suffix === null ? undefined : -1)
  if (rest.length === 0) return { key, core: key, title: null, suffix: null, first: null, titled: null, plain: null }
  const core = rest.join(' ')
  // "gate code" has no first name: only what is written as a name has one.
  const proper = CAPITAL_AT_START().test(name) && CAPITAL_AT_END().test(name.replace(/['’]s?\s*$/, ''))
  const first = suffix === null && proper && rest.length > 1 && rest.length <= 4 ? rest[0]! : null
  const titled = title !== null && rest.length > 1 ? `${title} ${rest.at(-1)!}` : null
  const bare = core.normalize('NFD').replace(MARKS(), '')
  return { key, core, title, suffix, first, titled, plain: bare === core || bare === '' ? null : bare }
}

/** The key alone: a question is asked for every run of its words. */
export const nameKey = (name: string): string => keyOf(name, nameTokens(name))

const keyOf = (name: string, tokens: readonly string[]): string =>
  tokens.length > 0 ? tokens.join(' ') : name.trim().toLowerCase()

/** Nearly all names, and every run of words of most questions: what follows for any other would leave them as they are. */
const PLAIN_WORDS = /^[A-Za-z0-9]+(?: [A-Za-z0-9]+)*$/

function nameTokens(name: string): string[] {
  const { tokens, smallLast } = PLAIN_WORDS.test(name)
    ? { tokens: name.toLowerCase().split(' '), smallLast: !/[A-Z][^ ]*$/.test(name) }
    : splitName(name)
  while (tokens.length > 1 && DETERMINERS.has(tokens[0]!)) tokens.shift()
  const last = tokens.length - 1
  if (last < 0) return []
  const owner = tokens[last]!
  if (owner.endsWith("'s") && owner.length > 3 && !NAMES_IN_S.has(owner)) tokens[last] = owner.slice(0, -2)
  else if (smallLast) tokens[last] = singular(owner)
  const title = last > 0 ? TITLES().get(tokens[0]!) : undefined
  if (title !== undefined) tokens[0] = title
  const suffix = last > 0 ? COMPANY_SUFFIXES().get(tokens[last]!) : undefined
  if (suffix !== undefined) tokens[last] = suffix
  return tokens
}

/** Its words in small letters, and whether the last one was written without a capital. */
function splitName(name: string): { tokens: string[]; smallLast: boolean } {
  const written = name
    .normalize('NFKC')
    .replace(/[‘’‛ʼ`´]/g, "'")
    .replace(FORMAT_CHARACTERS(), '')
    .trim()
  const smallLast = !CAPITAL().test(/[^\s-]+$/u.exec(written)?.[0] ?? '')
  const tokens = written
    .toUpperCase()
    .toLowerCase()
    .replace(/(?<=^|\s)&(?=\s|$)/g, 'and')
    // Letters with dots are one abbreviation (U.S.A.); a dot inside a word (node.js) belongs to it.
    .replace(DOTTED_LETTERS(), (letters) => letters.replaceAll('.', ''))
    .split(BETWEEN_TOKENS())
    .map((token) => token.replace(/^['.]+|['.]+$/g, ''))
    .filter((token) => token !== '')
  return { tokens, smallLast }
}

/** The singular of a common noun. A capital on the last word means a name, and "Williams" is not "William": names never come here. */
function singular(word: string): string {
  const irregular = IRREGULAR_PLURALS().get(word)
  if (irregular !== undefined) return irregular
  if (!word.endsWith('s') || word.length < 4 || SINGULAR_IN_S.has(word) || /[\d']/.test(word)) return word
  if (/(?:ss|us|is|ous)$/.test(word)) return word
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`
  if (/(?:ch|sh|x|ss|zz)es$/.test(word)) return word.slice(0, -2)
  if (/[^aeiou]oes$/.test(word)) return word.slice(0, -2)
  return word.slice(0, -1)
}
