import { strength } from '../../domain/lifecycle/strength.ts'
import { type MemoryId, toChunkId, toFactId } from '../../domain/memory-id.ts'
import { namesInCommon } from '../../domain/question/names-in-common.ts'
import { readQuestion } from '../../domain/question/read-question.ts'
import { createCalibration, type Found } from '../../domain/ranking/calibrate.ts'
import type { Outdated } from '../../domain/ranking/outdated.ts'
import { type Question, type Score, type Scores, score } from '../../domain/ranking/score.ts'
import { trustedFirst } from '../../domain/ranking/trusted-first.ts'
import { weights as chosen, type Weights } from '../../domain/ranking/weights.ts'
import { statementKey } from '../../domain/statement/same-statement.ts'
import { saysJustThat } from '../../domain/statement/says-just-that.ts'
import { type Source, sourcesOf, trustRank } from '../../domain/statement/source.ts'
import { withoutLabel } from '../../domain/statement/speaker.ts'
import type { SupersededBy } from '../../memory/resolve-conflicts.ts'
import type { Metadata } from '../../ports/new-memory.ts'
import type { RecalledChunk, RecalledFact, RecallPlan, Recollection } from '../../ports/recollection.ts'
import { ANSWERS, type Reading } from '../../ports/reranker.ts'
import { DAY_MS } from '../../runtime/duration.ts'
import { lazy } from '../../runtime/lazy.ts'
import { LETTER_OR_DIGIT } from '../../runtime/pattern.ts'
import { adjustScores } from './adjust-scores.ts'
import { createChanged } from './changed-scores.ts'
import { byNamesAsked, byRoleAsked } from './names-asked.ts'
import type { SearchRequest } from './request.ts'
import { statingRole } from './role-asked.ts'

/** Who stands behind a memory. */
export interface Trust {
  /** The most trusted of those who state it. */
  readonly source: Source
  /** How many sources state it, however often each. */
  readonly confirmed: number
}

export interface Ranked {
  readonly id: MemoryId
  readonly fact: string
  /** The date that it names. */
  readonly date: string | null
  readonly score: number
  readonly sourceType: 'episodic' | 'semantic' | 'working'
  readonly createdAt: number
  /** When it was said. */
  readonly statedAt: number
  readonly source: Source
  readonly accessCount: number
  /** Its record; 0: not known. */
  readonly memory: number
  readonly confidence: number
  readonly strength: number
  readonly metadata: Metadata | null
  readonly trust: Trust
  /** What replaced it; not there where it holds. */
  readonly supersededBy?: MemoryId
  readonly why: Record<string, unknown>
}

/** One form in which a memory can be shown: its chunk, or a fact of it. */
interface Form {
  readonly id: MemoryId
  readonly text: string
  readonly type: Ranked['sourceType']
  readonly memory: RecalledChunk | RecalledFact
  /** Forms of one memory share it: only the best of them takes a place. A chunk's number, or that of a fact without one, below 0. */
  readonly place: number
  readonly rank: number
  readonly score: Score
  /** The score of what it replaced. */
  readonly lent: Score | undefined
  /** The question is this very statement. */
  readonly restated: boolean
  /** What replaced it; null where it holds. */
  readonly supersededBy: MemoryId | null
}

