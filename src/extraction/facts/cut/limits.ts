import { LETTER_OR_DIGIT } from '../../../runtime/pattern.ts'
import type { Argument } from '../../clauses/clause.ts'
import { isCopula } from '../../phrases/verb-group.ts'
import { isNominal } from '../../tokens/token-tests.ts'
import type { Silence } from '../fact-rule.ts'
import type { CutReading } from './cut-reading.ts'

/** How much, how often, how long or in comparison to what it is so. */
export const LIMITS: readonly Silence<CutReading>[] = [
  { name: 'only', when: movesOnly },
  { name: 'minus-or-at-most', when: isMoreOrLess },
  { name: 'compared', when: isCompared },
  // "was $16,250 plus GST": neither is the price.
  {
    name: 'number-plus',
    when: ({ tokens, clause: { objects } }) =>
      objects.slice(0, -1).some(({ np, end }) => tokens[end]?.lower === 'plus' && /\d/.test(tokens[np.head]!.text)),
  },
  // "was here for three days", "will be there on the 18th"; but "is here in Berlin": that one is there is only so then.
  {
    name: 'here-for-a-time',
    when: ({ tokens, clause: { verb } }) => {
      const [adverb, next, article] = tokens.slice(verb.end, verb.end + 3).map(({ lower }) => lower)
      const isSomewhere = next === 'in' || next === 'from' || (next === 'on' && article === 'a')
      return isCopula(verb) && /^(?:here|there)$/.test(adverb ?? '') && !isSomewhere
    },
  },
]

/** "meets only at the chess tables, wednesdays", "oat milk, and only in coffee", "only ever acts up after dinner": what is the only one, is said by the place of the word. */
function movesOnly({ tokens, clause: { verb, end }, told }: CutReading): boolean {
  const places = tokens.flatMap(({ lower }, i) => (lower === 'only' ? i : []))
  if (/\bonly\b/.test(told))
    return !places.some((at) => {
      const next = tokens[at + 1]
      const goesOn = next !== undefined && LETTER_OR_DIGIT().test(next.text)
      return told.includes(goesOn ? `only ${next.lower}` : `${tokens[at - 1]?.lower} only`)
    })
  const goesOn = /^(?:[,(] ?)?(?:(?:and|but) )?only\b/.test(
    tokens
      .slice(end, end + 3)
      .map(({ lower }) => lower)
      .join(' '),
  )
  // "only ever acts up", "may only come from three on"; but who only drinks oat milk drinks it.
  const isBound = (at: number) =>
    at >= verb.start && at < verb.main && (verb.modal === 'may' || tokens[at + 1]!.lower === 'ever')
  return goesOn || places.some((at) => isBound(at) || (at > verb.main && at <= end))
}

/** "a B minus", "one whole sermon and a half", "keto, minus nine kilos", "at most 25 a minute" */
function isMoreOrLess({ tokens, clause: { objects }, told }: CutReading): boolean {
  const end = objects.at(-1)?.end ?? tokens.length
  const isBounded = ({ np }: Argument) => {
    const [at = '', most = ''] = tokens.slice(Math.max(0, np.start - 2), np.start).map(({ lower }) => lower)
    return most === 'minus' || (at === 'at' && /^(?:most|least)$/.test(most) && !told.includes(`at ${most}`))
  }
  if (objects.some(isBounded)) return true
  const next = tokens.slice(end, end + 3).map(({ lower }) => lower)
  return next[0] === 'minus' || (next.join(' ') === 'and a half' && !isNominal(tokens[end + 3]))
}

/** "has had it more times than she had dinners", "I leave the date as it is" */
function isCompared({ tokens, clause: { end }, told }: CutReading): boolean {
  const [word = '', next = '', last = ''] = tokens.slice(end, end + 3).map(({ lower }) => lower)
  if (word === 'than') return !/\bthan\b/.test(told)
  const isWhole = tokens[end + 3] === undefined || tokens[end + 3]!.pos === 'PUNCT'
  return word === 'as' && /^(?:it|they)$/.test(next) && /^(?:is|are|was|were)$/.test(last) && isWhole
}
