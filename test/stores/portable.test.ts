import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { createEmbeddedMemoryStore } from '../../src/adapters/durable-objects/memory-store.ts'
import { createRoundTrip } from '../../src/adapters/durable-objects/round-trip.ts'
import { randomBase62 } from '../../src/domain/base62.ts'
import { createTrace } from '../../src/runtime/trace.ts'
import { EMBEDDER } from '../contracts/memories.ts'
import { describePortable, tellHistory } from '../contracts/portable.contract.ts'
import { restore, rowsOf } from '../contracts/portable-rows.ts'
import { createStores } from './composed-store.ts'

const namespace = () => `E${randomBase62(9)}`

describePortable('Qdrant and Neo4j', () => ({ ...createStores(), namespace, histories: 2 }))

const { store: cloud, settled, vectors } = createStores()
const trace = createTrace()
const embedded = createEmbeddedMemoryStore({
  vaults: env.VAULT,
  embedderId: () => EMBEDDER,
  roundTrip: createRoundTrip(trace, 0),
  trace,
})

describe('an account that goes from one store to the other', () => {
  it('is the same file in both, and comes back the same', async () => {
    for (let seed = 21; seed <= 22; seed++) {
      const [from, there, back] = [namespace(), namespace(), namespace()]
      await tellHistory(embedded, from, seed)
      const rows = await rowsOf(embedded, from)
      const chunks = rows.flatMap((row) => (row.type === 'memory' ? row.chunks : row.type === 'chunk' ? row : []))
      await restore(cloud, there, rows)
      await settled()
      expect(await rowsOf(cloud, there), `seed ${seed}`).toEqual(rows)
      expect(await vectors.in(there).count()).toBe(chunks.length)
      await restore(embedded, back, await rowsOf(cloud, there))
      expect(await rowsOf(embedded, back), `seed ${seed}`).toEqual(rows)
      const [stored] = await Promise.all([cloud.count(there, 'shared')])
      expect(stored).toEqual(await embedded.count(from, 'shared'))
    }
  })
})
