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

const store = createEmbeddedMemoryStore({
  vaults: env.VAULT,
  embedderId: () => EMBEDDER,
  roundTrip: createRoundTrip(trace, 0),
  trace,
})
const namespace = () => `E${randomBase62(9)}`

describeAsOf('the embedded vault', () => ({
  ...{ store, namespace },
  // HISTORIES=300 takes a minute or two; a failure names its seed.
  histories: Math.max(24, Number((env as unknown as Record<string, string>).HISTORIES)),
}))
