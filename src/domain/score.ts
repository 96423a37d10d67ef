import type { Source } from './source.ts'
import { BM25, SESSIONS_FOR_FULL_WEIGHT, weights } from './weights.ts'
import { wordsOf } from './words.ts'

/** What scoring needs to know of a candidate, whichever store it comes from. */
export interface ScoredChunk {
  readonly id: number
  readonly text: string
  readonly meaning: number
  readonly session: number | null
  readonly speaker: string | null
  readonly source: Source
  readonly before: readonly number[]
  readonly after: readonly number[]
}

export interface Question {
  readonly text: string
  readonly words: readonly string[]
  /** In how many chunks each word stands. */
  readonly frequencies: readonly number[]
  readonly chunks: number
  readonly averageWords: number
  readonly sessions: number
  readonly speakers: readonly string[]
}

/** What a score is made of: `why`. */
export interface Score {
  /** For ranking: comparable among the candidates of one question only. */
  readonly rank: number
  readonly meaning: number
  readonly words: number
  readonly who: number
  readonly session: number
  readonly reply: number
  readonly window: number
  /** Share of the question's words, by weight, that it contains. */
  readonly coverage: number
}

/** Ranks candidates by meaning, words, who said it, and what stands around it. */
export function scoreChunks(question: Question, chunks: readonly ScoredChunk[]): Map<number, Score> {
  const byId = new Map(chunks.map((chunk) => [chunk.id, chunk]))
  const lexical = createLexical(question)
  const counts = new Map(chunks.map((chunk) => [chunk.id, lexical.count(chunk.text)]))
  const bm25 = new Map(chunks.map((chunk) => [chunk.id, lexical.bm25([counts.get(chunk.id)!])]))
  const windows = new Map(
    chunks.map((chunk) => {
      const near = [chunk.id, ...chunk.before, ...chunk.after].flatMap((id) => counts.get(id) ?? [])
      return [chunk.id, chunk.before.length + chunk.after.length > 0 ? lexical.bm25(near) : 0]
    }),
  )
  const meaning = scaled(new Map(chunks.map((chunk) => [chunk.id, chunk.meaning])))
  const words = scaled(bm25)
  const window = scaled(windows)
  const said = saidByWhom(question, chunks)

  const own = new Map(
    chunks.map(({ id }) => [
      id,
      weights.meaning * meaning(id) + weights.words * words(id) + weights.who * (said.get(id) ?? 0),
    ]),
  )
  const bestOfSession = new Map<number, number>()
  for (const { id, session } of chunks) {
    if (session !== null) bestOfSession.set(session, Math.max(bestOfSession.get(session) ?? 0, own.get(id)!))
  }
  const sessionWeight = weights.session * Math.min(1, question.sessions / SESSIONS_FOR_FULL_WEIGHT)

  return new Map(
    chunks.map((chunk) => {
      const session = chunk.session === null ? 0 : sessionWeight * bestOfSession.get(chunk.session)!
      const answer = chunk.source === 'user' ? byId.get(chunk.after[0] ?? -1) : undefined
      const reply = answer?.source === 'assistant' ? weights.reply * own.get(answer.id)! : 0
      const around = weights.window * window(chunk.id)
      return [
        chunk.id,
        {
          rank: own.get(chunk.id)! + session + reply + around,
          meaning: chunk.meaning,
          words: words(chunk.id),
          who: said.get(chunk.id) ?? 0,
          session,
          reply,
          window: around,
          coverage: lexical.coverage(counts.get(chunk.id)!),
        },
      ]
    }),
  )
}

/** Scales to 0 … 1 over the candidates; what is below 0 counts as 0. */
function scaled(values: ReadonlyMap<number, number>): (id: number) => number {
  let most = 0
  for (const value of values.values()) most = Math.max(most, value)
  return (id) => (most > 0 ? Math.max(0, values.get(id)!) / most : 0)
}

interface Counted {
  readonly found: readonly number[]
  readonly length: number
}

export function createLexical({ words, frequencies, chunks, averageWords }: Question) {
  const idf = words.map((_, at) => Math.log(1 + (chunks - frequencies[at]! + 0.5) / (frequencies[at]! + 0.5)))
  const place = new Map(words.map((word, at) => [word, at]))
  const total = idf.reduce((sum, value) => sum + value, 0)
  return {
    count(text: string): Counted {
      const found = new Array<number>(words.length).fill(0)
      const all = wordsOf(text)
      for (const word of all) {
        const at = place.get(word)
        if (at !== undefined) found[at]!++
      }
      return { found, length: all.length }
    },
    /** Several texts are scored as one. */
    bm25(texts: readonly Counted[]): number {
      const length = texts.reduce((sum, text) => sum + text.length, 0)
      const norm = BM25.k1 * (1 - BM25.b + (BM25.b * length) / Math.max(1, averageWords * texts.length))
      let score = 0
      for (const [at, weight] of idf.entries()) {
        const times = texts.reduce((sum, text) => sum + text.found[at]!, 0)
        if (times > 0) score += (weight * times * (BM25.k1 + 1)) / (times + norm)
      }
      return score
    },
    coverage: ({ found }: Counted): number =>
      total > 0 ? found.reduce((sum, times, at) => sum + (times > 0 ? idf[at]! : 0), 0) / total : 0,
  }
}

const ASKS_THE_ASSISTANT =
  /\b(?:you|your|assistant)\b.*\b(?:recommend|suggest|advise|propose|tell|told|say|said|mention|explain|give|gave|list|write|wrote)/i

/** 1 where it was said by the one the question is about: the only participant it names, or the user where there are roles. */
function saidByWhom(question: Question, chunks: readonly ScoredChunk[]): Map<number, number> {
  const asked = question.text.toLowerCase()
  const named = question.speakers.filter((speaker) =>
    new RegExp(`(?<![\\p{L}\\p{N}])${quoted(firstName(speaker))}(?![\\p{L}\\p{N}])`, 'u').test(asked),
  )
  if (named.length === 1) return new Map(chunks.map((chunk) => [chunk.id, chunk.speaker === named[0] ? 1 : 0]))
  const roles = new Set(chunks.map((chunk) => chunk.source))
  if (!roles.has('user') || !roles.has('assistant') || ASKS_THE_ASSISTANT.test(question.text)) return new Map()
  return new Map(chunks.map((chunk) => [chunk.id, chunk.source === 'user' ? 1 : 0]))
}

const firstName = (name: string) => name.toLowerCase().split(/\s+/)[0]!
const quoted = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
