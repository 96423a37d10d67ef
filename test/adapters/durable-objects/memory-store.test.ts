import { env } from 'cloudflare:workers'
import { beforeAll } from 'vitest'
import { createEmbeddedMemoryStore } from '../../../src/adapters/durable-objects/memory-store.ts'
import { createRoundTrip } from '../../../src/adapters/durable-objects/round-trip.ts'
import { randomBase62 } from '../../../src/domain/base62.ts'
import { createTrace } from '../../../src/runtime/trace.ts'
import { describeAbstractions } from '../../contracts/abstractions.contract.ts'
import { describeChangedMemories } from '../../contracts/changed-memories.contract.ts'
import { describeEntityRegister } from '../../contracts/entity-register.contract.ts'
import { describeFilter } from '../../contracts/filter.contract.ts'
import { describeJournal } from '../../contracts/journal.contract.ts'
import { EMBEDDER } from '../../contracts/memories.ts'
import { describeMemoryLifecycle } from '../../contracts/memory-lifecycle.contract.ts'
import { describeMemoryRecords } from '../../contracts/memory-records.contract.ts'
import { describeMemoryRevisions } from '../../contracts/memory-revisions.contract.ts'
import { describeMemoryStore } from '../../contracts/memory-store.contract.ts'
import { describeRecords } from '../../contracts/records.contract.ts'
import { describeTrust } from '../../contracts/trust.contract.ts'
import { storedRecords } from './stored-records.ts'
import { warmUp } from './warm.ts'

const trace = createTrace()

const create = () => ({
  store: createEmbeddedMemoryStore({
    vaults: env.VAULT,
    embedderId: () => EMBEDDER,
    roundTrip: createRoundTrip(trace, 0),
    trace,
  }),
  namespace: () => `E${randomBase62(9)}`,
})

beforeAll(warmUp)

describeMemoryStore('the embedded vault', create)
describeMemoryLifecycle('the embedded vault', create)
describeAbstractions('the embedded vault', create)
describeEntityRegister('the embedded vault', create)
describeMemoryRecords('the embedded vault', create)
describeMemoryRevisions('the embedded vault', create)
describeChangedMemories('the embedded vault', create)
describeFilter('the embedded vault', create)
describeJournal('the embedded vault', create)
describeRecords('the embedded vault', () => ({ ...create(), records: storedRecords }))
describeTrust('the embedded vault', () => ({ ...create(), histories: 40 }))
