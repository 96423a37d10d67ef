import { SOURCES } from '../domain/statement/source.ts'
import type { Cluster, CompressionLimits } from '../ports/consolidation.ts'
import type { MemoryStore } from '../ports/memory-store.ts'
import type { FoundCluster } from './cluster-choice.ts'
import { type ClusterLook, findClusters } from './find-clusters.ts'
import { nextTry } from './horizon.ts'
import type { StoredFact } from './records.ts'

/** A run that has clusters out is given up after this: the 20 s that a call may work, and some for the way. */
export const RUN_MS = 30_000

/** A consolidation whose clusters are out to be summarised. Nothing else consolidates the namespace until it ends or runs out of time. */
export interface Run {
  readonly id: number
  readonly startedAt: number
  readonly until: number
  /** The last fact that there was when the clusters were made. */
  readonly lastFact: number
  /** Where the search for clusters goes on next time, if all of these are settled. */
  readonly upTo: number
  readonly clusters: readonly (Omit<FoundCluster, 'facts'> & { readonly facts: readonly number[] })[]
  /** false: a run of one persona, which leaves the search of the whole namespace where it is. */
  readonly whole: boolean
  /** The schedule is told what came of it. */
  readonly scheduled: boolean
}

type Request = Parameters<MemoryStore['consolidate']>[1]
/** Whether a consolidation may begin depends on these. */
export type Asked = Pick<Request, 'now' | 'minIntervalMs' | 'force'>

/** May a consolidation begin? `previous`: when the whole namespace and the persona were consolidated last, null for never. */
export function mayBegin(
  run: { readonly until: number } | null,
  previous: readonly (number | null)[],
  asked: Asked,
): boolean {
  // A run that never ended left its clusters where they were: it does not count as one.
  // One that would end later than any can began under a clock that was ahead.
  if (run !== null) return asked.now >= run.until || run.until - asked.now > RUN_MS
  const last = Math.max(...previous.map((at) => at ?? -1))
  return asked.force || last < 0 || last > asked.now || asked.now - last >= asked.minIntervalMs
}

/** What a day has cost. */
export interface SpentTokens {
  readonly day: string
  readonly tokens: number
}

const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10)

export const tokensOf = (spent: SpentTokens | null, now: number): number =>
  spent?.day === dayOf(now) ? spent.tokens : 0

export const addTokens = (spent: SpentTokens | null, now: number, tokens: number): SpentTokens => ({
  day: dayOf(now),
  tokens: tokensOf(spent, now) + tokens,
})

interface OfferRequest extends Pick<Request, 'now' | 'persona' | 'scheduled'> {
  readonly compress: CompressionLimits
  /** Of the namespace as it is. */
  readonly embedder: string | null
  readonly watermark: number
  readonly lastFact: number
  readonly tokens: SpentTokens | null
}

export interface Offer {
  /** null: there is nothing to summarise. */
  readonly run: Omit<Run, 'id'> | null
  readonly clusters: readonly Cluster[]
  /** Everything that changed up to this fact is settled; null leaves it. */
  readonly watermark: number | null
  readonly nextTry: number
}

export const nothingOffered = (now: number, spent = false): Offer => ({
  run: null,
  clusters: [],
  watermark: null,
  nextTry: nextTry(now, spent),
})

/** Looks for clusters, and begins a run where there are some. */
export function* offerClusters(request: OfferRequest): Generator<ClusterLook, Offer, readonly StoredFact[]> {
  const { now, persona, scheduled, compress, lastFact } = request
  // Whoever has another encoder could not embed a summary.
  if (request.embedder !== compress.embedder) return nothingOffered(now, true)
  const limits = {
    maxClusters: compress.maxClusters,
    tokens: compress.maxTokensPerDay - tokensOf(request.tokens, now),
  }
  const found = yield* findClusters(request.watermark, persona, limits)
  const whole = persona === null
  if (found.clusters.length === 0) return { ...nothingOffered(now, found.spent), watermark: whole ? found.upTo : null }
  const clusters = found.clusters.map(({ facts, ...cluster }) => ({ ...cluster, facts: facts.map(({ id }) => id) }))
  return {
    run: { startedAt: now, until: now + RUN_MS, lastFact, upTo: found.upTo, whole, scheduled, clusters },
    clusters: found.clusters.map(({ facts }, number) => ({
      number,
      facts: facts.map(({ id, text, source }) => ({ id, text, source: SOURCES[source]! })),
    })),
    watermark: null,
    nextTry: nextTry(now, found.spent),
  }
}
