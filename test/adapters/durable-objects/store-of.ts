import { env } from 'cloudflare:workers'
import { createEmbeddedMemoryStore } from '../../../src/adapters/durable-objects/memory-store.ts'
import { createRoundTrip } from '../../../src/adapters/durable-objects/round-trip.ts'
import { createTrace } from '../../../src/runtime/trace.ts'

const trace = createTrace()

/** The embedded store as it is with this embedder. */
export const storeOf = (embedder: string) =>
  createEmbeddedMemoryStore({
    vaults: env.VAULT,
    embedderId: () => embedder,
    roundTrip: createRoundTrip(trace, 0),
    trace,
  })
