import { LETTER_OR_DIGIT } from '../../runtime/pattern.ts'
import type { Argument, Clause } from '../clauses/clause.ts'
import { VAGUE_PRONOUNS } from '../words/word-lists.ts'
import { wordSet } from '../words/word-set.ts'
import type { Draft, Reading } from './reading.ts'

/** Adverbs without which a clause says the same. */
export const NEEDLESS = wordSet(
  `really actually just also definitely totally literally basically honestly simply even too so absolutely truly certainly obviously finally then quite
  pretty both all now already currently still here there anyway though today very always usually officially btw tbh lol pls please apparently
  instead either yet ever kinda super sadly luckily though however later suddenly exactly right well indeed rather completely originally`,
)
const SAYS_SOMETHING = wordSet('NOUN PROPN NUM ADJ VERB ADV ADP TO')

/** Where the words of a clause end right of its verb: at a stop, at a word that binds another clause, or where one begins. */
export function endOfClause({ analysis: { chunks, clauses, tokens } }: Reading, clause: Clause): number {
  const begins = new Set(clauses.filter((other) => other !== clause && !other.sharesSubject).map(startOf))
  for (const chunk of chunks) {
    if (chunk.start < clause.verb.end) continue
    const outside = chunk.start >= clause.end
    if (/^(?:break|sc|rel|that|paren)$/.test(chunk.type) && outside) return chunk.start
    if (/^(?:comma|cc)$/.test(chunk.type) && outside) return chunk.start
    if (outside && (begins.has(chunk.start) || (chunk.type === 'vg' && chunk.kind === 'finite'))) return chunk.start
  }
  return tokens.length
}

const startOf = ({ subjectStart }: Clause): number => subjectStart

/**
 * Does the fact leave out a word of its clause that may turn its meaning: "is 80 % done", "gave us a week more"? Of things that are
 * joined each fact tells one, and words that point at nothing readable ("with them") are left out on purpose.
 */
export function leavesOut(reading: Reading, clause: Clause, { text, predicate }: Draft): boolean {
  const { tokens } = reading.analysis
  const told = text.toLowerCase()
  // Who somebody's relatives and animals are does not hang on what else is said of them.
  if (predicate.startsWith('has_')) return false
  const lists = listsOf(clause)
  const unclear = clause.prepositions.filter(({ start, end }) =>
    tokens.slice(start, end).some(({ pos, lower }) => pos === 'PRON' && VAGUE_PRONOUNS.has(lower)),
  )
  const end = endOfClause(reading, clause)
  return tokens.slice(clause.verb.end, end).some((token, i) => {
    const at = clause.verb.end + i
    if (!SAYS_SOMETHING.has(token.pos) || token.lower === 'by' || !LETTER_OR_DIGIT().test(token.text)) return false
    if (token.pos === 'ADV' && NEEDLESS.has(token.lower)) return false
    if (within(lists, at) || within(unclear, at)) return false
    return !told.includes(token.lower.replace(/s$/, ''))
  })
}

const within = (spans: readonly { readonly start: number; readonly end: number }[], at: number): boolean =>
  spans.some(({ start, end }) => at >= start && at < end)

function listsOf({ objects, prepositions, gerunds }: Clause): { start: number; end: number }[] {
  const spanOf = ({ np, end }: Argument) => ({ start: np.start, end })
  const lists = [objects.map(spanOf), ...prepositions.map((pp) => pp.objects.map(spanOf)), [...gerunds]]
  return lists.filter((list) => list.length > 1).map((list) => ({ start: list[0]!.start, end: list.at(-1)!.end }))
}
