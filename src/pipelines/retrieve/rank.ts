import { sureness } from '../../domain/calibrate.ts'
import { createLexical, type Question, type Score, scoreChunks } from '../../domain/score.ts'
import { strength } from '../../domain/strength.ts'
import { weights } from '../../domain/weights.ts'
import { wordsOf } from '../../domain/words.ts'
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
  readonly sure: number
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
): Ranked[] {
  const question: Question = { text: request.query, words: plan.words, ...recollection.corpus }
  const chunkScores = scoreChunks(question, recollection.chunks)
  const chunks = chunkForms(recollection, lost, chunkScores, request)
  const facts = factForms(recollection, lost, chunkScores, question, request)
  const best = onePlaceEach([...chunks, ...facts])
  const top = best.reduce((most, form) => Math.max(most, form.rank), 0)
  // The best candidates are as sure as the surest among them: the ranks below spread out from there.
  const sure = best.slice(0, 3).reduce((most, form) => Math.max(most, form.sure), 0)
  return best.map((form) => present(form, top > 0 ? (sure * form.rank) / top : 0, request.now, halfLifeDays))
}

function chunkForms(
  recollection: Recollection,
  lost: ReadonlySet<number>,
  scores: ReadonlyMap<number, Score>,
  request: RetrieveRequest,
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
      rank: score.rank * (superseded ? weights.supersededFactor : 1),
      sure: sureness(score.meaning, score.coverage),
      score,
      superseded,
    }
  })
}

/** A fact ranks with what its chunk has around it, and by its own meaning and words. */
function factForms(
  recollection: Recollection,
  lost: ReadonlySet<number>,
  chunkScores: ReadonlyMap<number, Score>,
  question: Question,
  request: RetrieveRequest,
): Form[] {
  const lexical = createLexical(question)
  const facts = recollection.facts.filter(
    (fact) =>
      !lost.has(fact.id) && ((fact.candidate && request.include_semantic) || (fact.hot && request.include_working)),
  )
  const chunkText = new Map(recollection.chunks.map((chunk) => [chunk.id, chunk]))
  const bm25 = new Map(facts.map((fact) => [fact.id, lexical.bm25([lexical.count(fact.text)])]))
  const mostMeaning = Math.max(
    1e-9,
    ...recollection.chunks.map((chunk) => chunk.meaning),
    ...facts.map((fact) => fact.meaning),
  )
  const mostWords = Math.max(1e-9, ...bm25.values())
  return facts.map((fact) => {
    const around = chunkScores.get(fact.chunk)
    const own =
      weights.meaning * (Math.max(0, fact.meaning) / mostMeaning) + weights.words * (bm25.get(fact.id)! / mostWords)
    const coverage = lexical.coverage(lexical.count(fact.text))
    const context = around ? around.session + around.window + around.reply + weights.who * around.who : 0
    const reached = fact.hop > 1 ? 1 / fact.hop : 1
    const score: Score = {
      rank: own + context,
      meaning: fact.meaning,
      words: bm25.get(fact.id)! / mostWords,
      who: around?.who ?? 0,
      session: around?.session ?? 0,
      reply: around?.reply ?? 0,
      window: around?.window ?? 0,
      coverage,
    }
    const chunk = chunkText.get(fact.chunk)
    return {
      id: `f${fact.id}` as const,
      text: fact.text,
      type: fact.candidate && request.include_semantic ? ('semantic' as const) : ('working' as const),
      memory: fact,
      // Where chunks are shown, a fact and the chunk that states it are one memory; else facts stand for themselves.
      place:
        request.include_episodic && chunk?.candidate && saysJustThat(chunk, fact) ? `c${fact.chunk}` : `f${fact.id}`,
      rank: score.rank * reached,
      sure: sureness(fact.meaning, coverage),
      score,
      superseded: false,
    }
  })
}

/** Every other fact of a chunk that is shown would take a place for what the chunk says already. */
const saysJustThat = (_chunk: RecalledChunk, _fact: RecalledFact): boolean => wordsOf(_fact.text).length > 0

function onePlaceEach(forms: readonly Form[]): Form[] {
  const sorted = [...forms].sort((a, b) => b.rank - a.rank || a.id.localeCompare(b.id))
  const taken = new Set<string>()
  return sorted.filter(({ place }) => !taken.has(place) && taken.add(place))
}

function present(form: Form, score: number, now: number, halfLifeDays: number): Ranked {
  const { memory } = form
  const confidence = memory.source === 'user' ? 1 : memory.confidence
  return {
    id: form.id,
    fact: form.text,
    score: Math.round(Math.min(1, score) * 10_000) / 10_000,
    source_type: form.type,
    created_at: memory.createdAt / 1000,
    access_count: memory.accessCount,
    confidence,
    strength: strength(confidence, now - memory.lastAccess, halfLifeDays * DAY_MS),
    metadata: memory.metadata,
    ...(form.superseded ? { superseded: true } : {}),
    why: {
      ...form.score,
      sure: form.sure,
      ...('hop' in memory && memory.hop > 0 ? { hop: memory.hop, from: memory.from } : {}),
    },
  }
}
