import { confidenceOf } from '../../domain/lifecycle/strength.ts'
import { cosine, type PackedVector } from '../../domain/ranking/vector.ts'
import { SOURCES } from '../../domain/statement/source.ts'
import { vectorToAsk } from '../../domain/statement/speaker.ts'
import type {
  MemoryId,
  RecalledChunk,
  RecalledFact,
  RecallPlan,
  Recollection,
  RivalFact,
  SurroundingChunk,
} from '../../ports/memory-store.ts'
import { isCut } from './coarse-vector.ts'
import type { AroundRow, ChunkRow } from './tables/chunks.ts'
import type { FactRow, RivalRow } from './tables/facts.ts'
import type { VaultTables } from './vault-tables.ts'

/** So many are found by the scan; whole vectors say which of them are the nearest. More where the scan sees only the beginning of each. */
const SCANNED = 48
const SCANNED_CUT = 128
/**
 * How many candidates each way of searching nominates for each memory that is wanted, and at least and at most: with more nothing better is
 * found, and all that follows takes longer.
 */
const NEAREST = { each: 2.4, least: 24, most: SCANNED }
const BEST_BY_WORDS = { each: 1.6, least: 16, most: 32 }
const nominated = ({ each, least, most }: typeof NEAREST, k: number): number =>
  Math.min(most, Math.max(least, Math.ceil(each * k)))
const FACTS_PER_ENTITY = 24
/** An entity with more facts than this (the user, mostly) says nothing about which of them is meant. */
const TELLING_FACTS = 48
/** Nor is one with more than this followed. */
const HUB_FACTS = 400
const MAX_HOP_FACTS = 64
const MAX_FRONTIER = 48
/** Where the query names nobody, the traversal starts from what these are about. */
const SEED_FACTS = 6
/** What was said around the best candidates is looked at too: an answer often does not repeat the words of its question. */
const NEIGHBOURS_OF = 8
const REACH = 2
/** A word that stands in more than this share of all chunks tells nothing and costs most. */
const COMMON_SHARE = 0.2
const COMMON_AT_LEAST = 200
/** Full text looks at every chunk that has one of the words: the rarest of them are asked for, as long as that is no more than this. */
const MOST_POSTINGS = 300
/** Of the next ones, what has two of them: both names of somebody, where each is many people's. */
const PAIRED_WORDS = 3
const MOST_POSTINGS_PAIRED = 2_000
/** In a namespace of more personas nobody is the one speaker that a question means. */
const MOST_PERSONAS = 32

