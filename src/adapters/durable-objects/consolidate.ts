import { SOURCES } from '../../domain/statement/source.ts'
import type { Cluster, CompressionLimits, ConsolidationReport, Faded } from '../../ports/memory-store.ts'
import { type FoundCluster, findClusters } from './find-clusters.ts'
import { foldAccesses, prune } from './forget.ts'
import type { VaultTables } from './vault-tables.ts'

/** A run that has clusters out is given up after this: the 20 s that a call may work, and some for the way. */
const RUN_MS = 30_000

export interface ConsolidationRequest extends Faded {
  readonly force: boolean
  readonly minIntervalMs: number
  readonly scheduled: boolean
  readonly compress: CompressionLimits | null
}

/** Decay needs no writing, since strength is a formula: it is counted, then what has faded goes, then clusters are offered. */
export function consolidate(tables: VaultTables, request: ConsolidationRequest): ConsolidationReport {
  const { now } = request
  const persona = request.persona === null ? null : tables.personas.open(request.persona)
  const scope = persona?.id ?? null
  const whole = tables.meta.number('consolidated at') ?? -1
  const previous = Math.max(whole, persona?.consolidated_at ?? -1)
  const run = tables.runs.current()
  const atWork = run !== null && now < run.until
  // A run that never ended left its clusters where they were: it does not count as one.
  const recently = run === null && previous >= 0 && now - previous < request.minIntervalMs
  if (atWork || (recently && !request.force)) return { ...NOTHING, skipped: true, horizon: tables.horizon.read(now) }
  if (run !== null) tables.runs.end()

  foldAccesses(tables)
  const { accessed, idle } = tables.faded.accessed(whole, now, scope)
  const relations = persona?.facts ?? tables.personas.totals().facts
  const decayed = relations - tables.faded.since(now, scope) - idle
  const pruned = prune(tables, request)
  if (persona) tables.personas.consolidated(persona, now)
  else tables.meta.set('consolidated at', now)

  const compression = request.compress
    ? offer(tables, request, scope)
    : { run: null, clusters: [], nextTry: tables.horizon.nextTry(now, false) }
  const horizon = tables.horizon.read(now, compression.nextTry)
  if (request.scheduled) tables.horizon.told(horizon, true)
  const { clusters } = compression
  return { skipped: false, reinforced: accessed, decayed, pruned, run: compression.run, clusters, horizon }
}

const NOTHING = { skipped: false, reinforced: 0, decayed: 0, pruned: 0, run: null, clusters: [] } as const

function offer(tables: VaultTables, request: ConsolidationRequest, scope: number | null) {
  const { now } = request
  const { maxClusters, maxTokensPerDay, embedder } = request.compress!
  if (tables.meta.text('embedder') !== embedder)
    return { run: null, clusters: [], nextTry: tables.horizon.nextTry(now, true) }
  const tokens = maxTokensPerDay - tables.runs.tokensOf(now)
  const found = findClusters(tables, tables.horizon.watermark(), scope, { maxClusters, tokens })
  const nextTry = tables.horizon.nextTry(now, found.spent)
  if (found.clusters.length === 0) {
    if (scope === null) tables.horizon.advance(found.upTo)
    return { run: null, clusters: [], nextTry }
  }
  const id = tables.runs.nextId()
  tables.runs.begin({
    id,
    startedAt: now,
    until: now + RUN_MS,
    lastFact: tables.ids.last('facts'),
    upTo: found.upTo,
    whole: scope === null,
    scheduled: request.scheduled,
    clusters: found.clusters.map(({ persona, facts, first }) => ({
      persona,
      first,
      facts: facts.map((row) => row.id),
    })),
  })
  return { run: id, clusters: found.clusters.map(toCluster), nextTry }
}

const toCluster = ({ facts }: FoundCluster, number: number): Cluster => ({
  number,
  facts: facts.map(({ id, text, source }) => ({ id, text, source: SOURCES[source]! })),
})
