import { namesInCommon } from '../../domain/question/names-in-common.ts'
import type { QuestionReading } from '../../domain/question/read-question.ts'
import type { Weights } from '../../domain/ranking/weights.ts'
import type { RecalledChunk, RecalledFact } from '../../ports/recollection.ts'
import { type Change, UNCHANGED } from './changed-scores.ts'

/** In more than this share of the candidates a name tells nothing. */
const COMMON_NAME = 0.3
/** What is farther than this has nothing to do with the question. */
const FAR = 0.2

/** What mentions whom or what the question names rises, as far as few do. */
export function byNamesAsked(
  candidates: readonly RecalledChunk[],
  { names }: QuestionReading,
  weights: Weights,
): Change {
  if (names.length === 0 || candidates.length === 0) return UNCHANGED
  const mentions = namesInCommon(names)
  const share = new Map(candidates.map(({ id, text }) => [id, mentions(text)]))
  const mentioning = [...share.values()].filter((one) => one > 0).length
  const rarity = Math.max(0, 1 - mentioning / (COMMON_NAME * candidates.length))
  const nearest = Math.max(0, ...candidates.map(({ meaning }) => meaning))
  // Where nothing is near in meaning, a name is all there is.
  const worth = weights.named * rarity * (nearest < FAR ? 2 : 1)
  return (score, chunk) => {
    const rises = worth * (share.get(chunk) ?? 0)
    return rises === 0 ? score : { ...score, rank: score.rank + rises, named: rises }
  }
}

/** What mentions somebody who has the role that is asked for rises as if the question had named them; what says who has it, has its words already. */
export function byRoleAsked(
  candidates: readonly RecalledChunk[],
  stating: readonly RecalledFact[],
  weights: Weights,
): Change {
  if (stating.length === 0 || candidates.length === 0) return UNCHANGED
  const mentions = namesInCommon([...new Set(stating.map(({ object }) => object))])
  const introducing = new Set(stating.map(({ chunk }) => chunk))
  const mentioning = new Set(
    candidates.flatMap(({ id, text }) => (!introducing.has(id) && mentions(text) > 0 ? id : [])),
  )
  const rises = weights.named * Math.max(0, 1 - mentioning.size / (COMMON_NAME * candidates.length))
  return (score, chunk) =>
    rises > 0 && mentioning.has(chunk)
      ? { ...score, rank: score.rank + rises, named: (score.named ?? 0) + rises }
      : score
}
