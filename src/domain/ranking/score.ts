import { attributionOf, type Said } from '../statement/attribution.ts'
import type { Statement } from '../statement/fact.ts'
import { type Source, sourceConfidence } from '../statement/source.ts'
import { speakersNamed, withoutLabel } from '../statement/speaker.ts'
import type { Counted } from './count-words.ts'
import { type Corpus, createLexical, type Lexical } from './lexical.ts'
import { talkAmong } from './talk.ts'
import { weights as chosen, SESSIONS_FOR_FULL_WEIGHT, type Weights } from './weights.ts'
import { wordsOf } from './words.ts'

/** What stands around a candidate and is none itself: its words count for the candidate. */
export interface ScoredAround extends Said {
  readonly id: number
  /** Cosine with the query. */
  readonly meaning: number
  /** Late interaction of the query's tokens with its own; null or none where one of both has no tokens. */
  readonly late?: number | null
}

/** What scoring needs to know of a chunk, whichever store it comes from. */
export interface ScoredChunk extends ScoredAround {
  /** What was said just before and after it in its session, nearest first: among the chunks, or around them. */
  readonly before: readonly number[]
  readonly after: readonly number[]
}

export interface ScoredFact extends Pick<Statement, 'text' | 'subject' | 'object'> {
  /** The record that told it first. */
  readonly memory?: number
  readonly id: number
  readonly meaning: number
  /** The chunk that states it; 0 of an abstraction. */
  readonly chunk: number
  readonly source: Source
  /** In how many steps from a named or similar entity it was reached; 0: found by itself. */
  readonly hop: number
  /** The entity it was reached from, where `hop` is more than 0. */
  readonly from: string | null
}

export interface Question extends Corpus {
  readonly text: string
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
  readonly proximity: number
  /** What it loses for being faded or from a source that is trusted less; never more than 0. */
  readonly doubt: number
  /** Share of the question's words, by weight, that it contains. */
  readonly coverage: number
  /** It was told in no conversation. */
  readonly alone: boolean
  /** The reranker's logits, where it was asked: that it answers today, and that it does or did. */
  readonly reranked?: number
  readonly answered?: number
  /** What it gains for mentioning whom the question names. */
  readonly named?: number
  /** What it gains for mentioning whom one of the best mentions. */
  readonly leads?: number
  /** What it gains for stating the fact that the question asks for. */
  readonly answers?: number
  /** What it gains from the message that it corrects. */
  readonly corrects?: number
  /** What it loses for what a newer memory says. */
  readonly outdated?: number
  /** What it gains for overturning an older memory. */
  readonly overturns?: number
}

export interface Scores {
  /** How much of a conversation the candidates stand in, 0 to 1. */
  readonly talk: number
  readonly chunks: ReadonlyMap<number, Score>
  readonly facts: ReadonlyMap<number, Score>
}

/** Where nothing is nearer than this, the nearest is no better than its words. */
const LEAST_MEANING = 0.3

/** Ranks candidates by meaning, words, who said it, what stands around it, and how near it is in the graph. */
export function score<Chunk extends ScoredChunk, Fact extends ScoredFact>(
  question: Question,
  chunks: readonly Chunk[],
  around: readonly ScoredAround[],
  facts: readonly Fact[],
  /** 1: as sure as on the first day. */
  strengthOf: (memory: Chunk | Fact) => number,
  weights: Weights = chosen,
): Scores {
  const lexical = createLexical(withoutSpeakers(question), weights.soft)
  const texts = new Map(
    [...chunks, ...around].map(({ id, text, speaker }) => [id, lexical.count(withoutLabel(text, speaker))]),
  )
  const factTexts = new Map(facts.map((fact) => [fact.id, lexical.count(fact.text)]))
  const near = nearness([...chunks, ...around], facts, weights.late)
  const mostMeaning = [...chunks, ...facts].reduce((most, one) => Math.max(most, near(one)), LEAST_MEANING)
  const own = (meaning: number, counted: Counted) => ({
    meaning: (weights.meaning * Math.max(0, meaning)) / mostMeaning,
    // Of what would be the best possible, not of the best candidate: one stray word in common must not look like a full match.
    words: lexical.best > 0 ? (weights.words * lexical.bm25([counted])) / lexical.best : 0,
  })
  // Among equals the fresher and the better sourced memory goes first.
  const doubt = (memory: Chunk | Fact) =>
    -weights.faded * (1 - Math.min(1, strengthOf(memory))) - weights.distrust * (1 - sourceConfidence[memory.source])
  const talk = talkAmong(chunks, [...chunks, ...around])
  const byChunk = scoreChunks(question, chunks, around, talk, texts, lexical, near, own, doubt, weights)
  return { talk, chunks: byChunk, facts: scoreFacts(facts, factTexts, byChunk, lexical, near, own, doubt, weights) }
}

