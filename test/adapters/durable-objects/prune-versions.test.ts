import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, it } from 'vitest'
import { createEmbeddedMemoryStore } from '../../../src/adapters/durable-objects/memory-store.ts'
import { createRoundTrip } from '../../../src/adapters/durable-objects/round-trip.ts'
import { randomBase62 } from '../../../src/domain/base62.ts'
import { createTrace } from '../../../src/runtime/trace.ts'
import { EMBEDDER, memory } from '../../contracts/memories.ts'
import { warmUp } from './warm.ts'

const NOON = Date.UTC(2026, 10, 15, 12)
const DAY = 24 * 3600 * 1000
const trace = createTrace()

beforeAll(warmUp)

it('prunes the former versions of a memory, and the name of a persona that only they had', async () => {
  const roundTrip = createRoundTrip(trace, 0)
  const store = createEmbeddedMemoryStore({ vaults: env.VAULT, embedderId: () => EMBEDDER, roundTrip, trace })
  const ns = `E${randomBase62(9)}`
  const [ann, ben] = [
    await memory('Tea is fine.', { persona: 'ann' }),
    await memory('Tea is fine.', { persona: 'ben' }),
  ]
  const [told] = await store.remember(ns, { now: NOON, embedder: EMBEDDER, memories: [ann] })
  const id = told!.memory!
  await store.revise(ns, {
    ...{ now: NOON, embedder: EMBEDDER, personas: null, receipt: null, read: [{ id, memory: ben }] },
    revisions: [{ id, kind: 'edit', edit: { persona: 'ben' } }],
  })
  const kept = (table: string, column: string) =>
    runInDurableObject(env.VAULT.getByName(ns), (_, { storage: { sql } }) =>
      sql
        .exec(`SELECT ${column} AS one FROM ${table} ORDER BY 1`)
        .toArray()
        .map(({ one }) => one),
    )
  expect([await kept('versions', 'text'), await kept('personas', 'name')]).toEqual([[ann.text], ['ann', 'ben']])
  const fading = { now: NOON + 30 * DAY, persona: null, threshold: 0.05, halfLifeMs: DAY }
  expect(await store.prune(ns, fading)).toBe(1)
  expect([await kept('versions', 'text'), await kept('personas', 'name')]).toEqual([[], ['ben']])
  expect([await kept('memories', 'id'), await kept('parked', 'memory')]).toEqual([[], []])
})