/** Puts every candidate in one order, best first, with a score that means something. */
export function rank(
  recollection: Recollection,
  supersededBy: SupersededBy,
  plan: RecallPlan,
  request: SearchRequest,
  halfLifeDays: number,
  weights: Weights = chosen,
  ownScores: Scores = scoreAll(recollection, supersededBy, plan, request, halfLifeDays, weights),
  /** By chunk: what the reranker thinks of it. */
  readings: ReadonlyMap<number, Reading> = new Map(),
  /** So many of the best are presented; none: all. */
  most = Infinity,
): Ranked[] {
  const reading = readQuestion(request.query)
  const { scores, outdated } = adjustScores(ownScores, {
    recollection,
    supersededBy,
    query: request.query,
    reading,
    readings,
    hops: plan.hops,
    roles: plan.roles,
    weights,
  })
  const isRole = (plan.roles?.length ?? 0) > 0
  const lent = lentByLosers(recollection.facts, supersededBy, scores.facts)
  const isRestated = createIsRestated(request.query)
  const chunks = chunkForms(recollection, supersededBy, outdated, scores, lent, request, isRestated, weights)
  const facts = factForms(recollection, supersededBy, outdated, scores.facts, lent, request, isRestated, chunks)
  const all = yieldToTrusted(onePlaceEach(directFirst([...chunks, ...facts])))
  // Where nothing is said, or nothing asked, a cosine means nothing.
  const isAsked = saysSomething(request.query)
  const isSilent = ({ text }: Form) => !isAsked || !saysSomething(text)
  const forms = all.filter((form) => !isSilent(form))
  // Whether it is named is asked of the first alone.
  const named = forms.length > 0 && namesInCommon(reading.names)(forms[0]!.text) > 0
  const asFound = (form: Form, score: Score): Found => ({ ...score, rank: ownRank({ rank: form.rank, score }), named })
  const found = forms.map((form) => asFound(form, form.score))
  const calibration = createCalibration(found)
  // Nothing scores above what ranks above it: facts are ranked by score, and the rank knows more than the cosine.
  let ceiling = 1
  const scored = forms.slice(0, most).map((form, at) => {
    const own = calibration.score(found[at]!)
    const sure = form.restated
      ? RESTATED_SCORE
      : Math.max(
          own,
          form.lent ? calibration.score(asFound(form, form.lent)) : 0,
          at === 0 && isRole && isStated(form.score) ? STATED_SCORE : 0,
        )
    ceiling = Math.min(ceiling, sure)
    return present(form, recollection.facts, ceiling, calibration.outstanding(form.rank), request.now, halfLifeDays)
  })
  const silent = forms.length === all.length ? [] : all.filter(isSilent).slice(0, Math.max(0, most - forms.length))
  return [...scored, ...silent.map((form) => present(form, recollection.facts, 0, 0, request.now, halfLifeDays))]
}

const saysSomething = (text: string): boolean => LETTER_OR_DIGIT().test(text)

/** The scores of all that was recalled, before the best of it is read: by itself, and by whom the question names. */
export function scoreAll(
  recollection: Recollection,
  supersededBy: SupersededBy,
  plan: RecallPlan,
  request: SearchRequest,
  halfLifeDays: number,
  weights: Weights = chosen,
): Scores {
  const question: Question = { text: request.query, words: plan.words, ...recollection.corpus }
  // Faded against its own first day, in tenths: that a memory was just returned must not reorder what is returned next.
  const fresh = (memory: RecalledChunk | RecalledFact) =>
    Math.round((10 * strengthOf(memory, request.now, halfLifeDays)) / confidenceIn(memory)) / 10
  const { chunks, around, facts } = recollection
  const own = score(question, chunks, around, facts, fresh, weights)
  const candidates = chunks.filter(({ id, candidate }) => candidate && own.chunks.has(id))
  const reading = readQuestion(request.query)
  const changed = createChanged(recollection)
  const named = changed(own, byNamesAsked(candidates, reading, weights))
  return changed(
    named,
    byRoleAsked(candidates, statingRole(plan.roles ?? [], recollection.facts, supersededBy), weights),
  )
}

/** Who asks in the very words of a memory gets it first, whatever else is near. */
const RESTATED_SCORE = 0.98
/** Of whom a role means, what comes first and states the fact that the question asks for is the answer, if the reranker does not deny it. */
const STATED_SCORE = 0.75
/** Below this logit. */
const DENIES = -2
const isStated = ({ answers, reranked = 0 }: Score): boolean => answers !== undefined && reranked >= DENIES
const RESTATED_RANK = 10
/** Below this share of the question's words a text cannot be the question itself, and is not held against it. */
const RESTATED_COVERAGE = 0.95

type IsRestated = (text: string, score: Score) => boolean

function createIsRestated(query: string): IsRestated {
  const asked = lazy(() => statementKey(query))
  return (text, { coverage }) => coverage >= RESTATED_COVERAGE && (text === query || statementKey(text) === asked())
}

