import { type Analysis, surface } from './analysis.ts'
import type { Clause } from './clauses.ts'

/** An open-information-extraction tuple in the words of the sentence. */
export interface Tuple {
  readonly confidence: number
  readonly predicate: string
  readonly arguments: readonly string[]
}

/** Every clause as predicate and arguments in surface words: more than the graph wants, all that the sentence says. */
export function toTuples(analysis: Analysis): Tuple[] {
  const tuples: Tuple[] = []
  for (const clause of analysis.clauses) tuples.push(...clauseTuples(analysis, clause))
  return tuples
}

function clauseTuples(analysis: Analysis, clause: Clause): Tuple[] {
  const { verb } = clause
  const predicate = surface(analysis, verb.start, verb.end)
  const subject = surface(analysis, clause.subjectStart, clause.subjectEnd)
  const rest = surface(analysis, verb.end, Math.max(clause.end, clause.fullEnd))
  const base = clause.role === 'main' ? 0.9 : clause.role === 'relative' ? 0.8 : 0.7
  const object =
    rest ||
    (clause.antecedent && !clause.subjects.some((s) => s.np === clause.antecedent)
      ? surface(analysis, clause.antecedent.start, clause.antecedent.end)
      : '')
  if (!subject || !object) return []
  return [{ confidence: base, predicate, arguments: [subject, object] }]
}
