import { env } from 'cloudflare:workers'
import { beforeAll } from 'vitest'
import { createEmbeddedMemoryStore } from '../../../src/adapters/durable-objects/memory-store.ts'
import { createRoundTrip } from '../../../src/adapters/durable-objects/round-trip.ts'
import { randomBase62 } from '../../../src/domain/base62.ts'
import { createTrace } from '../../../src/runtime/trace.ts'
import { describeAsOf } from '../../contracts/as-of.contract.ts'
import { EMBEDDER } from '../../contracts/memories.ts'
import { warmUp } from './warm.ts'

const trace = createTrace()

beforeAll(warmUp)

describeAsOf('the embedded vault', () => ({
  store: createEmbeddedMemoryStore({
    vaults: env.VAULT,
    embedderId: () => EMBEDDER,
    roundTrip: createRoundTrip(trace, 0),
    trace,
  }),
  namespace: () => `E${randomBase62(9)}`,
  histories: 300,
}))
