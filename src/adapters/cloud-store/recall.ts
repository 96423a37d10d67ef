import { BrainError } from '../../domain/errors.ts'
import { unpackVector } from '../../domain/ranking/vector.ts'
import { vectorToAsk } from '../../domain/statement/speaker.ts'
import type { RecallPlan, Recollection } from '../../ports/memory-store.ts'
import { StoreDown } from '../../runtime/guard.ts'
import type { GraphScope, Orientation } from './graph-store.ts'
import { OtherEmbedder } from './other-embedder.ts'
import { type Links, linksOf, placesAround } from './places-around.ts'
import { toChunk, toFact } from './recollection.ts'
import type { FoundPoint, VectorScope } from './vector-store.ts'

/** Chosen so that the same candidates come up as in the embedded store, whose nearest vectors are of chunks and of their sentences. */
const NEAREST = 36
const NEAREST_FACTS = 24
const BEST_BY_WORDS = 32
const NEIGHBOURS_OF = 8
const SESSIONS_THAT_MATTER = 10
const MOST_SPEAKERS = 64
const LIMITS = { factsPerEntity: 24, factsPerHop: 64, frontier: 48, seedFacts: 6, hubFacts: 400, tellingFacts: 48 }

/** Which entities go by which names, as far as that is known without asking the graph. */
export interface NameLookup {
  find(names: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>
  note(found: ReadonlyMap<string, readonly string[]>): void
}

export interface Stores {
  readonly vectors: VectorScope
  readonly graph: GraphScope
  readonly embedder: string
  readonly names: NameLookup
  /** Called when one of them does not have what the other says it should: it came back empty. */
  readonly lost: (store: 'qdrant' | 'neo4j') => void
}

const NOWHERE: Orientation = {
  embedder: null,
  erased: false,
  chunks: 0,
  inSight: { chunks: 0, words: 0, speakers: [] },
  frequencies: [],
  sessions: 0,
}

const NOTHING_GATHERED: Awaited<ReturnType<GraphScope['gather']>> = { chunks: [], facts: [], named: [] }

/** What a store that is down leaves behind: its name, and nothing found. */
async function orDegraded<T>(degraded: Set<string>, call: Promise<T>, nothing: T): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof StoreDown)) throw error
    degraded.add(error.store)
    return nothing
  }
}

/**
 * Two steps in a row: candidates from the vector store beside an orientation from the graph, then what belongs to them from both. Each
 * store answers alone where the other is down.
 */
