import type { Counts } from '../ports/memory-store.ts'
import type { Ports } from '../ports/ports.ts'
import type { Trace } from '../runtime/trace.ts'

export interface Stats {
  readonly persona: Counts
  /** Of all personas together. */
  readonly namespace: Counts
  readonly modelsLoaded: boolean
}

export async function stats(ports: Ports, trace: Trace, namespace: string, persona: string): Promise<Stats> {
  const counts = await trace.step('count', () => ports.memory.count(namespace, persona))
  return { ...counts, modelsLoaded: ports.models.every((model) => model.loaded) }
}
