import { createIsOfAnother, saidIn } from '../../domain/ranking/another-thing.ts'
import { inOrderOfTelling, mayOverturn } from '../../domain/ranking/order-of-telling.ts'
import type { Score } from '../../domain/ranking/score.ts'
import { givesWay, isStatedByUser, RELEVANT } from '../../domain/ranking/trusted-first.ts'
import type { Ports } from '../../ports/ports.ts'
import type { RecalledChunk } from '../../ports/recollection.ts'
import { ANSWERS, MOST_READ, type Reading } from '../../ports/reranker.ts'
import type { Trace } from '../../runtime/trace.ts'
import { turnsOf } from '../../runtime/turns.ts'
import type { RetrieveRequest } from './request.ts'

/** Of one alone it has learnt nothing. */
const FEWEST = 2
/** What is farther behind the first is about something else, and not read at all. */
const REACH = 0.7

/** Where the best are all of less trusted sources, so many that the user stated are read instead of the last of them: one, and one that may have changed it. */
const MOST_OWN = 2

interface Reranked {
  /** By chunk; empty where nothing was reranked. */
  readonly readings: ReadonlyMap<number, Reading>
  /** What failed, for `degraded`: the order is then the one without it. */
  readonly down: 'reranker' | null
}

const NOTHING: Reranked = { readings: new Map(), down: null }

/** Reads the question together with the best chunks, in the order in which they were told, where that is asked for. */
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
  const told = best.sort(inOrderOfTelling)
  const texts = told.map(({ text }) => text)
  try {
    const readings = await trace.step('rerank', () => reranker.read(request.query, texts, turnsOf(request.namespace)))
    return { readings: heldIn(told, readings, request.query), down: null }
  } catch (error) {
    trace.notes.set('rerank_error', error instanceof Error ? error.message.slice(0, 200) : 'unknown')
    return { ...NOTHING, down: 'reranker' }
  }
}

/**
 * Where nothing of what was told later can overturn a memory, it holds if it answers; and where all that says something on the question is plainly
 * of another thing than the one that is asked for. What was told last is believed as it is read.
 */
function heldIn(told: readonly RecalledChunk[], readings: readonly Reading[], query: string): Map<number, Reading> {
  const isOfAnother = createIsOfAnother(query)
  return new Map(
    told.map((memory, at) => {
      const reading = readings[at]!
      const able = told.flatMap((other, place) => (place > at && mayOverturn(other, memory) ? place : []))
      const telling = able.filter((place) => readings[place]!.answers >= ANSWERS)
      const isUntouched =
        at < told.length - 1 &&
        (able.length === 0 ||
          (telling.length > 0 && telling.every((place) => isOfAnother(saidIn(memory.text), saidIn(told[place]!.text)))))
      return [
        memory.id,
        isUntouched && reading.answers > reading.holds ? { ...reading, holds: reading.answers } : reading,
      ]
    }),
  )
}
