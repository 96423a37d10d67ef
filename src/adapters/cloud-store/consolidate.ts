import { CONFIDENCE_LEVELS, confidenceOf, fadedBefore } from '../../domain/lifecycle/strength.ts'
import { unpackVector } from '../../domain/ranking/vector.ts'
import { SOURCES } from '../../domain/statement/source.ts'
import type {
  AbstractionReport,
  AbstractionRequest,
  Cluster,
  ConsolidationReport,
  Faded,
  Horizon,
  MemoryStore,
} from '../../ports/memory-store.ts'
import { DAY_MS, HOUR_MS } from '../../runtime/duration.ts'
import { StoreDown } from '../../runtime/guard.ts'
import { type FoundCluster, findClusters } from './find-clusters.ts'
import type { GraphScope, Run } from './graph-store.ts'
import { sweep } from './repair.ts'
import type { FadedRange, VectorScope } from './vector-store.ts'

interface Scopes {
  readonly vectors: VectorScope
  readonly graph: GraphScope
}

type Request = Parameters<MemoryStore['consolidate']>[1]

/** A run is given up after this: the 20 s that a call may work, and some for the way. */
const RUN_MS = 30_000
/** A model is not asked for less: a few new facts seldom make a cluster. */
const COMPRESS_AT_FACTS = 50
/** The place of "there is something to compress" among the levels of confidence, which begin at 1. */
const COMPRESS = 0
const STALE_AT_ONCE = 1_000

/** "Below the threshold now" is one range of the last access per level of confidence. */
export const rangesOf = (faded: Faded): FadedRange[] =>
  Array.from({ length: CONFIDENCE_LEVELS }, (_, i) => i + 1).map((level) => ({
    level,
    before: Math.max(
      -8e15,
      Math.min(8e15, Math.ceil(fadedBefore(confidenceOf(level), faded.threshold, faded.now, faded.halfLifeMs))),
    ),
  }))

/**
 * The graph decides, by exact last accesses, and what it marked is gone for everyone at once. The vector store then drops the same ranges,
 * but for what was accessed without its knowledge. Where it is down, the sweep ends this later.
 */
export async function prune({ vectors, graph }: Scopes, faded: Faded): Promise<number> {
  await refreshStale({ vectors, graph })
  const { persona } = faded
  const ranges = rangesOf(faded)
  const { pruned, tombstoned, stale } = await graph.prune({ persona, ranges })
  if (tombstoned.length > 0) {
    try {
      await vectors.removeFaded({ persona, ranges, except: stale })
      await vectors.remove(tombstoned)
      await graph.purge(tombstoned)
    } catch (error) {
      if (!(error instanceof StoreDown)) throw error
    }
  }
  return pruned
}

/** Tells the vector store of accesses that it has not heard of. */
async function refreshStale({ vectors, graph }: Scopes): Promise<void> {
  for (;;) {
    const stale = await graph.stale(STALE_AT_ONCE)
    if (stale.length > 0) {
      await vectors.refresh(stale)
      await graph.clean(stale)
    }
    if (stale.length < STALE_AT_ONCE) return
  }
}

export async function consolidate(
  scopes: Scopes,
  request: Request,
  told: (horizon: Horizon) => Promise<void>,
): Promise<ConsolidationReport> {
  const { graph } = scopes
  const { now, persona } = request
  const begun = await graph.begin({
    now,
    persona,
    minIntervalMs: request.minIntervalMs,
    force: request.force,
    until: now + RUN_MS,
  })
  const nothing = { run: null, clusters: [] } as const
  if (begun.skipped) {
    return { skipped: true, reinforced: 0, decayed: 0, pruned: 0, ...nothing, horizon: await horizonOf(graph, now) }
  }
  await sweep(scopes)
  const pruned = await prune(scopes, request)
  const offered = request.compress ? await offer(graph, request, begun.run) : null
  await graph.finish({
    persona,
    at: now,
    run: offered?.run ?? null,
    watermark: offered && !offered.run && persona === null ? offered.upTo : null,
  })
  const horizon = await horizonOf(graph, now, offered?.nextTry)
  if (request.scheduled) await told(horizon)
  return {
    skipped: false,
    reinforced: begun.reinforced,
    decayed: begun.decayed,
    pruned,
    run: offered?.run?.id ?? null,
    clusters: offered?.clusters.map(toCluster) ?? [],
    horizon,
  }
}

async function offer(graph: GraphScope, request: Request, id: number) {
  const { now, persona } = request
  const { maxClusters, maxTokensPerDay, embedder } = request.compress!
  const state = await graph.lifecycle()
  // Whoever has another encoder could not embed a summary.
  if (state.embedder !== embedder) return { run: null, clusters: [], upTo: null, nextTry: nextTryOf(now, true) }
  const spent = state.tokens?.day === new Date(now).toISOString().slice(0, 10) ? state.tokens.tokens : 0
  const found = await findClusters(graph, state.watermark, persona, { maxClusters, tokens: maxTokensPerDay - spent })
  const nextTry = nextTryOf(now, found.spent)
  const run: Run | null =
    found.clusters.length === 0
      ? null
      : {
          id,
          startedAt: now,
          until: now + RUN_MS,
          lastFact: state.lastId,
          upTo: found.upTo,
          whole: persona === null,
          scheduled: request.scheduled,
          clusters: found.clusters.map((cluster) => ({
            persona: cluster.persona,
            first: cluster.first,
            facts: cluster.facts.map((fact) => fact.id),
          })),
        }
  return { run, clusters: found.clusters, upTo: found.upTo, nextTry }
}

export async function abstract(
  graph: GraphScope,
  request: AbstractionRequest,
  told: (horizon: Horizon) => Promise<void>,
): Promise<AbstractionReport> {
  const { now, run, tokens, unfinished } = request
  const { created, merged, scheduled } = await graph.abstract({
    now,
    run,
    tokens,
    unfinished,
    abstractions: request.abstractions.map((abstraction) => ({
      ...abstraction,
      vector: [...unpackVector(abstraction.vector)],
    })),
  })
  const horizon = await horizonOf(graph, now, nextTryOf(now, false))
  if (scheduled) await told(horizon)
  return { created, merged, horizon }
}

/** When the next try to compress makes sense: in an hour, or on the next day where the day's tokens are spent. */
const nextTryOf = (now: number, spent: boolean): number =>
  spent ? (Math.floor(now / DAY_MS) + 1) * DAY_MS : now + HOUR_MS

export async function horizonOf(graph: GraphScope, now: number, notBefore = now): Promise<Horizon> {
  const { turn, idle, factsSince } = await graph.lifecycle()
  return { turn: turn + 1, idle, compressFrom: factsSince >= COMPRESS_AT_FACTS ? notBefore : null }
}

/** The bits of what a horizon tells. */
export const levelsOf = ({ idle, compressFrom }: Horizon): number =>
  idle.reduce((mask, { level }) => mask | (1 << level), compressFrom === null ? 0 : 1 << COMPRESS)

const toCluster = ({ facts }: FoundCluster, number: number): Cluster => ({
  number,
  facts: facts.map((fact) => ({
    id: fact.id,
    text: fact.text,
    subject: fact.subject,
    slot: fact.slot,
    value: fact.value,
    denies: fact.denies,
    source: SOURCES[fact.source]!,
    statedAt: fact.statedAt,
  })),
})
