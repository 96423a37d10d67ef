import type { Authored } from '../../ports/journal.ts'
import type { Ports } from '../../ports/ports.ts'
import { DAY_MS } from '../../runtime/duration.ts'
import { metrics } from '../../runtime/metrics.ts'
import { forgetRecentTexts } from '../../runtime/recent-texts.ts'
import type { Trace } from '../../runtime/trace.ts'
import { partsOf } from './parts-of.ts'

export interface PruneRequest extends Authored {
  readonly namespace: string
  readonly now: number
  /** null: all. */
  readonly personas: readonly string[] | null
  readonly threshold: number
  readonly dryRun: boolean
  readonly once?: string | null
}

/** Counts what has faded, or deletes exactly that. */
export async function prune(
  ports: Ports,
  trace: Trace,
  { namespace, now, personas, threshold, dryRun, once = null, by }: PruneRequest,
): Promise<number> {
  let count = 0
  for (const [persona, part] of partsOf(personas, once)) {
    const faded = { now, persona, threshold, halfLifeMs: ports.config.decayHalfLifeDays * DAY_MS }
    count += await trace.step('prune', () =>
      dryRun ? ports.memory.countFaded(namespace, faded) : ports.memory.prune(namespace, { ...faded, once: part, by }),
    )
  }
  trace.notes.set('records', dryRun ? 0 : count)
  if (!dryRun) metrics.count('pruned', count)
  if (!dryRun && count > 0) forgetRecentTexts()
  return count
}
