import type { Score, Scores } from '../../domain/ranking/score.ts'
import type { Recollection } from '../../ports/recollection.ts'
import { lazy } from '../../runtime/lazy.ts'

export type Change = (score: Score, chunk: number) => Score

/** Where it is plain that nothing changes, nothing is copied. */
export const UNCHANGED: Change = (score) => score

/** What changes the score of a chunk changes that of its facts. */
export function createChanged({ facts }: Recollection) {
  const chunkOf = lazy(() => new Map(facts.map(({ id, chunk }) => [id, chunk])))
  return (before: Scores, change: Change): Scores => {
    if (change === UNCHANGED) return before
    return {
      talk: before.talk,
      chunks: changedIn(before.chunks, (score, id) => change(score, id)),
      facts: changedIn(before.facts, (score, id) => change(score, chunkOf().get(id) ?? 0)),
    }
  }
}

/** A copy, if anything changes. */
function changedIn(scores: Scores['chunks'], change: Change): Scores['chunks'] {
  let copy: Map<number, Score> | null = null
  for (const [id, score] of scores) {
    const next = change(score, id)
    if (next === score) continue
    copy ??= new Map(scores)
    copy.set(id, next)
  }
  return copy ?? scores
}
