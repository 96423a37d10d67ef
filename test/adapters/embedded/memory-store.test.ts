import { env } from 'cloudflare:workers'
import { createCross } from '../../../src/adapters/embedded/cross.ts'
import { createEmbeddedMemoryStore } from '../../../src/adapters/embedded/memory-store.ts'
import { randomBase62 } from '../../../src/domain/ids.ts'
import { createTrace } from '../../../src/domain/trace.ts'
import { EMBEDDER } from '../../contracts/memories.ts'
import { describeMemoryLifecycle } from '../../contracts/memory-lifecycle.contract.ts'
import { describeMemoryStore } from '../../contracts/memory-store.contract.ts'

const trace = createTrace()

const create = () => ({
  store: createEmbeddedMemoryStore({
    vaults: env.VAULT,
    embedderId: () => EMBEDDER,
    cross: createCross(trace, 0),
    trace,
  }),
  namespace: () => `E${randomBase62(9)}`,
})

describeMemoryStore('the embedded vault', create)
describeMemoryLifecycle('the embedded vault', create)
