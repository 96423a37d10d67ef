import { env } from 'cloudflare:workers'
import { beforeAll } from 'vitest'
import { createCross } from '../../../src/adapters/embedded/cross.ts'
import { createEmbeddedMemoryStore } from '../../../src/adapters/embedded/memory-store.ts'
import { randomBase62 } from '../../../src/domain/ids.ts'
import { createTrace } from '../../../src/domain/trace.ts'
import { describeReEmbeddable } from '../../contracts/re-embeddable.contract.ts'
import { warmUp } from './warm.ts'

const trace = createTrace()

beforeAll(warmUp)

describeReEmbeddable('the embedded vault', () => ({
  store: (embedder) =>
    createEmbeddedMemoryStore({ vaults: env.VAULT, embedderId: () => embedder, cross: createCross(trace, 0), trace }),
  namespace: () => `E${randomBase62(9)}`,
}))
