import { env } from 'cloudflare:workers'
import { beforeAll } from 'vitest'
import { createEmbeddedMemoryStore } from '../../../src/adapters/durable-objects/memory-store.ts'
import { createRoundTrip } from '../../../src/adapters/durable-objects/round-trip.ts'
import { randomBase62 } from '../../../src/domain/base62.ts'
import { createTrace } from '../../../src/runtime/trace.ts'
import { describeReEmbeddable } from '../../contracts/re-embeddable.contract.ts'
import { warmUp } from './warm.ts'

const trace = createTrace()

beforeAll(warmUp)

describeReEmbeddable('the embedded vault', () => ({
  store: (embedder) =>
    createEmbeddedMemoryStore({
      vaults: env.VAULT,
      embedderId: () => embedder,
      roundTrip: createRoundTrip(trace, 0),
      trace,
    }),
  namespace: () => `E${randomBase62(9)}`,
}))
