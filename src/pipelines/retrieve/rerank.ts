import type { Score } from '../../domain/ranking/score.ts'
import type { Ports } from '../../ports/ports.ts'
import type { RecalledChunk } from '../../ports/recollection.ts'
import type { Trace } from '../../runtime/trace.ts'
import { turnsOf } from '../../runtime/turns.ts'
import { rerankerWorth } from '../search/adjust-scores.ts'
import type { RetrieveRequest } from './request.ts'

/** Each costs one to two milliseconds: of so many of the best the order is worth it. */
const RERANKED = 6
/** What is farther behind the first cannot come before it, where the reranker's word has its whole worth; else less is too far. */
const REACH = 0.45
/** So many are read all the same: how sure one can be of the first is told by them too. */
const FEWEST = 3

interface Reranked {
  /** By chunk; empty where nothing was reranked. */
  readonly logits: ReadonlyMap<number, number>
  /** What failed, for `degraded`: the order is then the one without it. */
  readonly down: 'reranker' | null
}

const NOTHING: Reranked = { logits: new Map(), down: null }

/** Reads the question together with the best chunks, where that is asked for. */
export async function rerank(
  { reranker }: Ports,
  trace: Trace,
  request: RetrieveRequest,
  chunks: readonly RecalledChunk[],
  scores: ReadonlyMap<number, Score>,
): Promise<Reranked> {
  if (!request.rerank || !reranker) return NOTHING
  const shown = (chunk: RecalledChunk) =>
    chunk.candidate ? request.includeEpisodic || request.includeSemantic : chunk.hot && request.includeWorking
  const rankOf = ({ id }: RecalledChunk) => scores.get(id)?.rank ?? 0
  const found = chunks.filter(shown).sort((a, b) => rankOf(b) - rankOf(a) || a.id - b.id)
  const reach = REACH * rerankerWorth(chunks.filter(({ candidate }) => candidate))
  const best = found
    .slice(0, RERANKED)
    .filter((chunk, at) => rankOf(chunk) >= rankOf(found[0]!) - (at < FEWEST ? REACH : reach))
  if (best.length < 2) return NOTHING
  const texts = best.map(({ text }) => text)
  try {
    const logits = await trace.step('rerank', () => reranker.score(request.query, texts, turnsOf(request.namespace)))
    return { logits: new Map(best.map(({ id }, at) => [id, logits[at]!])), down: null }
  } catch (error) {
    trace.notes.set('rerank_error', error instanceof Error ? error.message.slice(0, 200) : 'unknown')
    return { ...NOTHING, down: 'reranker' }
  }
}
