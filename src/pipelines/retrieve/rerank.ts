import type { Score } from '../../domain/ranking/score.ts'
import { weights } from '../../domain/ranking/weights.ts'
import type { Ports } from '../../ports/ports.ts'
import type { RecalledChunk } from '../../ports/recollection.ts'
import type { Trace } from '../../runtime/trace.ts'
import { turnsOf } from '../../runtime/turns.ts'
import type { RetrieveRequest } from './request.ts'

/** Each costs milliseconds. The two best are read in any case: by them one knows how sure the first is, too. */
const FEWEST = 2
const MOST = 5
/** What is farther behind the first than all that the reranker can say is not read at all. */
const REACH = 0.45
/** Few of those that are read are liked more. */
const LIKED = 2

interface Reranked {
  /** By chunk; empty where nothing was reranked. */
  readonly logits: ReadonlyMap<number, number>
  /** What failed, for `degraded`: the order is then the one without it. */
  readonly down: 'reranker' | null
}

const NOTHING: Reranked = { logits: new Map(), down: null }

/** Reads the question together with the best chunks, where that is asked for: with the first two, and with the others if one of them could come first. */
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
  const best = found.slice(0, MOST).filter((chunk) => rankOf(chunk) >= rankOf(found[0]!) - REACH)
  if (best.length < FEWEST) return NOTHING
  const logits = new Map<number, number>()
  const read = async (some: readonly RecalledChunk[]) => {
    const texts = some.map(({ text }) => text)
    const scored = await reranker.score(request.query, texts, turnsOf(request.namespace))
    for (const [at, { id }] of some.entries()) logits.set(id, scored[at]!)
  }
  const rerankedRank = (chunk: RecalledChunk) => rankOf(chunk) + weights.reranked * (logits.get(chunk.id) ?? LIKED)
  try {
    await trace.step('rerank', async () => {
      const [two, rest] = [best.slice(0, FEWEST), best.slice(FEWEST)]
      await read(two)
      const first = Math.max(...two.map(rerankedRank))
      if (rest.some((chunk) => rerankedRank(chunk) >= first)) await read(rest)
    })
    return { logits, down: null }
  } catch (error) {
    trace.notes.set('rerank_error', error instanceof Error ? error.message.slice(0, 200) : 'unknown')
    return { ...NOTHING, down: 'reranker' }
  }
}
