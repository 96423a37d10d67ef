import { wordingOf } from './wording.ts'

/** Two texts that share so many of the shorter one's words say much the same. */
const SHARED = 0.5
const FEWEST_WORDS = 2

/** Whether two texts say much the same, by their words. */
export function saysAgain(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [shorter, longer] = a.size <= b.size ? [a, b] : [b, a]
  if (shorter.size < FEWEST_WORDS) return false
  let shared = 0
  for (const word of shorter) if (longer.has(word)) shared++
  return shared >= SHARED * shorter.size
}

/** A statement, by where it stands in a list: first, and again. */
export interface Repeated {
  readonly first: number
  readonly repeats: readonly number[]
}

/** The statements of a list of texts, however they are worded. null: a text that is not looked at. */
export function repeatedAmong(texts: readonly (string | null)[]): Repeated[] {
  const statements: { readonly wordings: ReadonlySet<string>[]; readonly first: number; readonly repeats: number[] }[] =
    []
  for (const [at, text] of texts.entries()) {
    if (text === null) continue
    const words = wordingOf(text)
    const known = statements.find(({ wordings }) => wordings.some((other) => saysAgain(other, words)))
    known?.wordings.push(words)
    if (known) known.repeats.push(at)
    else statements.push({ wordings: [words], first: at, repeats: [] })
  }
  return statements
}