/** Everything in one visit: dense scan, full text, names, hot ids, traversal, what stands around. Reads only. */
export function recall(tables: VaultTables, plan: RecallPlan): Recollection {
  const scopes = plan.personas && unique(plan.personas.flatMap((name) => tables.personas.find(name)?.id ?? []))
  const corpus = describeCorpus(tables, plan, scopes)
  if (corpus.chunks === 0 && (scopes?.length === 0 || tables.personas.totals().facts === 0)) {
    return { chunks: [], around: [], facts: [], rivals: [], corpus, degraded: [] }
  }
  const inSight = scopes && new Set(scopes)
  const query = vectorToAsk(plan, corpus.speakers)
  if (!query) return { chunks: [], around: [], facts: [], rivals: [], corpus, degraded: [], askOtherwise: true }

  const scanned = tables.vectors.recent(nominate(tables.index, query, scopes))
  const byWords = searchWords(tables, plan, corpus, scopes)

  const exact = new Map<number, number>()
  for (const row of scanned) exact.set(row.id, cosine(query, row.vector))
  const nearRows = scanned.sort((a, b) => exact.get(b.id)! - exact.get(a.id)!).slice(0, nominated(NEAREST, plan.k))
  const nearChunks = nearRows.map((row) => row.chunk)
  const hotChunks = plan.hot.flatMap((id) => (id.startsWith('c') ? Number(id.slice(1)) : []))
  const searched = interleave(nearChunks, byWords)
  const found = unique([...searched, ...hotChunks])

  const rows = loadChunks(tables, found, inSight)
  // What is there only because it is hot comes from working memory, not from the search.
  const hotOnly = new Set(hotChunks.filter((id) => rows.has(id) && !searched.includes(id)))
  const around =
    plan.episodic && corpus.sessions > 0
      ? loadAround(tables, rows, found.slice(0, NEIGHBOURS_OF), inSight)
      : NOTHING_AROUND
  const facts =
    plan.semantic || plan.hot.length > 0 || plan.episodic
      ? collectFacts(
          tables,
          plan,
          scopes,
          inSight,
          rows,
          hotOnly,
          nearRows.flatMap((row) => row.facts),
        )
      : new Map<number, Reached>()

  const replies = [...rows.values()].flatMap((row) => {
    const next = row.source === USER ? around.rows.get(around.links.get(row.id)?.after[0] ?? -1) : undefined
    return next?.source === ASSISTANT ? next : []
  })
  const factRows = [...facts.values()].map(({ row }) => row)
  scoreMissing(tables, query, exact, [...rows.values(), ...replies], factRows)
  // What competes with a candidate decides whether it still holds.
  const rivals = tables.facts.rivalsOf(factRows, scopes)

  const hot = new Set<MemoryId>(plan.hot)
  for (const { row } of facts.values()) {
    if (row.abstraction !== null && hot.delete(`f${row.id}`)) hot.add(`f${row.abstraction}`)
  }
  return {
    chunks: [...rows.values()].map((row) =>
      toChunk(tables, row, exact, hot, around.links.get(row.id), !hotOnly.has(row.id)),
    ),
    around: [...around.rows.values()].map((row) => toSurrounding(row, exact)),
    facts: [...facts.values()].map((reached) => toFact(tables, reached, exact, hot)),
    rivals: rivals.map(toRival),
    corpus,
    degraded: [],
  }
}

/** Ids of the vectors among which the nearest are. */
export const nominate = (
  index: VaultTables['index'],
  query: PackedVector,
  scopes: readonly number[] | null,
): number[] => index.nearest(query, scopes, isCut(query) ? SCANNED_CUT : SCANNED).map(({ id }) => id)

function describeCorpus(
  tables: VaultTables,
  plan: RecallPlan,
  scopes: readonly number[] | null,
): Recollection['corpus'] {
  const personas = scopes?.map((id) => tables.personas.get(id))
  const counted = personas
    ? { chunks: sum(personas.map((row) => row.chunks)), words: sum(personas.map((row) => row.words)) }
    : tables.personas.totals()
  const speakers = unique(
    (personas ?? tables.personas.some(MOST_PERSONAS)).flatMap((row) => tables.personas.speakersOf(row)),
  )
  return {
    chunks: counted.chunks,
    averageWords: counted.chunks > 0 ? counted.words / counted.chunks : 0,
    frequencies: tables.chunks.frequencies(plan.words, tables.personas.totals().chunks),
    sessions: tables.chunks.countSessions(scopes),
    speakers,
  }
}

/** The chunks with the words that tell most, and among equals the newest. */
function searchWords(
  tables: VaultTables,
  plan: RecallPlan,
  { chunks, frequencies }: Recollection['corpus'],
  scopes: readonly number[] | null,
): number[] {
  if (scopes?.length === 0) return []
  const common = Math.max(COMMON_AT_LEAST, chunks * COMMON_SHARE)
  const groups = tellingWords(plan.words, frequencies, common)
  const tells = new Map<number, number>()
  // To hold words against the list of a persona that has nearly everything takes longest, and says nothing where it has all.
  const within = chunks < tables.personas.totals().chunks ? scopes : null
  tables.chunks.having(groups.map(names), within, MOST_POSTINGS).forEach((ids, at) => {
    const weight = sum(groups[at]!.map(({ times }) => Math.log(1 + chunks / times)))
    for (const id of ids) tells.set(id, (tells.get(id) ?? 0) + weight)
  })
  return [...tells]
    .sort(([a, tellsA], [b, tellsB]) => tellsB - tellsA || b - a)
    .slice(0, nominated(BEST_BY_WORDS, plan.k))
    .map(([id]) => id)
}

