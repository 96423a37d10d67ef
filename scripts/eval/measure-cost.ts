import { score } from '../../src/domain/ranking/score.ts'
import { type Conversation, toItem } from './data-sets.ts'
import { mean, quantile } from './figures.ts'
import { loadModels } from './in-process-models.ts'
import { recollect, rememberTexts } from './recollections.ts'

export interface CostFigures {
  /** Candidates that were scored at a time: chunks and facts. */
  readonly candidates: number
  readonly p50: number
  readonly p95: number
}

const ROUNDS = 5

/** The processor's time for the scoring alone, on candidates as the service's own recall nominates them, in this process. */
export async function measureCost(chats: Conversation, questions: number): Promise<CostFigures> {
  const models = await loadModels()
  const memory = await rememberTexts(
    models,
    chats.turns.map((turn) => toItem(turn, chats.id)),
  )
  const times: number[] = []
  const candidates: number[] = []
  for (const { q } of chats.questions.slice(0, questions)) {
    const { recollection, plan } = await recollect(models, memory, q)
    const question = { text: q, words: plan.words, ...recollection.corpus }
    candidates.push(recollection.chunks.length + recollection.facts.length)
    for (let round = 0; round < ROUNDS; round++) {
      // Not the clock: on a busy machine most of what it tells is how long others worked.
      const began = process.cpuUsage()
      score(question, recollection.chunks, recollection.around, recollection.facts, () => 1)
      times.push(process.cpuUsage(began).user / 1000)
    }
  }
  return { candidates: Math.round(mean(candidates)), p50: quantile(times, 0.5), p95: quantile(times, 0.95) }
}