/** What others are measured by: the rank that a memory has by itself, not for what led to it or for being the question's very words. */
export const ownRank = ({ rank, score }: { readonly rank: number; readonly score: Score }): number =>
  Math.min(rank, score.rank - score.proximity)

/** So much may stand around subject, relation and object: "user lives in Bonn", but not "… with his sister and two cats". */
const MORE_THAN_BARE = 8
const isBare = ({ text, subject, relation, object }: RecalledFact): boolean =>
  text.length <= subject.length + relation.length + object.length + MORE_THAN_BARE

/**
 * By winner, the best of those that lost to it: who asks for what no longer holds is told what does, in whatever words that was said. A
 * loser that says more may be what is asked for because of that.
 */
function lentByLosers(
  facts: readonly RecalledFact[],
  supersededBy: SupersededBy,
  scores: ReadonlyMap<number, Score>,
): Map<number, Score> {
  const lent = new Map<number, Score>()
  for (const fact of facts) {
    const winner = supersededBy.get(fact.id)
    const score = scores.get(fact.id)!
    if (winner !== undefined && isBare(fact) && score.rank > (lent.get(winner)?.rank ?? 0)) lent.set(winner, score)
  }
  return lent
}

const best = (scores: readonly (Score | undefined)[]): Score | undefined =>
  scores.reduce((most, score) => (score && score.rank > (most?.rank ?? 0) ? score : most), undefined)

function chunkForms(
  recollection: Recollection,
  supersededBy: SupersededBy,
  outdated: ReadonlyMap<number, Outdated>,
  { chunks: scores, facts: factScores }: Scores,
  lent: ReadonlyMap<number, Score>,
  request: SearchRequest,
  isRestated: IsRestated,
  weights: Weights,
): Form[] {
  const chunkOf = new Map<number, number>()
  for (const { id, chunk } of recollection.facts) chunkOf.set(id, chunk)
  for (const { id, chunk } of recollection.rivals) chunkOf.set(id, chunk)
  /** What replaced all that it states, or what it says on the question; null where it holds. */
  const replacementOf = (chunk: RecalledChunk): MemoryId | null => {
    const newer = outdated.get(chunk.id)
    if (!isSuperseded(chunk)) return newer?.sure ? toChunkId(newer.by) : null
    const winner = supersededBy.get(chunk.facts.find((id) => supersededBy.has(id))!)!
    const by = chunkOf.get(winner) ?? 0
    return by > 0 ? toChunkId(by) : toFactId(winner)
  }
  const isSuperseded = (chunk: RecalledChunk) => {
    const stated = chunk.facts.filter((id) => factScores.has(id))
    return stated.length > 0 && stated.every((id) => supersededBy.has(id))
  }
  /** What fits the question best, of what it states. */
  const fitting = (chunk: RecalledChunk) => {
    const most = best(chunk.facts.map((id) => factScores.get(id)))
    return chunk.facts.filter((id) => most !== undefined && factScores.get(id) === most)
  }
  const lentTo = new Map(recollection.chunks.map((chunk) => [chunk.id, best(chunk.facts.map((id) => lent.get(id)))]))
  const repeated = new Set(
    recollection.chunks.flatMap((chunk) =>
      isRestated(withoutLabel(chunk.text, chunk.speaker), scores.get(chunk.id)!) ? chunk.id : [],
    ),
  )
  // Who repeats what no longer holds is told what does, and is as right here.
  for (const chunk of recollection.chunks)
    if (repeated.has(chunk.id) && isSuperseded(chunk))
      for (const id of chunk.facts) repeated.add(chunkOf.get(supersededBy.get(id) ?? -1) ?? chunk.id)
  const rankOf = (id: number) => {
    const score = scores.get(id)
    return score && Math.max(score.rank, lentTo.get(id)?.rank ?? 0) + (repeated.has(id) ? RESTATED_RANK : 0)
  }
  return recollection.chunks.flatMap((chunk) => {
    const searched = chunk.candidate && request.includeEpisodic
    if (!searched && !(chunk.hot && request.includeWorking)) return []
    const superseded = isSuperseded(chunk)
    const score = scores.get(chunk.id)!
    const restated = repeated.has(chunk.id)
    const rank = rankOf(chunk.id)!
    const replaced = superseded ? chunk.facts : fitting(chunk)
    const newer = outdated.get(chunk.id)
    const winners = [
      ...replaced
        .map((id) => rankOf(chunkOf.get(supersededBy.get(id) ?? -1) ?? -1) ?? 0)
        // One that says more goes below what replaced the part that is asked for, if that is asked for.
        .filter((winner) => winner > (superseded ? 0 : NEARLY * rank)),
      ...(newer?.sure ? [rankOf(newer.by) ?? rank] : []),
    ]
    return {
      id: toChunkId(chunk.id),
      text: chunk.text,
      type: searched ? ('episodic' as const) : ('working' as const),
      memory: chunk,
      place: chunk.id,
      rank: belowWinners(superseded ? rank * weights.superseded : rank, winners),
      score,
      lent: lentTo.get(chunk.id),
      restated,
      supersededBy: replacementOf(chunk),
    }
  })
}

