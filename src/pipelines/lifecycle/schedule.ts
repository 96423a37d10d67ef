import { BrainError } from '../../domain/errors.ts'
import type { Ports } from '../../ports/ports.ts'
import type { VisitOutcome } from '../../ports/schedule.ts'
import { DAY_MS } from '../../runtime/duration.ts'
import { mapConcurrent } from '../../runtime/map-concurrent.ts'
import type { Trace } from '../../runtime/trace.ts'
import { consolidate } from './consolidate.ts'

/** Namespaces visited side by side by one Worker. */
const CONCURRENT_VISITS = 4

/** Starts the hourly round. What is due is visited afterwards, slice by slice. */
export const startRound = (ports: Ports, at: number): Promise<void> =>
  ports.schedule.begin({
    at,
    policy: {
      threshold: ports.config.pruneThreshold,
      halfLifeMs: ports.config.decayHalfLifeDays * DAY_MS,
      compress: ports.languageModel !== null,
    },
  })

export interface Visits {
  readonly namespaces: readonly string[]
  /** When they were found to be due: no visit looks at an earlier time, whatever the clock of its machine says. */
  readonly at: number
}

/** Consolidates each of the namespaces. One that fails says so and stops nobody. */
export const visitDue = (ports: Ports, trace: Trace, { namespaces, at }: Visits): Promise<VisitOutcome[]> =>
  mapConcurrent(namespaces, CONCURRENT_VISITS, (namespace) =>
    visit(ports, trace, namespace, Math.max(ports.clock(), at)),
  )

async function visit(ports: Ports, trace: Trace, namespace: string, now: number): Promise<VisitOutcome> {
  try {
    const by = { action: 'consolidate', key: 'schedule', requestId: null }
    const request = { namespace, now, persona: null, force: true, scheduled: true, by }
    const { skipped, horizon, reinforced, decayed, pruned, compressed, abstractions } = await consolidate(
      ports,
      trace,
      request,
    )
    if (skipped) return { namespace, error: 'Another consolidation is at work.' }
    return { namespace, horizon, counts: { visited: 1, reinforced, decayed, pruned, compressed, abstractions } }
  } catch (error) {
    return { namespace, error: error instanceof BrainError ? error.message : 'It failed for a reason of our own.' }
  }
}