type Near = (memory: ScoredAround | ScoredFact) => number

/** The cosine, and the late interaction where it is known. A fact has no tokens of its own: it gains what its chunk does. */
function nearness(chunks: readonly ScoredAround[], facts: readonly ScoredFact[], share: number): Near {
  const found = new Map<ScoredAround | ScoredFact, number>()
  const gained = new Map<number, number>()
  for (const chunk of chunks) {
    const gain = share * ((chunk.late ?? chunk.meaning) - chunk.meaning)
    gained.set(chunk.id, gain)
    found.set(chunk, chunk.meaning + gain)
  }
  for (const fact of facts) found.set(fact, fact.meaning + (gained.get(fact.chunk) ?? 0))
  return (memory) => found.get(memory)!
}

/** A speaker that the question names says who is meant, not what about. */
function withoutSpeakers(question: Question): Question {
  const names = new Set(speakersNamed(question.text, question.speakers).flatMap(wordsOf))
  const kept = question.words.flatMap((word, at) => (names.has(word) ? [] : at))
  if (names.size === 0 || kept.length === 0) return question
  return {
    ...question,
    words: kept.map((at) => question.words[at]!),
    frequencies: kept.map((at) => question.frequencies[at]!),
  }
}

type Own = (meaning: number, counted: Counted) => { meaning: number; words: number }

function scoreChunks<Chunk extends ScoredChunk>(
  question: Question,
  chunks: readonly Chunk[],
  around: readonly ScoredAround[],
  talk: number,
  texts: ReadonlyMap<number, Counted>,
  lexical: Lexical,
  near: Near,
  ownOf: Own,
  doubtOf: (chunk: Chunk) => number,
  weights: Weights,
): Map<number, Score> {
  const everyone = [...chunks, ...around]
  const meant = attributionOf(question.text, question.speakers, everyone)
  const bestOfSession = new Map<number, number>()
  const parts = new Map(
    everyone.map((chunk) => {
      const own = ownOf(near(chunk), texts.get(chunk.id)!)
      const who = meant?.(chunk) ? talk * weights.who : 0
      const byItself = own.meaning + own.words + who
      if (chunk.session !== null)
        bestOfSession.set(chunk.session, Math.max(bestOfSession.get(chunk.session) ?? 0, byItself))
      return [chunk.id, { source: chunk.source, words: own.words, who, byItself }]
    }),
  )
  const sessions = atLeastUsual(
    chunks,
    chunks.map(({ id, session }) => (session === null ? parts.get(id)!.byItself : bestOfSession.get(session)!)),
  )
  const sessionWeight = talk * weights.session * Math.min(1, question.sessions / SESSIONS_FOR_FULL_WEIGHT)
  const hasWindow = ({ session, before, after }: ScoredChunk) =>
    session === null ? question.sessions > 0 : before.length + after.length > 0
  const windows = atLeastUsual(
    chunks,
    chunks.map((chunk) =>
      hasWindow(chunk)
        ? lexical.bm25([chunk.id, ...chunk.before, ...chunk.after].flatMap((near) => texts.get(near) ?? []))
        : 0,
    ),
  )
  const asking = new Set(everyone.flatMap(({ id, text }) => (text.includes('?') ? id : [])))
  const mostWindow = windows.reduce((most, window) => Math.max(most, window), 0)

  return new Map(
    chunks.map((chunk, at) => {
      const { words, who, byItself } = parts.get(chunk.id)!
      const session = sessionWeight * sessions[at]! + (chunk.session === null ? talk * weights.alone * byItself : 0)
      const answer = chunk.source === 'user' ? parts.get(chunk.after[0] ?? -1) : undefined
      const reply = answer?.source === 'assistant' ? talk * weights.reply * answer.byItself : 0
      const asked = asking.has(chunk.before[0] ?? -1) ? parts.get(chunk.before[0]!)!.byItself : 0
      const window =
        talk * (weights.before * asked + (mostWindow > 0 ? (weights.window * windows[at]!) / mostWindow : 0))
      const doubt = doubtOf(chunk)
      const rank = byItself + session + reply + window + doubt
      const coverage = lexical.coverage(texts.get(chunk.id)!)
      const meaning = near(chunk)
      const alone = chunk.session === null
      // Field by field, here and for facts: behind a spread the engine looks up the name of every field.
      return [chunk.id, { rank, meaning, words, who, session, reply, window, proximity: 0, doubt, coverage, alone }]
    }),
  )
}