/** What no longer holds goes below what replaced it, however near it is to the question. */
const belowWinners = (rank: number, winners: readonly number[]): number =>
  Math.min(rank, ...winners.map((winner) => winner - 1e-6))
const NEARLY = 0.7

/**
 * Where its chunk is shown, a fact takes no place of its own: one that says just the same is the chunk in other words, and one that says
 * less lends the chunk its rank. Else it stands for itself.
 */
function factForms(
  recollection: Recollection,
  supersededBy: SupersededBy,
  outdated: ReadonlyMap<number, Outdated>,
  scores: ReadonlyMap<number, Score>,
  lent: ReadonlyMap<number, Score>,
  request: SearchRequest,
  isRestated: IsRestated,
  chunks: Form[],
): Form[] {
  const shown = new Map(chunks.map((form, at) => [(form.memory as RecalledChunk).id, at]))
  return recollection.facts.flatMap((fact) => {
    const searched = fact.candidate && request.includeSemantic
    if (supersededBy.has(fact.id) || (!searched && !(fact.hot && request.includeWorking))) return []
    const score = scores.get(fact.id)!
    const at = shown.get(fact.chunk)
    const chunk = at === undefined ? undefined : chunks[at]
    const restated = isRestated(fact.text, score)
    const newer = outdated.get(fact.chunk)
    const form: Form = {
      id: toFactId(fact.id),
      text: fact.text,
      type: searched ? ('semantic' as const) : ('working' as const),
      memory: fact,
      place: chunk ? chunk.place : -fact.id,
      rank: Math.max(score.rank, lent.get(fact.id)?.rank ?? 0) + (restated ? RESTATED_RANK : 0),
      score,
      lent: lent.get(fact.id),
      restated,
      supersededBy: newer?.sure ? toChunkId(newer.by) : null,
    }
    // What ranks below its chunk loses the place to it, whatever it says.
    if (chunk && form.rank < chunk.rank) return []
    if (!chunk || saysJustThat(fact.text, withoutLabel(chunk.text, (chunk.memory as RecalledChunk).speaker)))
      return form
    if (form.rank > chunk.rank && chunk.supersededBy === null && form.score.proximity === 0)
      chunks[at!] = { ...chunk, rank: form.rank }
    return []
  })
}

/** What was only reached from something else never comes before what answers by itself. */
function directFirst(forms: readonly Form[]): Form[] {
  const direct = forms.filter(({ score }) => score.proximity === 0)
  const best = direct.reduce((most, { rank }) => Math.max(most, rank), 0)
  const unanswered = direct.every(({ score }) => score.reranked === undefined || score.reranked < ANSWERS)
  const isJudged = direct.some(({ score }) => score.reranked !== undefined)
  if (direct.length === 0 || (unanswered && isJudged)) return [...forms]
  const above = forms.filter(({ score, rank }) => score.proximity > 0 && rank >= best).sort((a, b) => b.rank - a.rank)
  const moved = new Map(above.map((form, at) => [form, { ...form, rank: best - (at + 1) * 1e-6 }]))
  return forms.map((form) => moved.get(form) ?? form)
}

