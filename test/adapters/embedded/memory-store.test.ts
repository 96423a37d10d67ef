import { env } from 'cloudflare:workers'
import { beforeAll } from 'vitest'
import { createCross } from '../../../src/adapters/embedded/cross.ts'
import { createEmbeddedMemoryStore } from '../../../src/adapters/embedded/memory-store.ts'
import { randomBase62 } from '../../../src/domain/ids.ts'
import { createTrace } from '../../../src/domain/trace.ts'
import { describeAbstractions } from '../../contracts/abstractions.contract.ts'
import { describeEntityRegister } from '../../contracts/entity-register.contract.ts'
import { EMBEDDER } from '../../contracts/memories.ts'
import { describeMemoryLifecycle } from '../../contracts/memory-lifecycle.contract.ts'
import { describeMemoryStore } from '../../contracts/memory-store.contract.ts'
import { warmUp } from './warm.ts'

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

beforeAll(warmUp)

describeMemoryStore('the embedded vault', create)
describeMemoryLifecycle('the embedded vault', create)
describeAbstractions('the embedded vault', create)
describeEntityRegister('the embedded vault', create)