interface TellingWord {
  readonly word: string
  readonly times: number
}

const names = (words: readonly TellingWord[]): string[] => words.map(({ word }) => word)

/** What to search for: chunks that have all words of one of these. */
function tellingWords(words: readonly string[], frequencies: readonly number[], common: number): TellingWord[][] {
  const telling = words
    .map((word, at) => ({ word, times: frequencies[at]! }))
    .filter(({ times }) => times > 0 && times <= common)
    .sort((a, b) => a.times - b.times)
  let postings = 0
  const alone = telling.filter(({ times }) => {
    postings += times
    return postings <= MOST_POSTINGS
  })
  const next = telling.slice(alone.length, alone.length + PAIRED_WORDS)
  const pairs = next.flatMap((word, at) =>
    word.times > MOST_POSTINGS_PAIRED ? [] : next.slice(at + 1).map((other) => [word, other]),
  )
  const wanted = [...alone.map((word) => [word]), ...pairs]
  return wanted.length > 0 ? wanted : telling.slice(0, 1).map((word) => [word])
}

function loadChunks(
  tables: VaultTables,
  ids: readonly number[],
  inSight: ReadonlySet<number> | null,
): Map<number, ChunkRow> {
  const rows = tables.chunks.recent(ids).filter((row) => !inSight || inSight.has(row.persona))
  return new Map(rows.map((row) => [row.id, row]))
}

interface Links {
  readonly before: number[]
  readonly after: number[]
}

interface Around {
  readonly rows: ReadonlyMap<number, AroundRow>
  readonly links: ReadonlyMap<number, Links>
}

const NOTHING_AROUND: Around = { rows: new Map(), links: new Map() }

/** What was said around every candidate. Around the best ones it becomes a candidate itself, and is added to `rows`. */
function loadAround(
  tables: VaultTables,
  rows: Map<number, ChunkRow>,
  best: readonly number[],
  inSight: ReadonlySet<number> | null,
): Around {
  const nextTo = (links: ReadonlyMap<number, Links>) =>
    unique([...links.values()].flatMap(({ before, after }) => [...before, ...after])).filter((id) => !rows.has(id))
  for (const [id, row] of loadChunks(tables, nextTo(tables.chunks.around(best, REACH)), inSight)) rows.set(id, row)
  const links = tables.chunks.around([...rows.keys()], REACH)
  const beside = tables.chunks.recentTexts(nextTo(links)).filter((row) => !inSight || inSight.has(row.persona))
  return { rows: new Map(beside.map((row) => [row.id, row])), links }
}

interface Reached {
  readonly row: FactRow
  readonly hop: number
  readonly from: string | null
  readonly candidate: boolean
}

