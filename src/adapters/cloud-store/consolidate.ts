import { unpackVector } from '../../domain/ranking/vector.ts'
import { fadedRanges } from '../../memory/faded.ts'
import { horizonOf, levelsOf, nextTry } from '../../memory/horizon.ts'
import { nothingOffered, type Offer, offerClusters } from '../../memory/run.ts'
import type {
  AbstractionReport,
  AbstractionRequest,
  CompressionLimits,
  ConsolidationReport,
  Faded,
  Horizon,
} from '../../ports/consolidation.ts'
import type { Authored } from '../../ports/journal.ts'
import type { MemoryStore } from '../../ports/memory-store.ts'
import { driveAsync } from '../../runtime/drive-async.ts'
import { StoreDown } from '../../runtime/guard.ts'
import type { GraphScope, PruneNote, PruneProgress } from './graph-store.ts'
import { sweep } from './repair.ts'
import type { Scopes } from './scopes.ts'

type Request = Parameters<MemoryStore['consolidate']>[1]

/** Of a run that is told again nobody asks what comes next. */
const NEVER: Horizon = { turn: 0, idle: [], compressFrom: null }

const STALE_AT_ONCE = 1_000
/** Facts, and chunks, that one transaction deletes: it holds the lock on its namespace. */
const PRUNED_AT_ONCE = 500

/**
 * The graph decides, by exact last accesses, and what it marked is gone for everyone at once. The vector store then drops the same ranges,
 * but for what was accessed without its knowledge. Where it is down, the sweep ends this later.
 */
export async function prune(
  scopes: Scopes & { readonly wake: () => void },
  faded: Faded & Authored,
  noted: Pick<PruneNote, 'counts' | 'onlyIfPruned'> = { counts: {}, onlyIfPruned: false },
  once: string | null = null,
): Promise<number> {
  await refreshStale(scopes)
  const { persona, by, now } = faded
  const ranges = fadedRanges(faded)
  const asked = { persona, ranges, limit: PRUNED_AT_ONCE }
  const pruneSome = async (more: typeof noted, progress: Omit<PruneProgress, 'once'>) => {
    const some = await scopes.graph.prune(asked, by ? { by, now, ...more } : null, { once, ...progress })
    if (some.watched) scopes.wake()
    return some
  }
  const first = await pruneSome(noted, { before: 0, all: null })
  if (first.isLast) {
    const whole = first.tombstoned.length > 0 ? { persona, ranges, except: first.stale } : null
    await letGo(scopes, first.tombstoned, whole)
    return first.pruned
  }
  await letGo(scopes, first.tombstoned, null)
  // What comes meanwhile is left to the next time, or this might never end.
  const all = first.pruned + (await scopes.graph.countFaded({ persona, ranges }))
  let { pruned } = first
  for (;;) {
    const next = await pruneSome({ counts: {}, onlyIfPruned: true }, { before: pruned, all })
    pruned += next.pruned
    const isEmpty = next.isLast && (await scopes.graph.countFaded({ persona, ranges })) === 0
    await letGo(scopes, next.tombstoned, isEmpty ? { persona, ranges, except: next.stale } : null)
    if (next.isLast) return pruned
  }
}

/** `whole`: the graph has nothing left in these ranges, so that the vector store drops them whole, with what only it knows of. */
async function letGo(
  { vectors, graph }: Scopes,
  tombstoned: readonly number[],
  whole: Parameters<Scopes['vectors']['removeFaded']>[0] | null,
): Promise<void> {
  if (tombstoned.length === 0 && !whole) return
  try {
    if (whole) await vectors.removeFaded(whole)
    if (tombstoned.length === 0) return
    await vectors.remove(tombstoned)
    await graph.purge(tombstoned)
  } catch (error) {
    if (!(error instanceof StoreDown)) throw error
  }
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
  scopes: Scopes & { readonly wake: () => void },
  request: Request,
): Promise<ConsolidationReport> {
  const { graph } = scopes
  const { now, persona, once = null } = request
  const happened = once === null ? null : await graph.outcome(once)
  if (happened !== null) return JSON.parse(happened) as ConsolidationReport
  const begun = await graph.begin(request)
  if (begun.skipped) {
    const horizon = await loadHorizon(graph, now)
    return { skipped: true, reinforced: 0, decayed: 0, pruned: 0, run: null, clusters: [], horizon }
  }
  await sweep(scopes)
  const { reinforced, decayed } = begun
  const noted = { counts: { reinforced, decayed }, onlyIfPruned: request.scheduled }
  const pruned = await prune(scopes, request, noted)
  const offered = request.compress ? await offer(graph, request, request.compress) : nothingOffered(now)
  const run = offered.run && { ...offered.run, id: begun.run }
  const counts = { skipped: false, reinforced, decayed, pruned }
  // Asked for again, it offers nothing: its clusters are out already, or in.
  const kept = { ...counts, run: null, clusters: [], horizon: NEVER }
  const outcome = once === null ? null : { once, result: JSON.stringify(kept) }
  await graph.finish({ persona, at: now, run, watermark: offered.watermark, outcome })
  const horizon = await loadHorizon(graph, now, offered.nextTry)
  if (request.scheduled) await noteTold(graph, horizon, true)
  return { ...counts, run: run?.id ?? null, clusters: offered.clusters, horizon }
}

async function offer(
  graph: GraphScope,
  { now, persona, scheduled }: Request,
  compress: CompressionLimits,
): Promise<Offer> {
  const { embedder, watermark, lastId: lastFact, tokens } = await graph.lifecycle()
  const rule = offerClusters({ now, persona, scheduled, compress, embedder, watermark, tokens, lastFact })
  return driveAsync(rule, (look) => {
    if ('after' in look) return graph.factsAfter(look.after, look.limit)
    return 'competing' in look
      ? graph.competing(look.persona, look.competing)
      : graph.neighbourhood(look.persona, look.around)
  })
}

export async function abstract(graph: GraphScope, request: AbstractionRequest & Authored): Promise<AbstractionReport> {
  const { now } = request
  const abstractions = request.abstractions.map((made) => ({ ...made, vector: [...unpackVector(made.vector)] }))
  const { created, merged, scheduled } = await graph.abstract({ ...request, abstractions })
  const horizon = await loadHorizon(graph, now, nextTry(now, false))
  if (scheduled) await noteTold(graph, horizon, true)
  return { created, merged, horizon }
}

export const loadHorizon = async (graph: GraphScope, now: number, notBefore = now): Promise<Horizon> =>
  horizonOf(await graph.lifecycle(), notBefore)

/** The schedule has heard of a horizon; `replaces`: of nothing else. */
export const noteTold = (graph: GraphScope, horizon: Horizon, replaces: boolean): Promise<void> =>
  graph.told(levelsOf(horizon), horizon.turn, replaces)
