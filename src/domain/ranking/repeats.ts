import { type Source, trustRank } from '../statement/source.ts'
import { queryWords } from './words.ts'

/** One that was found, as it is ranked so far. */
export interface Repeatable {
  readonly text: string
  readonly source: Source
  readonly rank: number
  /** It no longer holds. */
  readonly superseded: boolean
}

/** So many of the best are held against each other: what comes after them is returned by nobody. */
const COMPARED = 48
/** Two texts that share so many of the shorter one's words say much the same. */
const SHARED = 0.5
const FEWEST_WORDS = 2
/** From so many repetitions on a statement is said over and over: fewer leave room for others among the first five. */
const OVER_AND_OVER = 4
/** What is trusted more and so near to the statement comes before it. */
const NEARLY = 0.7
/** What is farther behind the statement has little to do with the question. */
const RELEVANT = 0.5
/** So many that are trusted more come before the repetitions. */
const MOST_FIRST = 3

interface Statement {
  readonly wordings: ReadonlySet<string>[]
  readonly first: number
  readonly repeats: number[]
}

/**
 * By place, the ranks of those that have to give way: of what is said over and over only the first time counts. The repetitions of a statement go
 * below what is trusted more than it and fits the question, so that however often and in however many wordings a document says
 * something, what the user says is among the first. `found` is best first.
 */
export function rankRepeats(found: readonly Repeatable[]): Map<number, number> {
  const best = found.slice(0, COMPARED)
  const moved = new Map<number, number>()
  const trusted = best.flatMap(({ source, superseded }, at) => (trustRank(source) === 0 && !superseded ? at : []))
  if (best.every(({ source }) => trustRank(source) === 0) || trusted.length === 0) return moved
  for (const { first, repeats } of statementsIn(best)) {
    if (repeats.length < OVER_AND_OVER) continue
    const statement = best[first]!
    const before = trusted.filter((at) => best[at]!.rank >= RELEVANT * statement.rank).slice(0, MOST_FIRST)
    const last = before.at(-1)
    if (last === undefined) continue
    const nearly = trusted.find((at) => best[at]!.rank >= NEARLY * statement.rank)
    if (nearly !== undefined && nearly > first) moved.set(first, best[nearly]!.rank - BELOW)
    for (const [nth, at] of repeats.entries()) if (at < last) moved.set(at, best[last]!.rank - (nth + 2) * BELOW)
  }
  return moved
}

const BELOW = 1e-6

/** What those who are trusted less say, each with where it is said again. */
function statementsIn(best: readonly Repeatable[]): Statement[] {
  const statements: Statement[] = []
  for (const [at, { text, source }] of best.entries()) {
    if (trustRank(source) === 0) continue
    const words = wordingOf(text)
    const known = statements.find(({ wordings }) => wordings.some((other) => saysAgain(other, words)))
    known?.wordings.push(words)
    if (known) known.repeats.push(at)
    else statements.push({ wordings: [words], first: at, repeats: [] })
  }
  return statements
}

/** The words by which a text is told from others. */
export const wordingOf = (text: string): ReadonlySet<string> => new Set(queryWords(text))

/** Whether two texts say much the same, by their words. */
export function saysAgain(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [shorter, longer] = a.size <= b.size ? [a, b] : [b, a]
  if (shorter.size < FEWEST_WORDS) return false
  let shared = 0
  for (const word of shorter) if (longer.has(word)) shared++
  return shared >= SHARED * shorter.size
}