export async function recall(
  { vectors, graph, embedder, names, lost }: Stores,
  plan: RecallPlan,
): Promise<Recollection> {
  const degraded = new Set<string>()
  const hot = (kind: 'c' | 'f') => plan.hot.flatMap((id) => (id.startsWith(kind) ? Number(id.slice(1)) : []))
  const orientation = orDegraded(
    degraded,
    graph.orient({
      personas: plan.personas,
      words: plan.words,
      countSessionsTo: SESSIONS_THAT_MATTER,
      maxPersonas: MOST_SPEAKERS,
    }),
    NOWHERE,
  )
  // Whether a name in the question is a speaker's only the graph knows: where more than one way of asking was encoded it is asked first.
  const encoded = [plan, ...plan.asked].flatMap((way) => way.vector ?? [])
  const vector = encoded.length > 1 ? vectorToAsk(plan, (await orientation).inSight.speakers)! : encoded[0]!
  const wanted = { personas: plan.personas, vector }
  const [known, oriented, nominated] = await Promise.all([
    plan.semantic ? names.find(plan.names) : new Map<string, readonly string[]>(),
    orientation,
    orDegraded(
      degraded,
      vectors.nominate({ ...wanted, words: plan.words, ids: hot('c'), nearest: NEAREST, bestByWords: BEST_BY_WORDS }),
      { points: [], byWords: [] },
    ),
  ])
  if (degraded.size > 1)
    throw new BrainError('store-unavailable', 'No store answers; retry shortly.', { retryAfterSeconds: 2 })
  if (oriented.embedder !== null && oriented.embedder !== embedder) throw new OtherEmbedder(oriented.embedder, embedder)

  if (!degraded.has('neo4j') && vectorToAsk(plan, oriented.inSight.speakers) !== vector) {
    const corpus = { ...emptyCorpus(plan), speakers: oriented.inSight.speakers }
    return { chunks: [], around: [], facts: [], rivals: [], corpus, degraded: [], askOtherwise: true }
  }
  if (oriented.erased) return { chunks: [], around: [], facts: [], rivals: [], corpus: emptyCorpus(plan), degraded: [] }
  if (degraded.size === 0) {
    const missing =
      oriented.embedder === null && nominated.points.length > 0
        ? 'neo4j'
        : oriented.inSight.chunks > 0 && nominated.points.length === 0
          ? 'qdrant'
          : null
    if (missing) {
      degraded.add(missing)
      lost(missing)
    }
  }

  const points = new Map(nominated.points.map((point) => [point.id, point]))
  const found = interleave(
    [...nominated.points].sort((a, b) => b.meaning - a.meaning).map(({ id }) => id),
    nominated.byWords,
  )
  const graphIsUp = !degraded.has('neo4j')
  const unknown = plan.names.filter((name) => !known.has(name))
  const [around, gathered] = await Promise.all([
    plan.episodic && points.size > 0
      ? orDegraded(degraded, vectors.around(placesAround([...points.values()]), wanted), [])
      : [],
    graphIsUp
      ? orDegraded(
          degraded,
          graph.gather({
            personas: plan.personas,
            vector: [...unpackVector(vector)],
            nearest: plan.semantic || plan.episodic ? NEAREST_FACTS : 0,
            chunks: [...points.keys()],
            facts: hot('f'),
            names: unknown,
            entities: [...new Set([...known.values()].flat())],
            semantic: plan.semantic,
            hops: plan.hops,
            everySeed: plan.everySeed ?? false,
            limits: LIMITS,
          }),
          NOTHING_GATHERED,
        )
      : NOTHING_GATHERED,
  ])
  if (plan.semantic && gathered !== NOTHING_GATHERED && unknown.length > 0) {
    const answered = Map.groupBy(gathered.named, ({ name }) => name)
    names.note(new Map(unknown.map((name) => [name, (answered.get(name) ?? []).map(({ entity }) => entity)])))
  }
  const states = new Map(gathered.chunks.map((chunk) => [chunk.id, chunk]))
  const factIds = new Map(gathered.facts.map((fact) => [fact.key, fact.id]))
  const nearby = new Map(around.map((point) => [point.id, point]))
  const links = plan.episodic
    ? linksOf(points, nearby, new Set(found.slice(0, NEIGHBOURS_OF)))
    : new Map<number, Links>()
  const wantedNearby = new Set(
    [...points.keys()].flatMap((id) => [...(links.get(id)?.before ?? []), ...(links.get(id)?.after ?? [])]),
  )
  const everyPoint = new Map([...[...nearby].filter(([id]) => wantedNearby.has(id)), ...points])
  const isHot = new Set<string>(plan.hot)
  for (const fact of gathered.facts) {
    const { abstraction } = fact
    if (abstraction !== null && abstraction !== undefined && isHot.delete(`f${fact.id}`)) isHot.add(`f${abstraction}`)
  }
  const alive = (point: FoundPoint) => (!degraded.has('neo4j') && points.has(point.id) ? states.has(point.id) : true)
  return {
    chunks: [...everyPoint.values()]
      .filter(alive)
      .map((point) => toChunk(point, states.get(point.id), links.get(point.id), factIds, isHot)),
    around: [],
    facts: gathered.facts.map((fact) => toFact(fact, isHot)),
    rivals: [],
    corpus: {
      chunks: graphIsUp ? oriented.inSight.chunks : points.size,
      averageWords: oriented.inSight.chunks > 0 ? oriented.inSight.words / oriented.inSight.chunks : 0,
      frequencies: graphIsUp ? oriented.frequencies : plan.words.map(() => 0),
      sessions: oriented.sessions,
      speakers: oriented.inSight.speakers,
    },
    degraded: [...degraded],
  }
}

const emptyCorpus = (plan: RecallPlan): Recollection['corpus'] => ({
  chunks: 0,
  averageWords: 0,
  frequencies: plan.words.map(() => 0),
  sessions: 0,
  speakers: [],
})

function interleave(a: readonly number[], b: readonly number[]): number[] {
  const out = new Set<number>()
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    if (i < a.length) out.add(a[i]!)
    if (i < b.length) out.add(b[i]!)
  }
  return [...out]
}
