import { chunksIn } from '../../domain/memory-id.ts'
import { vectorToAsk } from '../../domain/statement/speaker.ts'
import { CANDIDATES } from '../../memory/candidates.ts'
import { hotAsShown } from '../../memory/collect-facts.ts'
import { mergeNominations } from '../../memory/nominations.ts'
import { nothingRecalled } from '../../memory/nothing-recalled.ts'
import { winnersBesides } from '../../memory/resolve-conflicts.ts'
import { repliesAround } from '../../memory/surroundings.ts'
import type { RecallPlan, Recollection } from '../../ports/recollection.ts'
import { loadAround, loadChunks, NOTHING_AROUND } from './recall/around.ts'
import { findFacts } from './recall/facts.ts'
import { type Exact, nearestVectors, scoreMissing } from './recall/nominate.ts'
import { searchWords } from './recall/search-words.ts'
import { toChunk, toFact, toRival, toSurrounding } from './recall/to-recollection.ts'
import type { VaultTables } from './vault-tables.ts'

/** Everything in one visit: dense scan, full text, names, hot ids, traversal, what stands around. Reads only. */
export function recall(tables: VaultTables, plan: RecallPlan): Recollection {
  const scopes = plan.personas && [...new Set(plan.personas.flatMap((name) => tables.personas.find(name)?.id ?? []))]
  const corpus = describeCorpus(tables, plan, scopes)
  const nothing = { ...nothingRecalled(plan), corpus }
  if (corpus.chunks === 0 && (scopes?.length === 0 || tables.personas.totals().facts === 0)) return nothing
  const query = vectorToAsk(plan, corpus.speakers)
  if (!query) return { ...nothing, askOtherwise: true }

  const exact: Exact = new Map()
  const nearest = nearestVectors(tables, query, scopes, plan.k, exact)
  const { found, best, hotOnly } = mergeNominations(
    nearest.map((row) => row.chunk),
    searchWords(tables, plan, corpus, scopes),
    chunksIn(plan.hot),
  )
  const inSight = scopes && new Set(scopes)
  const chunks = loadChunks(tables, found, inSight)
  const around = plan.episodic && corpus.sessions > 0 ? loadAround(tables, chunks, best, inSight) : NOTHING_AROUND
  const near = nearest.flatMap((row) => row.facts)
  const facts =
    plan.semantic || plan.hot.length > 0 || plan.episodic
      ? findFacts(tables, plan, { scopes, chunks, hotOnly, near })
      : []

  // What competes with a candidate decides whether it still holds. What replaced one is a candidate too, with what it was said in.
  const competing = facts.map(({ fact }) => fact)
  const rivals = tables.facts.rivalsOf(competing, scopes)
  const winners = tables.facts
    .recent(winnersBesides(competing, rivals))
    .filter(({ abstraction }) => abstraction === null)
  facts.push(...winners.map((fact) => ({ fact, hop: 0, from: null, candidate: true })))
  for (const [id, row] of loadChunks(
    tables,
    winners.map(({ chunk }) => chunk),
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
