import { inOrderOfTelling } from '../../domain/ranking/order-of-telling.ts'
import type { Score } from '../../domain/ranking/score.ts'
import { givesWay, isStatedByUser, RELEVANT } from '../../domain/ranking/trusted-first.ts'
import { weights } from '../../domain/ranking/weights.ts'
import { trustRank } from '../../domain/statement/source.ts'
import type { Ports } from '../../ports/ports.ts'
import type { RecalledChunk } from '../../ports/recollection.ts'
import { MOST_READ, type Reading } from '../../ports/reranker.ts'
import type { Trace } from '../../runtime/trace.ts'
import { turnsOf } from '../../runtime/turns.ts'
import type { RetrieveRequest } from './request.ts'

/** Each costs a millisecond or two. The two best are read in any case: by them one knows how sure the first is, too. */
const FEWEST = 2
/** What is farther behind the first is about something else, and not read at all. */
const REACH = 0.7
/** What is behind by more than this can say does not come first; few that are read later are liked more. */
const LIKED = 5
/** What answers, or did, and is liked by so much less for today is taken for outdated. */
const OUTLIVED = 2.5

/** Memories of so many characters in all are read at once: to read two of them first would save nothing, since the others are wanted in seven of ten questions. */
const SHORT = 450

/** Where the best are all of less trusted sources, so many that the user stated are read instead of the last of them: one, and one that may have changed it. */
const MOST_OWN = 2

interface Reranked {
  /** By chunk; empty where nothing was reranked. */
  readonly readings: ReadonlyMap<number, Reading>
  /** What failed, for `degraded`: the order is then the one without it. */
  readonly down: 'reranker' | null
}

const NOTHING: Reranked = { readings: new Map(), down: null }

/**
 * Reads the question together with the best chunks, in the order in which they were told, where that is asked for. Where they are long, first with two of them, and with all
 * if one of the others could come first, or if one of the two seems to be outdated: what holds instead may be among the others.
 */
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
  const near = found.filter((chunk) => rankOf(chunk) >= rankOf(found[0]!) - REACH)
  if (near.length < FEWEST) return NOTHING
  // However many documents say something, what the user says of it is read beside them.
  const isFlood = near.slice(0, MOST_READ).every(({ source, session }) => givesWay({ source, alone: session === null }))
  const isOwnWord = (chunk: RecalledChunk) => rankOf(chunk) >= RELEVANT * rankOf(near[0]!) && isStatedByUser(chunk)
  const own = isFlood ? near.slice(MOST_READ).filter(isOwnWord).slice(0, MOST_OWN) : []
  const best = [...near.slice(0, MOST_READ - own.length), ...own]
  const read = async (some: readonly RecalledChunk[]): Promise<Map<number, Reading>> => {
    const told = [...some].sort(inOrderOfTelling)
    const texts = told.map(({ text }) => text)
    const readings = await reranker.read(request.query, texts, turnsOf(request.namespace))
    return new Map(told.map(({ id }, at) => [id, held(readings[at]!, told[at]!, told.slice(at + 1))]))
  }
  try {
    return await trace.step('rerank', async () => {
      if (own.length > 0 || best.reduce((sum, { text }) => sum + text.length, 0) <= SHORT)
        return { readings: await read(best), down: null }
      const [two, rest] = [best.slice(0, FEWEST), best.slice(FEWEST)]
      const readings = await read(two)
      const first = Math.max(...two.map((chunk) => rankOf(chunk) + weights.reranked * readings.get(chunk.id)!.holds))
      const isOutlived = [...readings.values()].some(({ answers, holds }) => answers > 0 && answers - holds > OUTLIVED)
      const isOpen = isOutlived || rest.some((chunk) => rankOf(chunk) + weights.reranked * LIKED >= first)
      return { readings: isOpen && rest.length > 0 ? await read(best) : readings, down: null }
    })
  } catch (error) {
    trace.notes.set('rerank_error', error instanceof Error ? error.message.slice(0, 200) : 'unknown')
    return { ...NOTHING, down: 'reranker' }
  }
}

/** What is trusted less takes nothing away: where all that was told later is, a memory holds if it answers. */
function held(reading: Reading, { source }: RecalledChunk, later: readonly RecalledChunk[]): Reading {
  const isUntouched = later.length > 0 && later.every((other) => trustRank(other.source) > trustRank(source))
  return isUntouched && reading.answers > reading.holds ? { ...reading, holds: reading.answers } : reading
}
