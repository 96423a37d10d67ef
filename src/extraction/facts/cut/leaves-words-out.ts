import { LETTER_OR_DIGIT } from '../../../runtime/pattern.ts'
import type { Argument, Clause } from '../../clauses/clause.ts'
import { VAGUE_PRONOUNS } from '../../words/word-lists.ts'
import { wordSet } from '../../words/word-set.ts'
import type { CutReading } from './cut-reading.ts'
import { isTold } from './is-told.ts'
import { pointsAway } from './points-away.ts'

/** Adverbs without which a clause says the same. */
export const NEEDLESS = wordSet(
  `really actually just also definitely totally literally basically honestly simply even too so absolutely truly certainly obviously finally then quite
  pretty both all now already currently still here there anyway though tho today very always usually officially btw tbh lol pls please apparently
  instead either yet ever kinda super sadly luckily though however later suddenly exactly right well indeed rather completely originally ok okay`,
)
/** "took him off it": what it is, is unknown, but that he is off it counts. */
const TURNING = wordSet('off out from without against over than instead like')
const SAYS_SOMETHING = wordSet('NOUN PROPN NUM ADJ VERB ADV ADP TO NEG')

/**
 * Does it leave out a word of the clause: "is 80 % done", "gave us a week more"? Of things that are joined each fact tells one, and words
 * that point at nothing readable ("with them") are left out on purpose.
 */
export function leavesWordsOut({ tokens, clause, end, told }: CutReading): boolean {
  const lists = listsOf(clause)
  const unclear = clause.prepositions.filter(
    ({ start, end, afterNoun }, i) =>
      !TURNING.has(tokens[start]!.lower) && !(afterNoun && i > 0) && pointsAway(tokens.slice(start, end)),
  )
  const joined = clause.objects.length > 1 && tokens[clause.end]?.pos === 'TO'
  return tokens.slice(clause.verb.end, joined ? clause.end : end).some((token, i) => {
    const at = clause.verb.end + i
    if (!SAYS_SOMETHING.has(token.pos) || token.lower === 'by' || !LETTER_OR_DIGIT().test(token.text)) return false
    if (token.pos === 'ADP' && VAGUE_PRONOUNS.has(tokens[at + 1]?.lower ?? '')) return TURNING.has(token.lower)
    if (token.lower !== 'more' && VAGUE_PRONOUNS.has(token.lower)) return false
    const tooMuch = token.lower === 'too' && /^(?:ADJ|ADV)$/.test(tokens[at + 1]?.pos ?? '')
    // "starts one week later"
    const muchLater = /^(?:later|earlier)$/.test(token.lower) && tokens[at - 1]?.pos === 'NOUN'
    if (token.pos === 'ADV' && NEEDLESS.has(token.lower) && !tooMuch && !muchLater) return false
    if (within(lists, at) || within(unclear, at)) return false
    return !isTold(told, token.lower.replace(/s$/, ''))
  })
}

const within = (spans: readonly { readonly start: number; readonly end: number }[], at: number): boolean =>
  spans.some(({ start, end }) => at >= start && at < end)

function listsOf({ objects, prepositions, gerunds }: Clause): { start: number; end: number }[] {
  const spanOf = ({ np, end }: Argument) => ({ start: np.start, end })
  const lists = [objects.map(spanOf), ...prepositions.map((pp) => pp.objects.map(spanOf)), [...gerunds]]
  return lists.filter((list) => list.length > 1).map((list) => ({ start: list[0]!.start, end: list.at(-1)!.end }))
}
