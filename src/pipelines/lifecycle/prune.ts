import type { Authored } from '../../ports/journal.ts'
import type { Ports } from '../../ports/ports.ts'
import { DAY_MS } from '../../runtime/duration.ts'
import { metrics } from '../../runtime/metrics.ts'
import type { Trace } from '../../runtime/trace.ts'

export interface PruneRequest extends Authored {
  readonly namespace: string
  readonly now: number
  readonly persona: string | null
  readonly threshold: number
  readonly dryRun: boolean
}

/** Counts what has faded, or deletes exactly that. */
export async function prune(
  ports: Ports,
  trace: Trace,
  { namespace, now, persona, threshold, dryRun, by }: PruneRequest,
): Promise<number> {
  const faded = { now, persona, threshold, halfLifeMs: ports.config.decayHalfLifeDays * DAY_MS }
  const count = await trace.step('prune', () =>
    dryRun ? ports.memory.countFaded(namespace, faded) : ports.memory.prune(namespace, { ...faded, by }),
  )
  trace.notes.set('records', dryRun ? 0 : count)
  if (!dryRun) metrics.count('pruned', count)
  return count
}
