import { BrainError } from '../../domain/errors.ts'
import { chunksIn, factsIn, toChunkId } from '../../domain/memory-id.ts'
import { saysAgain } from '../../domain/ranking/repeats.ts'
import { type PackedVector, unpackVector } from '../../domain/ranking/vector.ts'
import { wordingOf } from '../../domain/ranking/wording.ts'
import { vectorToAsk } from '../../domain/statement/speaker.ts'
import { CANDIDATES } from '../../memory/candidates.ts'
import { hotAsShown } from '../../memory/collect-facts.ts'
import { isCrowded, trustInCrowd } from '../../memory/crowd.ts'
import { mergeNominations } from '../../memory/nominations.ts'
import { nothingRecalled } from '../../memory/nothing-recalled.ts'
import type { RecallPlan, Recollection } from '../../ports/recollection.ts'
import { StoreDown } from '../../runtime/guard.ts'
import type { Orientation, RecalledGraph } from './graph-store.ts'
import { OtherEmbedder } from './other-embedder.ts'
import { filterAsOf, findPassing, nearestWanted, nominatePassing, type Passing } from './passing.ts'
import { arrangeAround, NOTHING_AROUND, placesAround } from './places-around.ts'
import { sourced, toChunk, toFact, toRival, toSurrounding } from './recollection.ts'
import type { FoundPoint, Nomination, VectorScope } from './vector-store.ts'