function collectFacts(
  tables: VaultTables,
  plan: RecallPlan,
  scopes: readonly number[] | null,
  inSight: ReadonlySet<number> | null,
  chunks: ReadonlyMap<number, ChunkRow>,
  hotOnly: ReadonlySet<number>,
  near: readonly number[],
): Map<number, Reached> {
  const facts = new Map<number, Reached>()
  const add = (rows: Iterable<FactRow>, hop: number, from: (row: FactRow) => string | null, candidate = true) => {
    for (const row of rows) {
      if (!facts.has(row.id) && (!inSight || inSight.has(row.persona)))
        facts.set(row.id, { row, hop, from: from(row), candidate })
    }
  }
  const nobody = () => null
  const searched = [...chunks.values()].filter((row) => !hotOnly.has(row.id))
  add(tables.facts.recent(unique([...near, ...searched.flatMap((row) => row.facts)])), 0, nobody)
  if (plan.semantic) {
    const named = tables.graph.find(plan.names)
    const telling = named.filter((entity) => entity.facts <= TELLING_FACTS).map(keyOf)
    add(tables.facts.touching(telling, scopes, FACTS_PER_ENTITY), 0, nobody)
    if (plan.hops > 1) traverse(tables, plan, scopes, named.map(keyOf), near, facts, new Set(telling))
  }
  const hot = plan.hot.flatMap((id) => (id.startsWith('f') ? Number(id.slice(1)) : []))
  const statedByHot = [...hotOnly].flatMap((id) => chunks.get(id)!.facts)
  add(tables.facts.recent(unique([...hot, ...statedByHot])), 0, nobody, false)
  showAbstractions(tables, facts)
  return facts
}

/** What was merged shows as its abstraction, wherever it was found; by itself it only decides conflicts. */
function showAbstractions(tables: VaultTables, facts: Map<number, Reached>): void {
  const merged = [...facts.values()].filter(({ row }) => row.abstraction !== null)
  const byAbstraction = Map.groupBy(merged, ({ row }) => row.abstraction!)
  for (const row of tables.facts.recent([...byAbstraction.keys()])) {
    const found = byAbstraction.get(row.id)!.filter(({ candidate }) => candidate)
    const known = facts.get(row.id)
    const nearest = [...found, ...(known ? [known] : [])].sort((a, b) => a.hop - b.hop)[0]
    if (nearest) facts.set(row.id, { ...nearest, row, candidate: true })
  }
  for (const reached of merged) facts.set(reached.row.id, { ...reached, candidate: false })
}

/**
 * Breadth first from the entities that the query names, or else from those of the nearest facts; every hop looks only at what the caller
 * may see. A fact that was found by itself gets its distance too.
 */
function traverse(
  tables: VaultTables,
  plan: RecallPlan,
  scopes: readonly number[] | null,
  named: readonly string[],
  near: readonly number[],
  facts: Map<number, Reached>,
  /** Entities whose facts are among these already. */
  touched: ReadonlySet<string>,
): void {
  const nearest = near.slice(0, SEED_FACTS).flatMap((id) => ends(facts.get(id)?.row))
  let frontier = unique(plan.everySeed ? [...named, ...nearest] : named.length > 0 ? named : nearest)
  const visited = new Set(frontier)
  for (let hop = 1; hop <= plan.hops && frontier.length > 0; hop++) {
    const untouched = frontier.filter((end) => !touched.has(end))
    const open = tables.graph.withoutHubs(untouched, HUB_FACTS)
    const touching = tables.facts.touching(open, scopes, FACTS_PER_ENTITY, MAX_HOP_FACTS)
    // Of an entity with too many facts to follow only those count that were found by themselves.
    const found = [...facts.values()]
      .map(({ row }) => row)
      .filter((row) => ends(row).some((end) => frontier.includes(end)))
    const next = new Set<string>()
    for (const row of new Set([...touching, ...found])) {
      const known = facts.get(row.id)
      if (known && known.hop > 0) continue
      const from = frontier.includes(row.subject) ? row.subject : row.object
      facts.set(row.id, { row, hop, from, candidate: true })
      for (const end of ends(row)) if (!visited.has(end)) next.add(end)
    }
    frontier = [...next].slice(0, MAX_FRONTIER)
    for (const end of frontier) visited.add(end)
  }
}

const keyOf = ({ key }: { readonly key: string }): string => key

const ends = (row: FactRow | undefined): string[] => (!row ? [] : row.leaf ? [row.subject] : [row.subject, row.object])

