import { chunksIn, toFactId } from '../../domain/memory-id.ts'
import { vectorToAsk } from '../../domain/statement/speaker.ts'
import { CANDIDATES } from '../../memory/candidates.ts'
import { hotAsShown } from '../../memory/collect-facts.ts'
import { mergeNominations } from '../../memory/nominations.ts'
import { nothingRecalled } from '../../memory/nothing-recalled.ts'
import { winnersBesides } from '../../memory/resolve-conflicts.ts'
import { repliesAround } from '../../memory/surroundings.ts'
import type { RecallPlan, Recollection } from '../../ports/recollection.ts'
import { corpusAt, passingAt } from './as-of/recall-as-of.ts'
import { tablesAsOf } from './as-of/tables-as-of.ts'
import { loadAround, loadChunks, NOTHING_AROUND } from './recall/around.ts'
import { findFacts } from './recall/facts.ts'
import { chunksInRole } from './recall/in-role.ts'
import { createSearch, type Exact, nearestVectors, scoreMissing } from './recall/nominate.ts'
import type { Passing } from './recall/passing.ts'
import { searchWords } from './recall/search-words.ts'
import { toChunk, toFact, toRival, toSurrounding } from './recall/to-recollection.ts'
import { unresetIn } from './unreset-sessions.ts'
import type { VaultTables } from './vault-tables.ts'

/** Everything in one visit: dense scan, full text, names, hot ids, traversal, what stands around. Reads only. */
export function recall(today: VaultTables, asked: RecallPlan): Recollection {
  const asOf = asked.asOf ?? null
  const tables = asOf === null ? today : tablesAsOf(today, asOf)
  const { passing, sight } = passingAt(today, asked)
  const plan = passing ? { ...asked, hot: [...passing.among(asked.hot)] } : asked
  const scopes = plan.personas && [...new Set(plan.personas.flatMap((name) => tables.personas.find(name)?.id ?? []))]
  const corpus = corpusAt(tables, plan, sight, describeCorpus(tables, plan, scopes))
  const unreset = unresetIn(today)
  const nothing = { ...nothingRecalled(plan), corpus, ...(unreset.length > 0 && { unreset }) }
  if (corpus.chunks === 0 && (scopes?.length === 0 || tables.personas.totals().facts === 0)) return nothing
  const query = vectorToAsk(plan, corpus.speakers)
  if (!query) return { ...nothing, askOtherwise: true }

  const exact: Exact = new Map()
  const searched = inBoth(scopes, passing?.scopes ?? null)
  const nearest = nearestVectors(tables, query, createSearch(tables, query, searched, passing), plan.k, exact)
  const nearestChunks = nearest.map((row) => row.chunk)
  const { found, best, hotOnly } = mergeNominations(
    passing ? [...passing.chunks(nearestChunks), ...(asked.filter ? wholeList(passing) : [])] : nearestChunks,
    searchWords(tables, plan, corpus, searched, passing),
    chunksIn(plan.hot),
    passing ? [] : chunksInRole(tables, plan, scopes),
  )
  const inSight = scopes && new Set(scopes)
  const chunks = loadChunks(tables, found, inSight)
  const around =
    plan.episodic && corpus.sessions > 0 ? loadAround(tables, chunks, best, inSight, passing) : NOTHING_AROUND
  const stoodFor = nearest.flatMap((row) => row.facts)
  const passed = passing?.among(stoodFor.map(toFactId))
  const near = passed ? stoodFor.filter((id) => passed.has(toFactId(id))) : stoodFor
  const facts =
    plan.semantic || plan.hot.length > 0 || plan.episodic
      ? findFacts(tables, plan, { scopes, chunks, hotOnly, near, passing })
      : []

  // What competes with a candidate decides whether it still holds. What replaced one is a candidate too, with what it was said in.
  const competing = facts.map(({ fact }) => fact)
  const rivals = tables.facts.rivalsOf(competing, scopes)
  const replacing = tables.facts
    .recent(winnersBesides(competing, rivals))
    .filter(({ abstraction }) => abstraction === null)
  const isPassing = passing?.facts(replacing)
  const winners = replacing.filter(({ id }) => !isPassing || isPassing.has(id))
  facts.push(...winners.map((fact) => ({ fact, hop: 0, from: null, candidate: true })))
  for (const [id, row] of loadChunks(
    tables,
    passing ? passing.chunks(winners.map(({ chunk }) => chunk)) : winners.map(({ chunk }) => chunk),
    inSight,
  ))
    if (!chunks.has(id)) chunks.set(id, row)
  const rows = facts.map(({ fact }) => fact)
  const replies = repliesAround(chunks.values(), around.links, around.rows)
  scoreMissing(tables, query, exact, [
    ...[...chunks.values(), ...replies].map((row) => row.vectors[0]!),
    ...rows.map((row) => row.vector),
  ])
  const hot = hotAsShown(plan.hot, rows)
  return {
    ...nothing,
    chunks: [...chunks.values()].map((row) =>
      toChunk(tables, row, exact, hot, around.links.get(row.id), !hotOnly.has(row.id)),
    ),
    around: [...around.rows.values()].map((row) => toSurrounding(row, exact)),
    facts: facts.map((reached) => toFact(tables, reached, exact, hot)),
    rivals: rivals.map(toRival),
  }
}

const inBoth = (some: readonly number[] | null, others: readonly number[] | null) =>
  some && others ? some.filter((id) => others.includes(id)) : (some ?? others)

/** Of few chunks that pass all are candidates, however many vectors the nearest of them have. */
const wholeList = ({ list }: Passing): number[] =>
  list && list.chunks.size <= CANDIDATES.wholeList ? [...list.chunks] : []

function describeCorpus(
  tables: VaultTables,
  plan: RecallPlan,
  scopes: readonly number[] | null,
): Recollection['corpus'] {
  const personas = scopes?.map((id) => tables.personas.get(id))
  const sum = (field: 'chunks' | 'words') => personas?.reduce((total, row) => total + row[field], 0)
  const all = tables.personas.totals()
  const chunks = sum('chunks') ?? all.chunks
  const speaking = personas ?? tables.personas.some(CANDIDATES.personasWithSpeakers)
  return {
    chunks,
    averageWords: chunks > 0 ? (sum('words') ?? all.words) / chunks : 0,
    frequencies: tables.chunks.frequencies(plan.words, all.chunks),
    sessions: tables.chunks.countSessions(scopes),
    speakers: [...new Set(speaking.flatMap((row) => tables.personas.speakersOf(row)))],
  }
}
