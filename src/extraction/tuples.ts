import { type Analysis, surface } from './analyse.ts'
import type { Clause } from './clauses/clause.ts'

/** An open-information-extraction tuple in the words of the sentence. */
export interface Tuple {
  readonly confidence: number
  readonly predicate: string
  readonly arguments: readonly string[]
}

/** Every clause as predicate and arguments in surface words: more than the graph wants, all that the sentence says. */
export function toTuples(analysis: Analysis): Tuple[] {
  return [...analysis.clauses.flatMap((clause) => clauseTuples(analysis, clause)), ...identities(analysis)]
}

function clauseTuples(analysis: Analysis, clause: Clause): Tuple[] {
  const { verb, role, antecedent } = clause
  const subject = surface(analysis, clause.subjectStart, clause.subjectEnd)
  const end = Math.max(clause.end, clause.fullEnd)
  const from = afterLink(analysis, clause, end)
  const outside =
    antecedent && !clause.subjects.some(({ np }) => np === antecedent)
      ? surface(analysis, antecedent.start, antecedent.end)
      : ''
  const object = surface(analysis, from, end) || outside
  if (!subject || !object || subject.toLowerCase() === 'there') return []
  const predicate = surface(analysis, verb.start, object === outside ? verb.end : from)
  const split = clause.objects.length > 1 && clause.second.length === 0 && from === verb.end ? clause.objects : []
  if (split.length > 0) {
    const tail = surface(analysis, split.at(-1)!.end, end)
    return split.map(({ np, end: stop }) => ({
      confidence: 0.85,
      predicate,
      arguments: [subject, surface(analysis, np.start, stop), ...(tail ? [tail] : []), ...leading(analysis, clause)],
    }))
  }
  return [
    {
      confidence: role === 'main' ? 0.9 : role === 'relative' ? 0.8 : 0.7,
      predicate,
      arguments: [subject, object, ...leading(analysis, clause)],
    },
  ]
}

/** "was born in | Warsaw", "said that | …": the word that binds the object belongs to the predicate. */
function afterLink({ tokens }: Analysis, { verb }: Clause, end: number): number {
  const next = tokens[verb.end]
  const binds = next !== undefined && (next.pos === 'ADP' || next.lower === 'that') && verb.end + 1 < end
  return binds ? verb.end + 1 : verb.end
}

/** "In 2019, …": a time or place before the subject is one more argument. */
export function leading(analysis: Analysis, clause: Clause): string[] {
  const { chunks } = analysis
  if (clause.sharesSubject || clause.role === 'relative') return []
  let i = chunks.findIndex((chunk) => chunk.start === clause.subjectStart) - 1
  if (chunks[i]?.type === 'comma') i--
  const end = i
  while (i > 0 && chunks[i]?.type === 'np' && chunks[i - 1]?.type === 'prep') i -= 2
  const first = chunks[i + 1]
  const last = chunks[end]
  return end > i && first && last && (i < 0 || chunks[i]!.type === 'break')
    ? [surface(analysis, first.start, last.end)]
    : []
}

/** "Anna, the new director, …": one thing under two descriptions. */
function identities(analysis: Analysis): Tuple[] {
  const { chunks, tokens } = analysis
  return chunks.flatMap((first, i) => {
    const second = chunks[i + 2]
    if (
      first.type !== 'np' ||
      chunks[i + 1]?.type !== 'comma' ||
      second?.type !== 'np' ||
      first.pronoun ||
      second.pronoun
    )
      return []
    let end = i + 3
    while (chunks[end]?.type === 'prep' && chunks[end + 1]?.type === 'np') end += 2
    const closed = chunks[end] === undefined || chunks[end]!.type === 'comma' || chunks[end]!.type === 'break'
    const named = tokens[first.head]!.pos === 'PROPN' && second.determiner !== null
    if (!closed || !named || chunks[end + 1]?.type === 'cc') return []
    return [
      {
        confidence: 0.75,
        predicate: 'is',
        arguments: [surface(analysis, first.start, first.end), surface(analysis, second.start, chunks[end - 1]!.end)],
      },
    ]
  })
}
