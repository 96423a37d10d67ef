import type { ConsolidationReport } from '../../ports/consolidation.ts'
import type { Authored } from '../../ports/journal.ts'
import type { Ports } from '../../ports/ports.ts'
import { DAY_MS } from '../../runtime/duration.ts'
import { metrics } from '../../runtime/metrics.ts'
import { forgetRecentTexts } from '../../runtime/recent-texts.ts'
import type { Trace } from '../../runtime/trace.ts'
import { abstractClusters, type SummariseCluster } from './abstract-clusters.ts'
import { summariseCluster } from './compress-clusters.ts'
import { partsOf } from './parts-of.ts'

/** More would not be done in the time that a call has. */
const MAX_CLUSTERS = 8

export interface ConsolidateRequest extends Authored {
  readonly namespace: string
  readonly now: number
  readonly persona: string | null
  readonly force: boolean
  /** The schedule asks, and is told what comes next. */
  readonly scheduled?: boolean
  readonly once?: string | null
}

export interface Consolidated extends Omit<ConsolidationReport, 'run' | 'clusters'> {
  readonly compressed: number
  readonly abstractions: number
}

/** The same of several personas, one after the other: only one run is at work at a time. null: of the whole namespace, in one. */
export async function consolidateEach(
  ports: Ports,
  trace: Trace,
  { personas, once = null, ...request }: Omit<ConsolidateRequest, 'persona'> & { personas: readonly string[] | null },
): Promise<Omit<Consolidated, 'horizon'>> {
  const reports: Consolidated[] = []
  for (const [persona, part] of partsOf(personas, once))
    reports.push(await consolidate(ports, trace, { ...request, persona, once: part }))
  const sum = (field: 'reinforced' | 'decayed' | 'pruned' | 'compressed' | 'abstractions') =>
    reports.reduce((total, report) => total + report[field], 0)
  return {
    skipped: reports.every(({ skipped }) => skipped),
    reinforced: sum('reinforced'),
    decayed: sum('decayed'),
    pruned: sum('pruned'),
    compressed: sum('compressed'),
    abstractions: sum('abstractions'),
  }
}

/** Decay, prune, compress. Without a language model nothing is compressed. */
export async function consolidate(
  ports: Ports,
  trace: Trace,
  { namespace, now, persona, force, scheduled = false, once = null, by }: ConsolidateRequest,
  summarise: SummariseCluster | null = summariseWith(ports),
): Promise<Consolidated> {
  const { config } = ports
  const { run, clusters, ...report } = await trace.step('consolidate', () =>
    ports.memory.consolidate(namespace, {
      now,
      persona,
      force,
      scheduled,
      once,
      by,
      threshold: config.pruneThreshold,
      halfLifeMs: config.decayHalfLifeDays * DAY_MS,
      minIntervalMs: config.consolidateMinIntervalSeconds * 1000,
      compress: summarise && {
        maxClusters: MAX_CLUSTERS,
        maxTokensPerDay: config.compressTokensPerDay,
        embedder: ports.embedder.id,
      },
    }),
  )
  metrics.count('pruned', report.pruned)
  if (report.pruned > 0) forgetRecentTexts()
  if (!summarise || run === null) return { ...report, compressed: 0, abstractions: 0 }
  const { created, merged, horizon } = await trace.step('compress', () =>
    abstractClusters(ports, summarise, { namespace, now, run, clusters, by }),
  )
  return { ...report, horizon, compressed: merged, abstractions: created }
}

function summariseWith({ languageModel }: Ports): SummariseCluster | null {
  return languageModel && ((facts, timeoutMs) => summariseCluster(languageModel, facts, timeoutMs))
}
