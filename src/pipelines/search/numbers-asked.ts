import type { Scores } from '../../domain/ranking/score.ts'
import type { Weights } from '../../domain/ranking/weights.ts'
import type { RecalledChunk } from '../../ports/recollection.ts'
import { type Change, UNCHANGED } from './changed-scores.ts'

/** What has the number of the question and is farther behind the first is about something else. */
const REACH = 0.7

/** What is about another ticket, room, version or day than the question goes below what is about that one. */
export function byNumbersAsked(
  { chunks: scores }: Scores,
  candidates: readonly RecalledChunk[],
  query: string,
  weights: Weights,
): Change {
  const kinds = kindsAsked(query)
  if (kinds.length === 0) return UNCHANGED
  const said = candidates.map(({ id, text }) => ({ id, ...saidOf(kinds, text) }))
  const best = said.reduce((most, { id, hasAll }) => (hasAll ? Math.max(most, scores.get(id)!.rank) : most), -Infinity)
  const others = new Set(said.flatMap(({ id, hasAnother }) => (hasAnother ? id : [])))
  const top = candidates.reduce((most, { id }) => Math.max(most, scores.get(id)!.rank), -Infinity)
  if (best < top - REACH || others.size === 0) return UNCHANGED
  return (score, chunk) => {
    if (!others.has(chunk)) return score
    // What the reranker thinks of it, who tells no number from another, is no reason to believe it.
    const { reranked: _, ...another } = score
    return { ...another, rank: Math.min(score.rank, best) - weights.named }
  }
}

/** What the question has numbers of, and what finds all numbers of it: "room 205" and "room 206", "PROJ-12" and "PROJ-13". */
interface Kind {
  readonly asked: readonly string[]
  readonly all: RegExp
}

const NUMBER = String.raw`#?\d+(?:[.,:/-]\d+)*`
const NAMED = /(?<![\w.,-])([a-z]{1,12}[-_#]?)(\d+(?:[.-]\d+)*)(?![\w-])/gi
const COUNTED = new RegExp(String.raw`(?<![\w-])([a-z]{3,20}) (${NUMBER})(?![\w%-])`, 'gi')
const MONTH = 'january|february|march|april|may|june|july|august|september|october|november|december'
const DATED = new RegExp(String.raw`(?<![\w.-])(\d{1,2})(?:st|nd|rd|th)? (?:of )?(${MONTH})\b`, 'gi')

/** A number behind these is of no kind. */
const NO_KIND = new RegExp(
  `^(?:the|and|for|from|than|over|under|about|around|until|till|since|before|after|between|with|within|per|last|next|past|all|any|how|who|what|when|where|was|were|are|did|does|has|have|had|get|got|pay|paid|cost|costs|ago|only|least|most|this|that|these|those|which|into|onto|our|your|his|her|its|their|${MONTH})$`,
  'i',
)

function kindsAsked(query: string): Kind[] {
  const asked = [
    ...[...query.matchAll(NAMED)].map(([found, prefix]) => ({
      found,
      all: String.raw`(?<![\w.,-])${prefix}\d+(?:[.-]\d+)*(?![\w-])`,
    })),
    ...[...query.matchAll(COUNTED)]
      .filter(([, word]) => !NO_KIND.test(word!))
      .map(([found, word]) => ({ found, all: String.raw`(?<![\w-])${word}s? ${NUMBER}(?![\w%-])` })),
    ...[...query.matchAll(DATED)].map(([found, , month]) => ({
      found,
      all: String.raw`(?<![\w.-])\d{1,2}(?:st|nd|rd|th)? (?:of )?${month}\b`,
    })),
  ]
  return [...Map.groupBy(asked, ({ all }) => all.toLowerCase())].map(([all, numbers]) => ({
    asked: numbers.map(({ found }) => plain(found)),
    all: new RegExp(all, 'gi'),
  }))
}

/** "Rooms 205", "2nd of May": as they are compared. */
const plain = (number: string): string =>
  number
    .toLowerCase()
    .replace(/#| of(?= )/g, '')
    .replace(/(\d)(?:st|nd|rd|th)\b/g, '$1')
    .replace(/^([a-z]+)s (?=\d)/, '$1 ')

function saidOf(kinds: readonly Kind[], text: string): { readonly hasAll: boolean; readonly hasAnother: boolean } {
  let [hasAll, hasAnother] = [true, false]
  for (const { asked, all } of kinds) {
    const found = text.match(all)?.map(plain) ?? []
    hasAll &&= asked.every((number) => found.includes(number))
    hasAnother ||= found.length > 0 && !asked.some((number) => found.includes(number))
  }
  return { hasAll, hasAnother }
}
