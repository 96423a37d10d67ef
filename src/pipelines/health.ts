import { waitForModels } from '../domain/models.ts'
import type { Trace } from '../domain/trace.ts'
import { VERSION } from '../domain/version.ts'
import type { Ports } from '../ports/ports.ts'

/** On a cold isolate a probe starts the loading and waits this long for it, so that probes do not flap. */
const COLD_WAIT_MS = 2000

export interface Health {
  ready: boolean
  models_loaded: boolean
  neo4j: string
  redis: string
  qdrant: string
  version: string
  backends: Record<string, string>
}

export async function health(ports: Ports, trace: Trace): Promise<Health> {
  const [modelsLoaded, neo4j, redis, qdrant] = await trace.step('check', () =>
    Promise.all([
      waitForModels(ports.models, COLD_WAIT_MS, trace),
      ...(['neo4j', 'redis', 'qdrant'] as const).map((name) =>
        ports.stores[name].check().then(
          () => 'connected',
          (error: unknown) => `error: ${error instanceof Error ? error.message : 'unknown'}`,
        ),
      ),
    ]),
  )
  const stores = { neo4j: neo4j as string, redis: redis as string, qdrant: qdrant as string }
  return {
    ready: modelsLoaded && Object.values(stores).every((state) => state === 'connected'),
    models_loaded: modelsLoaded,
    ...stores,
    version: VERSION,
    backends: Object.fromEntries(Object.entries(ports.stores).map(([name, { backend }]) => [name, backend])),
  }
}