/**
 * What was told by itself has no conversation around it that could speak for it. Beside those that have one it counts as they usually do, or
 * else it would come after all of them, however well it fits.
 */
function atLeastUsual(chunks: readonly ScoredChunk[], values: readonly number[]): number[] {
  const told = values.filter((_, at) => chunks[at]!.session !== null)
  const usual = told.reduce((sum, value) => sum + value, 0) / Math.max(1, told.length)
  return values.map((value, at) => (chunks[at]!.session === null ? Math.max(value, usual) : value))
}

const USER = 'user'
const NOTHING_AROUND = { who: 0, session: 0, reply: 0, window: 0, alone: true }

/** A fact ranks by its own meaning and words, with what its chunk has around it; one that was reached, with what led to it. */
function scoreFacts<Fact extends ScoredFact>(
  facts: readonly Fact[],
  texts: ReadonlyMap<number, Counted>,
  chunks: ReadonlyMap<number, Score>,
  lexical: Lexical,
  near: Near,
  ownOf: Own,
  doubtOf: (fact: Fact) => number,
  weights: Weights,
): Map<number, Score> {
  const scores = new Map<number, Score>()
  /** The best rank that leads to an entity, by the hop at which it is left. */
  const leading = new Map<string, number>()
  const isWalked = facts.some(({ hop }) => hop > 1)
  const nearestFirst = (a: Fact, b: Fact) => a.hop - b.hop || (a.memory ?? 0) - (b.memory ?? 0) || a.id - b.id
  // Only what is reached over others goes by what was scored before it.
  for (const fact of isWalked ? [...facts].sort(nearestFirst) : facts) {
    const own = ownOf(near(fact), texts.get(fact.id)!)
    const { who, session, reply, window, alone } = chunks.get(fact.chunk) ?? NOTHING_AROUND
    // Everything is one step from the user, which tells nothing.
    const proximity =
      fact.hop > 1 && fact.from !== null && fact.from !== USER
        ? weights.proximity * (leading.get(`${fact.hop - 1} ${fact.from}`) ?? 0)
        : 0
    const doubt = doubtOf(fact)
    const rank = own.meaning + own.words + (who + session + reply + window) + proximity + doubt
    for (const end of isWalked ? [fact.subject, fact.object] : []) {
      const key = `${fact.hop} ${end}`
      leading.set(key, Math.max(leading.get(key) ?? 0, rank))
    }
    const coverage = lexical.coverage(texts.get(fact.id)!)
    const meaning = near(fact)
    const { words } = own
    scores.set(fact.id, { rank, meaning, words, who, session, reply, window, proximity, doubt, coverage, alone })
  }
  return scores
}
