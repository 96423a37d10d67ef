import type { Clause } from '../../clauses/clause.ts'
import { isNominal } from '../../tokens/token-tests.ts'
import type { Silence } from '../fact-rule.ts'
import type { Draft, Reading } from '../reading.ts'
import type { CutReading } from './cut-reading.ts'
import { cutsSubject } from './cuts-subject.ts'
import { endOfClause } from './end-of-clause.ts'
import { JOINED } from './joined.ts'
import { leavesWordsOut } from './leaves-words-out.ts'
import { LIMITS } from './limits.ts'
import { WHICH_ONE } from './which-one.ts'

/** What a fact may leave out of its clause that may turn its meaning. */
const CUTS: readonly Silence<CutReading>[] = [
  { name: 'cut-subject', when: cutsSubject },
  ...WHICH_ONE,
  ...LIMITS,
  ...JOINED,
  { name: 'words-left-out', when: leavesWordsOut },
]

/** The rule by which a fact leaves out what may turn its meaning; undefined where it is whole. */
export function cutBy(reading: Reading, clause: Clause, { text, predicate }: Draft): string | undefined {
  const { tokens } = reading.analysis
  const at = { reading, tokens, clause, end: endOfClause(reading, clause), told: text.toLowerCase() }
  if (isOfAnOwner(at)) return 'cut-owner'
  // Who somebody's relatives and animals are does not hang on what else is said of them.
  return predicate.startsWith('has_') ? undefined : CUTS.find(({ when }) => when(at))?.name
}

/** "is my aunt's": whose it is, is not what it is. */
const isOfAnOwner = ({ reading, tokens, clause, end }: CutReading): boolean =>
  tokens.slice(clause.verb.end, end).some(({ pos }, i) => {
    const at = clause.verb.end + i
    return (
      pos === 'POSS' &&
      !isNominal(tokens[at + 1]) &&
      tokens[at + 1]?.pos !== 'ADJ' &&
      !reading.analysis.chunks.some(({ type, start, end }) => type === 'np' && start < at && at < end)
    )
  })
