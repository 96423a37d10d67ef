import { VERSION } from '../domain/version.ts'
import type { Ports } from '../ports/ports.ts'
import type { StoreCheck } from '../ports/store-check.ts'
import type { Trace } from '../runtime/trace.ts'
import { waitForModels } from '../runtime/wait-for-models.ts'

/** On a cold isolate a probe starts the loading and waits this long for it, so that probes do not flap. */
const COLD_WAIT_MS = 2000

export interface Health {
  readonly ready: boolean
  readonly modelsLoaded: boolean
  /** Why they cannot be loaded, as an embedding service that refuses the key; null: nothing is wrong, or they are still loading. */
  readonly modelsError: string | null
  readonly stores: Readonly<Record<'neo4j' | 'redis' | 'qdrant', string>>
  /** How many vaults or accounts were found damaged of late: they are refused, the rest is served. */
  readonly damaged: number
  readonly version: string
  readonly backends: Record<string, string>
}

export async function health(ports: Ports, trace: Trace): Promise<Health> {
  // What stands behind several names is asked once.
  const asked = new Map<StoreCheck, Promise<string>>()
  const ask = (store: StoreCheck): Promise<string> => {
    const answer = asked.get(store) ?? check(store)
    asked.set(store, answer)
    return answer
  }
  const [modelsLoaded, neo4j, redis, qdrant] = await trace.step('check', () =>
    Promise.all([
      waitForModels(ports.models, COLD_WAIT_MS, trace),
      ask(ports.stores.neo4j),
      ask(ports.stores.redis),
      ask(ports.stores.qdrant),
    ]),
  )
  const stores = { neo4j, redis, qdrant }
  const problem = modelsLoaded ? undefined : trace.notes.get('load_error')
  return {
    ready: modelsLoaded && Object.values(stores).every((state) => state === 'connected'),
    modelsLoaded,
    modelsError: problem === undefined ? null : `error: ${problem}`,
    stores,
    damaged: Math.max(...Object.values(ports.stores).map((store) => store.countDamaged?.() ?? 0)),
    version: VERSION,
    backends: Object.fromEntries(Object.entries(ports.stores).map(([name, { backend }]) => [name, backend])),
  }
}

/** Where the configuration is such that nothing can be connected: a probe is told, in the form it knows. */
export const healthOfNothing = (problem: string): Health => {
  const store = 'error: not connected'
  return {
    ...{ ready: false, modelsLoaded: false, modelsError: `error: ${problem}` },
    ...{ stores: { neo4j: store, redis: store, qdrant: store }, damaged: 0, version: VERSION, backends: {} },
  }
}

const check = (store: StoreCheck): Promise<string> =>
  store.check().then(
    () => 'connected',
    (error: unknown) => `error: ${error instanceof Error ? error.message : 'unknown'}`,
  )
