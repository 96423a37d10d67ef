import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { createEmbeddedMemoryStore } from '../../../src/adapters/durable-objects/memory-store.ts'
import { createRoundTrip } from '../../../src/adapters/durable-objects/round-trip.ts'
import { randomBase62 } from '../../../src/domain/base62.ts'
import { createTrace } from '../../../src/runtime/trace.ts'
import { EMBEDDER, memory, plan } from '../../contracts/memories.ts'
import { warmUp } from './warm.ts'

beforeAll(warmUp)

describe('a vault that cannot keep up', () => {
  it('refuses what waited too long for its turn, without doing the work', async () => {
    const stub = env.VAULT.getByName(`E${randomBase62(9)}`)
    const late = { sentAt: Date.now() - 60_000 }
    const request = { now: Date.now(), embedder: EMBEDDER, memories: [await memory('Too late.')] }
    expect(await stub.remember({ ...request, ...late })).toEqual({ refused: 'overloaded' })
    expect(await stub.recall({ ...(await plan('late')), embedder: EMBEDDER, ...late })).toEqual({
      refused: 'overloaded',
    })
    const counted = await stub.count({ persona: 'shared', sentAt: Date.now() })
    expect(counted).toMatchObject({ result: { namespace: { chunks: 0 } } })
  })

  it('says so in a way that a client can act on', async () => {
    const trace = createTrace()
    const overloaded = { getByName: () => ({ recall: async () => ({ refused: 'overloaded' }) }) }
    const store = createEmbeddedMemoryStore({
      vaults: overloaded as unknown as typeof env.VAULT,
      embedderId: () => EMBEDDER,
      roundTrip: createRoundTrip(trace, 0),
      trace,
    })
    await expect(store.recall('E123456789', await plan('anything'))).rejects.toMatchObject({
      code: 'overloaded',
      retryAfterSeconds: 1,
    })
  })
})