/** Of what is equally good facts come first, then what was said last. */
const inOrder = (forms: readonly Form[]): Form[] =>
  [...forms].sort(
    (a, b) =>
      b.rank - a.rank ||
      Number(b.id.startsWith('f')) - Number(a.id.startsWith('f')) ||
      b.memory.statedAt - a.memory.statedAt ||
      b.memory.memory - a.memory.memory ||
      b.id.localeCompare(a.id),
  )

/** Of two forms of one memory that are equally good the fact is shown: it says who is meant. */
function onePlaceEach(forms: readonly Form[]): Form[] {
  const taken = new Set<number>()
  return inOrder(forms).filter(({ place }) => !taken.has(place) && taken.add(place))
}

/** What is trusted less gives way to what is trusted more and as good, and counts once however often it is said. */
function yieldToTrusted(forms: readonly Form[]): Form[] {
  const ranks = trustedFirst(
    forms.map(({ text, memory, rank, score, supersededBy }) => ({
      ...{ text, source: memory.source, rank, coverage: score.coverage, alone: score.alone },
      superseded: supersededBy !== null,
    })),
  )
  return ranks.size === 0
    ? [...forms]
    : inOrder(forms.map((form, at) => ({ ...form, rank: ranks.get(at) ?? form.rank })))
}

/** Retrieve reports confidence 1 for what a user said, always. */
const confidenceIn = ({ source, confidence }: RecalledChunk | RecalledFact) => (source === 'user' ? 1 : confidence)

const strengthOf = (memory: RecalledChunk | RecalledFact, now: number, halfLifeDays: number): number =>
  strength(confidenceIn(memory), now - memory.lastAccess, halfLifeDays * DAY_MS)

/** A chunk that says one thing has behind it who says that thing in other words. */
function trustIn({ memory, text }: Form, facts: readonly RecalledFact[]): Trust {
  const stating = 'speaker' in memory ? facts.filter(({ id }) => memory.facts.includes(id)) : []
  const same = stating.filter((fact) => saysJustThat(fact.text, withoutLabel(text, (memory as RecalledChunk).speaker)))
  const all = [memory, ...same]
  return {
    source: all.reduce((best, one) => (trustRank(one.source) < trustRank(best.source) ? one : best)).source,
    confirmed: new Set(all.flatMap(sourcesOf)).size,
  }
}

/** Of a chunk, the date of what it states, if that names one. */
function dateOf({ memory }: Form, facts: readonly RecalledFact[]): string | null {
  if (!('speaker' in memory)) return memory.date ?? null
  const dates = new Set(facts.flatMap(({ id, date }) => (date && memory.facts.includes(id) ? date : [])))
  return dates.size === 1 ? [...dates][0]! : null
}

function present(
  form: Form,
  facts: readonly RecalledFact[],
  score: number,
  outstanding: number,
  now: number,
  halfLifeDays: number,
): Ranked {
  const { memory } = form
  return {
    id: form.id,
    fact: form.text,
    date: dateOf(form, facts),
    score: Math.round(Math.min(1, score) * 10_000) / 10_000,
    sourceType: form.type,
    createdAt: memory.createdAt,
    statedAt: memory.statedAt,
    source: memory.source,
    trust: trustIn(form, facts),
    accessCount: memory.accessCount,
    memory: memory.memory,
    confidence: confidenceIn(memory),
    strength: strengthOf(memory, now, halfLifeDays),
    metadata: memory.metadata,
    ...(form.supersededBy === null ? {} : { supersededBy: form.supersededBy }),
    why: {
      ...form.score,
      outstanding,
      ...('hop' in memory && memory.hop > 0 ? { hop: memory.hop, from: memory.from } : {}),
      ...('members' in memory && memory.members.length > 0 ? { members: memory.members } : {}),
    },
  }
}
