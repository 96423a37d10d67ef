import type { Brain, Query } from './brain.ts'

/** The share of queries that give the same facts in the same order when they are asked again. */
export async function measureDeterminism(brain: Brain, queries: readonly Query[]): Promise<number> {
  const first = await brain.retrieveAll(queries, 'once')
  const again = await brain.retrieveAll(queries, 'and once more')
  const order = (at: number, answers: typeof first) =>
    answers[at]!.facts.map(({ fact, score }) => `${score} ${fact}`).join('\n')
  return queries.filter((_, at) => order(at, first) === order(at, again)).length / Math.max(1, queries.length)
}
