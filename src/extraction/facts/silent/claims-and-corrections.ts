import type { Clause } from '../../clauses/clause.ts'
import { isSaidOf } from '../../clauses/is-said-of.ts'
import { isBase, isCopula } from '../../phrases/verb-group.ts'
import { wordSet } from '../../words/word-set.ts'
import type { Reading } from '../reading.ts'
import type { SilentRule } from './silent-rule.ts'

/** What is done once, where it is done at all. */
const PROPOSED = wordSet(
  'sell move cancel paint buy leave drop book cut swap order rent hire replace postpone skip wait start be',
)

/** What is only claimed, and what is corrected in the same breath. */
export const CLAIMS_AND_CORRECTIONS: readonly SilentRule[] = [
  // "I said I found a freezer": whether it is true, is not said.
  {
    name: 'what-i-said',
    when: (clause, { analysis: { tokens } }) => {
      const { parent, verb } = clause
      if (!parent?.verb.past || !isSaidOf('i', parent, tokens)) return false
      if (/^(?:claim|pretend)$/.test(parent.verb.lemma)) return true
      // "I said we sell the van", "I said I must ask my wife": what was thought best then.
      const isToUs = isSaidOf('we', clause, tokens) || isSaidOf('you', clause, tokens)
      const isIdea = verb.modal === 'must' || (isToUs && PROPOSED.has(verb.lemma) && isBase(verb, tokens))
      return parent.verb.lemma === 'say' && (verb.past || isIdea)
    },
  },
  // "Vendor claims packing will help": maybe the vendor only claims it.
  {
    name: 'maybe-claimed',
    when: ({ subjects }, { analysis: { tokens } }) =>
      subjects.some(({ np }) =>
        tokens
          .slice(np.core, np.head)
          .some(({ lower }) =>
            /^(?:claims|says|reports|promises|reckons|thinks|believes|hopes|swears|insists|argues)$/.test(lower),
          ),
      ),
  },
  { name: 'corrected-behind-it', when: isCorrectedBehind },
]

const CORRECTION =
  /^, (?:(?:sorry ,? )?i mean (?=(?:the|an?|\d\S*) (?!\w+ ones?\b))|(?:no|sorry) , (?=(?:the|an?|\d\S*) )|(?:or rather ?,?|make that) (?=(?:the|an?|on|in|at|to|for|from|with|by|\d\S*) ))/
const BUT_REALLY = /^,? ?but (?:it|that|they) (?:is|'s|are|'re|was|were) (?:actually|really) /

/** "I take sugar, I mean the sweetener", "we sold a field, no, a cow", "my notice is 60 days but it is actually 90" */
function isCorrectedBehind({ role, verb, objects, end }: Clause, { analysis: { clauses, tokens } }: Reading): boolean {
  const said = tokens
    .slice(end, end + 9)
    .map(({ lower }) => lower)
    .join(' ')
  const words = (CORRECTION.exec(said) ?? (isCopula(verb) ? BUT_REALLY.exec(said) : null))?.[0].trim().split(' ').length
  if (role !== 'main' || words === undefined) return false
  const next = end + words
  // "we have no car, no, the bus is fine"
  if (!BUT_REALLY.test(said))
    return !clauses.some(({ subjectStart, subjectEnd }) => subjectStart <= next && next < subjectEnd)
  // "is 60 days but it is really 90": one number, or one name, for another.
  const kind = tokens[next]?.pos ?? ''
  return (
    /^(?:NUM|PROPN)$/.test(kind) &&
    objects.some(({ np }) => tokens.slice(np.core, np.end).some(({ pos }) => pos === kind))
  )
}