/** Which entities go by which names, as far as that is known without asking the graph. */
export interface NameLookup {
  find(names: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>
  note(found: ReadonlyMap<string, readonly string[]>): void
}

export interface Stores {
  readonly vectors: Pick<VectorScope, 'nominate' | 'around'>
  readonly graph: RecalledGraph
  readonly embedder: string
  readonly names: NameLookup
  /** Called when one of them does not have what the other says it should: it came back empty. */
  readonly missing: (store: 'qdrant' | 'neo4j') => void
}

const NOWHERE: Orientation = {
  embedder: null,
  erased: false,
  chunks: 0,
  inSight: { chunks: 0, words: 0, speakers: [] },
  frequencies: [],
  sessions: 0,
  inRole: [],
  unreset: [],
}

type Gathered = Awaited<ReturnType<RecalledGraph['gather']>>
const NOTHING_GATHERED: Gathered = { chunks: [], facts: [], rivals: [], named: [], tombstoned: [] }

/** Names of the stores that are down. */
type Degraded = Set<string>

/** What a store that is down leaves behind: its name, and nothing found. */
async function orDegraded<T>(degraded: Degraded, call: Promise<T>, nothing: T): Promise<T> {
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
export async function recall(stores: Stores, asked: RecallPlan): Promise<Recollection> {
  const degraded: Degraded = new Set()
  const passing = await orDegraded<Passing | null | undefined>(
    degraded,
    findPassing(stores.graph, filterAsOf(asked)),
    undefined,
  )
  // Only the graph knows who states what: without it nothing can be said to pass.
  if (passing === undefined) return { ...nothingRecalled(asked), degraded: [...degraded] }
  const plan = passing ? { ...asked, hot: [...(await passing.among(asked.hot))] } : asked
  const { vector, oriented, found, known } = await nominate(stores, plan, degraded, passing)
  if (degraded.size > 1)
    throw new BrainError('store-unavailable', 'No store answers; retry shortly.', { retryAfterSeconds: 2 })
  if (oriented.embedder !== null && oriented.embedder !== stores.embedder)
    throw new OtherEmbedder(oriented.embedder, stores.embedder)
  const nothing = nothingRecalled(plan)
  const { speakers } = oriented.inSight
  if (!degraded.has('neo4j') && vectorToAsk(plan, speakers) !== vector)
    return { ...nothing, corpus: { ...nothing.corpus, speakers }, askOtherwise: true }
  if (oriented.erased) return nothing
  const missing = degraded.size === 0 && !passing ? missingStore(oriented, found.points) : null
  if (missing) {
    degraded.add(missing)
    stores.missing(missing)
  }

  const graphIsUp = !degraded.has('neo4j')
  const near = [...found.points].sort((a, b) => b.meaning - a.meaning).slice(0, nearestWanted(plan, passing))
  const nominated = mergeNominations(
    near.map(({ id }) => id),
    found.byWords,
    chunksIn(plan.hot),
    oriented.inRole,
  )
  const { best, hotOnly } = nominated
  // What the user said has places of its own only where a crowd took the others.
  const searched = new Set(isCrowdOfOthers(near) ? found.points.map(({ id }) => id) : nominated.found)
  const points = new Map(found.points.flatMap((point) => (searched.has(point.id) ? [[point.id, point]] : [])))
  const inRole = degraded.has('qdrant') ? [] : oriented.inRole.filter((id) => !points.has(id))
  const sight = { personas: plan.personas, vector }
  const readAround = async () => {
    // What stands around these is known once they are read themselves.
    const { points: ofRole } = inRole.length > 0 ? await readPoints(stores, degraded, inRole, sight) : NO_POINTS
    for (const point of ofRole) points.set(point.id, point)
    return plan.episodic && points.size > 0
      ? orDegraded(degraded, stores.vectors.around(placesAround([...points.values()]), sight), [])
      : []
  }
  const [gathered, nearby] = await Promise.all([
    graphIsUp
      ? gather(stores, plan, degraded, { vector, known, chunks: [...points.keys(), ...inRole], hotOnly, passing })
      : NOTHING_GATHERED,
    readAround(),
  ])
  const states = new Map(gathered.chunks.map((chunk) => [chunk.id, chunk]))
  const factIds = new Map(gathered.facts.map((fact) => [fact.key, fact.id]))
  const hot = hotAsShown(plan.hot, gathered.facts)
  // As of a time nothing stands around that was said later, and only what was found is known as it was.
  const isAsOf = typeof plan.asOf === 'number'
  const said = async (around: typeof nearby) => {
    const then = isAsOf && passing && (await passing.among(around.map(({ id }) => toChunkId(id))))
    return then ? around.filter(({ id }) => then.has(toChunkId(id))) : around
  }
  const isAlive = ({ id }: FoundPoint) => degraded.has('neo4j') || states.has(id)
  const gone = new Set(gathered.tombstoned)
  const standing = nearby.filter(({ id }) => !gone.has(id))
  const { candidates, around, links } = plan.episodic
    ? arrangeAround(
        points,
        await said(standing),
        best,
        (id) => !isAsOf && (!passing || (passing.list?.chunks.has(id) ?? false)),
      )
    : NOTHING_AROUND
  return {
    chunks: [...[...points.values()].filter(isAlive), ...candidates].map((point) =>
      toChunk(point, states.get(point.id), links.get(point.id), factIds, hot, !hotOnly.has(point.id)),
    ),
    around: around.map(({ point, isReply }) => toSurrounding(point, isReply)),
    facts: gathered.facts.map((fact) => toFact(fact, hot)),
    rivals: gathered.rivals.map(toRival),
    corpus: {
      chunks: graphIsUp ? oriented.inSight.chunks : points.size,
      averageWords: oriented.inSight.chunks > 0 ? oriented.inSight.words / oriented.inSight.chunks : 0,
      frequencies: graphIsUp ? oriented.frequencies : plan.words.map(() => 0),
      sessions: oriented.sessions,
      speakers,
    },
    degraded: [...degraded],
    ...(oriented.unreset.length > 0 && { unreset: oriented.unreset }),
  }
}

const NO_POINTS: Awaited<ReturnType<VectorScope['nominate']>> = { points: [], byWords: [] }

/** These, as far as they are in sight. */
const readPoints = (
  { vectors }: Stores,
  degraded: Degraded,
  only: readonly number[],
  sight: Pick<Nomination, 'personas' | 'vector'>,
): Promise<typeof NO_POINTS> =>
  orDegraded(
    degraded,
    vectors.nominate({ ...sight, only, nearest: only.length, words: [], ids: [], bestByWords: 0, nearestOfUser: 0 }),
    NO_POINTS,
  )

/** Whether most of the nearest say one thing over and over, and most of them are trusted less than a user. */
function isCrowdOfOthers(near: readonly FoundPoint[]): boolean {
  if (trustInCrowd(near.map((point) => sourced(point).source)) === 0) return false
  return isCrowded(
    near.map(({ record }) => wordingOf(String(record.text))),
    saysAgain,
  )
}

/** The first step. */
async function nominate(
  { graph, vectors, names }: Stores,
  plan: RecallPlan,
  degraded: Degraded,
  passing: Passing | null,
) {
  const { personas, words, k } = plan
  const orientation = orDegraded(
    degraded,
    graph.orient({ personas, words, roles: passing ? [] : (plan.roles ?? []) }),
    NOWHERE,
  )
  // Whether a name in the question is a speaker's only the graph knows: where more than one way of asking was encoded it is asked first.
  const encoded = [plan, ...plan.asked].flatMap((way) => way.vector ?? [])
  const vector = encoded.length > 1 ? vectorToAsk(plan, (await orientation).inSight.speakers)! : encoded[0]!
  const [known, oriented, found] = await Promise.all([
    plan.semantic ? names.find(plan.names) : new Map<string, readonly string[]>(),
    orientation,
    orDegraded(
      degraded,
      nominatePassing(
        vectors,
        {
          ...{ personas, vector, words, ids: chunksIn(plan.hot) },
          nearest: nearestWanted(plan, passing),
          bestByWords: CANDIDATES.bestByWords(k),
          nearestOfUser: CANDIDATES.beyondCrowd,
        },
        passing,
      ),
      { points: [], byWords: [] },
    ),
  ])
  return { vector, oriented, found, known }
}

/** One of them knows of chunks that the other does not have: it came back empty. */
const missingStore = ({ embedder, inSight }: Orientation, points: readonly FoundPoint[]): 'qdrant' | 'neo4j' | null =>
  embedder === null && points.length > 0 ? 'neo4j' : inSight.chunks > 0 && points.length === 0 ? 'qdrant' : null

interface Nominated {
  readonly vector: PackedVector
  readonly known: ReadonlyMap<string, readonly string[]>
  readonly chunks: readonly number[]
  readonly hotOnly: ReadonlySet<number>
  readonly passing: Passing | null
}

/** What the graph has to do with the candidates; which entities go by the names in the question is noted for the next. */
async function gather(
  { graph, names }: Stores,
  plan: RecallPlan,
  degraded: Degraded,
  { vector, known, chunks, hotOnly, passing }: Nominated,
): Promise<Gathered> {
  const unknown = plan.names.filter((name) => !known.has(name))
  const gathered = await orDegraded(
    degraded,
    graph.gather({
      ...{ personas: plan.personas, semantic: plan.semantic, hops: plan.hops, everySeed: plan.everySeed ?? false },
      asOf: plan.asOf ?? null,
      filter: passing?.filter ?? null,
      only: passing?.list?.facts ?? null,
      vector: [...unpackVector(vector)],
      nearest: plan.semantic || plan.episodic ? CANDIDATES.nearestFacts : 0,
      chunks: chunks.filter((id) => !hotOnly.has(id)),
      hotChunks: [...hotOnly],
      facts: factsIn(plan.hot),
      names: unknown,
      entities: [...known].flatMap(([name, entities]) => entities.map((entity) => ({ name, entity }))),
    }),
    NOTHING_GATHERED,
  )
  if (plan.semantic && gathered !== NOTHING_GATHERED && unknown.length > 0) {
    const answered = Map.groupBy(gathered.named, ({ name }) => name)
    names.note(new Map(unknown.map((name) => [name, (answered.get(name) ?? []).map(({ entity }) => entity)])))
  }
  return gathered
}
