import { calibrate } from '../../domain/calibrate.ts'
import { type Question, type Score, score } from '../../domain/score.ts'
import { strength } from '../../domain/strength.ts'
import { weights as chosen, type Weights } from '../../domain/weights.ts'
import type {
  MemoryId,
  Metadata,
  RecalledChunk,
  RecalledFact,
  RecallPlan,
  Recollection,
} from '../../ports/memory-store.ts'
import type { RetrieveRequest } from './retrieve.ts'

const DAY_MS = 86_400_000

export interface Ranked {
  readonly id: MemoryId
  readonly fact: string
  readonly score: number
  readonly source_type: 'episodic' | 'semantic' | 'working'
  readonly created_at: number
  readonly access_count: number
  readonly confidence: number
  readonly strength: number
  readonly metadata: Metadata | null
  readonly superseded?: boolean
  readonly why: Record<string, unknown>
}

/** One form in which a memory can be shown: its chunk, or a fact of it. */
interface Form {
  readonly id: MemoryId
  readonly text: string
  readonly type: Ranked['source_type']
  readonly memory: RecalledChunk | RecalledFact
  /** Forms of one memory share it: only the best of them takes a place. */
  readonly place: string
  readonly rank: number
  readonly score: Score
  readonly superseded: boolean
}

/** Puts every candidate in one order, best first, with a score that means something. */
export function rank(
  recollection: Recollection,
  lost: ReadonlySet<number>,
  plan: RecallPlan,
  request: RetrieveRequest,
  halfLifeDays: number,
  weights: Weights = chosen,
): Ranked[] {
  const question: Question = { text: request.query, words: plan.words, ...recollection.corpus }
  // Faded against its own first day: what the source is worth counts by itself.
  const fresh = <T extends RecalledChunk | RecalledFact>(memory: T) => ({
    ...memory,
    strength: strengthOf(memory, request.now, halfLifeDays) / confidenceIn(memory),
  })
  const scores = score(question, recollection.chunks.map(fresh), recollection.facts.map(fresh), weights)
  const chunks = chunkForms(recollection, lost, scores.chunks, request, weights)
  const facts = factForms(recollection, lost, scores.facts, request)
  const best = onePlaceEach([...chunks, ...facts])
  const top = best[0]?.rank ?? 0
  // Nothing scores above what ranks above it: facts are ranked by score, and the rank knows more than the cosine.
  let ceiling = 1
  return best.map((form) => {
    const share = top > 0 ? form.rank / top : 0
    ceiling = Math.min(ceiling, calibrate(form.score.meaning, share))
    return present(form, ceiling, request.now, halfLifeDays)
  })
}

function chunkForms(
  recollection: Recollection,
  lost: ReadonlySet<number>,
  scores: ReadonlyMap<number, Score>,
  request: RetrieveRequest,
  weights: Weights,
): Form[] {
  const known = new Set(recollection.facts.map(({ id }) => id))
  return recollection.chunks.flatMap((chunk) => {
    const searched = chunk.candidate && request.include_episodic
    if (!searched && !(chunk.hot && request.include_working)) return []
    const stated = chunk.facts.filter((id) => known.has(id))
    const superseded = stated.length > 0 && stated.every((id) => lost.has(id))
    const score = scores.get(chunk.id)!
    return {
      id: `c${chunk.id}` as const,
      text: chunk.text,
      type: searched ? ('episodic' as const) : ('working' as const),
      memory: chunk,
      place: `c${chunk.id}`,
      rank: score.rank * (superseded ? weights.superseded : 1),
      score,
      superseded,
    }
  })
}

function factForms(
  recollection: Recollection,
  lost: ReadonlySet<number>,
  scores: ReadonlyMap<number, Score>,
  request: RetrieveRequest,
): Form[] {
  const shown = new Set(
    recollection.chunks.filter(({ candidate }) => candidate && request.include_episodic).map(({ id }) => id),
  )
  return recollection.facts.flatMap((fact) => {
    const searched = fact.candidate && request.include_semantic
    if (lost.has(fact.id) || (!searched && !(fact.hot && request.include_working))) return []
    const score = scores.get(fact.id)!
    return {
      id: `f${fact.id}` as const,
      text: fact.text,
      type: searched ? ('semantic' as const) : ('working' as const),
      memory: fact,
      // Where chunks are shown, a fact and the chunk that states it are one memory; else facts stand for themselves.
      place: shown.has(fact.chunk) ? `c${fact.chunk}` : `f${fact.id}`,
      rank: score.rank,
      score,
      superseded: false,
    }
  })
}

function onePlaceEach(forms: readonly Form[]): Form[] {
  const sorted = [...forms].sort((a, b) => b.rank - a.rank || a.id.localeCompare(b.id))
  const taken = new Set<string>()
  return sorted.filter(({ place }) => !taken.has(place) && taken.add(place))
}

/** Retrieve reports confidence 1 for what a user said, always. */
const confidenceIn = ({ source, confidence }: RecalledChunk | RecalledFact) => (source === 'user' ? 1 : confidence)

const strengthOf = (memory: RecalledChunk | RecalledFact, now: number, halfLifeDays: number): number =>
  strength(confidenceIn(memory), now - memory.lastAccess, halfLifeDays * DAY_MS)

function present(form: Form, score: number, now: number, halfLifeDays: number): Ranked {
  const { memory } = form
  return {
    id: form.id,
    fact: form.text,
    score: Math.round(Math.min(1, score) * 10_000) / 10_000,
    source_type: form.type,
    created_at: memory.createdAt / 1000,
    access_count: memory.accessCount,
    confidence: confidenceIn(memory),
    strength: strengthOf(memory, now, halfLifeDays),
    metadata: memory.metadata,
    ...(form.superseded ? { superseded: true } : {}),
    why: {
      ...form.score,
      ...('hop' in memory && memory.hop > 0 ? { hop: memory.hop, from: memory.from } : {}),
      ...('members' in memory && memory.members.length > 0 ? { members: memory.members } : {}),
    },
  }
}
