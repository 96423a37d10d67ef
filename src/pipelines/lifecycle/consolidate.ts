import type { Trace } from '../../domain/trace.ts'
import type { ConsolidationReport } from '../../ports/memory-store.ts'
import type { Ports } from '../../ports/ports.ts'

const DAY_MS = 86_400_000

export interface ConsolidateRequest {
  readonly namespace: string
  readonly now: number
  readonly persona: string | null
  readonly force: boolean
}

export interface Consolidated extends ConsolidationReport {
  readonly compressed: number
  readonly abstractions: number
}

/** Decay, prune, compress. Without an LLM nothing is compressed. */
export async function consolidate(
  ports: Ports,
  trace: Trace,
  { namespace, now, persona, force }: ConsolidateRequest,
): Promise<Consolidated> {
  const { config } = ports
  const report = await trace.step('consolidate', () =>
    ports.memory.consolidate(namespace, {
      now,
      persona,
      force,
      threshold: config.pruneThreshold,
      halfLifeMs: config.decayHalfLifeDays * DAY_MS,
      minIntervalMs: config.consolidateMinIntervalSeconds * 1000,
    }),
  )
  return { ...report, compressed: 0, abstractions: 0 }
}