/** Every candidate gets the exact cosine of its whole vector, whichever way it was found. */
function scoreMissing(
  tables: VaultTables,
  query: PackedVector,
  exact: Map<number, number>,
  chunks: readonly AroundRow[],
  facts: readonly FactRow[],
): void {
  const wanted = [...chunks.map(ownVector), ...facts.map((row) => row.vector)].filter((id) => !exact.has(id))
  for (const row of tables.vectors.recent(unique(wanted))) exact.set(row.id, cosine(query, row.vector))
}

const toRival = (row: RivalRow): RivalFact => ({
  id: row.id,
  subject: row.subject,
  slot: row.slot,
  value: row.value,
  denies: row.denies === 1,
  source: SOURCES[row.source]!,
  statedAt: row.stated_at,
  chunk: row.chunk,
})

/** Of what is there only for what stands around it, nobody asked. */
const NO_MEANING = -1

const ownVector = (row: AroundRow): number => row.vectors[0]!
/** A sentence may say it better than the chunk around it. */
const meaningOf = (row: AroundRow, exact: ReadonlyMap<number, number>): number =>
  Math.max(...row.vectors.map((id) => exact.get(id) ?? NO_MEANING))

const toSurrounding = (row: AroundRow, exact: ReadonlyMap<number, number>): SurroundingChunk => ({
  id: row.id,
  text: row.text,
  meaning: meaningOf(row, exact),
  session: row.session,
  speaker: row.speaker,
  source: SOURCES[row.source]!,
})

function toChunk(
  tables: VaultTables,
  row: ChunkRow,
  exact: ReadonlyMap<number, number>,
  hot: ReadonlySet<MemoryId>,
  links: Links | undefined,
  candidate: boolean,
): RecalledChunk {
  return {
    ...common(tables, row, `c${row.id}`, hot),
    id: row.id,
    text: row.text,
    meaning: meaningOf(row, exact),
    session: row.session,
    speaker: row.speaker,
    before: links?.before ?? [],
    after: links?.after ?? [],
    facts: row.facts,
    candidate,
  }
}

function toFact(
  tables: VaultTables,
  { row, hop, from, candidate }: Reached,
  exact: ReadonlyMap<number, number>,
  hot: ReadonlySet<MemoryId>,
): RecalledFact {
  const members = row.members > 0 && candidate ? tables.facts.membersOf([row.id]) : []
  return {
    ...common(tables, row, `f${row.id}`, hot),
    id: row.id,
    text: row.text,
    meaning: exact.get(row.vector) ?? 0,
    subject: row.subject,
    predicate: row.predicate,
    relation: row.relation,
    object: row.object,
    negated: row.negated === 1,
    aspect: row.aspect,
    slot: row.slot,
    value: row.value,
    denies: row.denies === 1,
    chunk: row.chunk,
    members: members.map(({ text }) => text),
    hop,
    from,
    candidate,
  }
}

function common(tables: VaultTables, row: ChunkRow | FactRow, id: MemoryId, hot: ReadonlySet<MemoryId>) {
  const pending = tables.accesses.pendingOf(id)
  return {
    persona: tables.personas.get(row.persona).name,
    source: SOURCES[row.source]!,
    confidence: confidenceOf(row.level),
    createdAt: row.created_at,
    statedAt: row.stated_at,
    lastAccess: Math.max(row.last_access, pending?.last ?? 0),
    accessCount: row.access_count + (pending?.times ?? 0),
    metadata: row.metadata === null ? null : JSON.parse(row.metadata),
    hot: hot.has(id),
  }
}

const USER = SOURCES.indexOf('user')
const ASSISTANT = SOURCES.indexOf('assistant')

const unique = <T>(list: Iterable<T>): T[] => [...new Set(list)]
const sum = (list: readonly number[]): number => list.reduce((total, value) => total + value, 0)

function interleave(a: readonly number[], b: readonly number[]): number[] {
  const out: number[] = []
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    if (i < a.length) out.push(a[i]!)
    if (i < b.length) out.push(b[i]!)
  }
  return out
}
