import type { Clause } from '../../clauses/clause.ts'
import { isCopula } from '../../phrases/verb-group.ts'
import type { Token } from '../../tokens/token.ts'
import { isGivenName } from '../../words/given-names.ts'
import { wordSet } from '../../words/word-set.ts'
import type { CutReading } from './cut-reading.ts'
import { isTold } from './is-told.ts'

/** "the flat above is noisy" */
const WHICH_ONE = wordSet('above below upstairs downstairs opposite beneath outside inside abroad in off')

/** "Ankle swelling is common": what stands between subject and verb without a mark belongs to the subject. */
export function cutsSubject({ tokens, clause, told }: CutReading): boolean {
  const { subjectEnd, verb, sharesSubject } = clause
  if (cutsPlace(tokens, clause, told)) return true
  const between = sharesSubject ? [] : tokens.slice(subjectEnd, verb.start)
  if (
    between.some(
      ({ pos, text, lower }) =>
        pos === 'PUNCT' || /^[,()[\]–—-]$/.test(text) || /^(?:who|whom|whose|which|that|where)$/.test(lower),
    )
  )
    return false
  return between.some(
    ({ pos, lower }) => (/^(?:NOUN|PROPN|NUM|ADJ|VERB)$/.test(pos) || WHICH_ONE.has(lower)) && !isTold(told, lower),
  )
}

/** "Postgres on staging is 15.4", "wifi at Glenburn is slow": of somebody it would only say where they are. */
function cutsPlace(tokens: readonly Token[], { subjects, subjectEnd, verb }: Clause, told: string): boolean {
  const np = subjects[0]?.np
  if (!np || subjects.length > 1 || !isCopula(verb) || np.end >= subjectEnd) return false
  if (tokens[np.head]!.pos !== 'PROPN' || isGivenName(tokens[np.core]!.lower)) return false
  return /^(?:on|in|at|for)$/.test(tokens[np.end]!.lower) && !isTold(told, tokens[np.end + 1]!.lower)
}
